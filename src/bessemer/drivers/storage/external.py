"""The storage interface of machines whose volumes are attached by others."""

from bessemer.drivers.contract.storage import StorageInterface
from bessemer.drivers.handless import Settings, handless

ExternalStorage = handless(
    "ExternalStorage", StorageInterface, Settings(module=__name__, machines="machines that boot from remote volumes")
)
