"""The files that are kept of work on a machine: the logs of its ramdisk, and receipts for erased disks."""

from base64 import b64decode

import msgspec

from bessemer.api.call import Call
from bessemer.api.reply import Reply, json_reply
from bessemer.api.resources.operations import PATH
from bessemer.api.routes import Route
from bessemer.model.errors import HardwareFailed
from bessemer.services.operation_evidence import list_evidence, question_for_evidence

MOST_BYTES = 64 * 1024 * 1024
"""The largest file that is served."""
SHOWN = ("name", "size", "content_type", "created_at")


async def list_all(call: Call) -> Reply:
    """List the files of one piece of work, the earliest first."""
    call.arguments()
    found = await call.desk.read(list_evidence, call.asking, call.params["ident"])
    return json_reply({"evidence": [{name: getattr(each, name) for name in SHOWN} for each in found]})


async def show(call: Call) -> Reply:
    """Send one file, as the bytes that it is; browsers are to save it and not to look into it."""
    call.arguments()
    kept, asked = await call.desk.read(question_for_evidence, call.asking, call.params["ident"], call.params["file"])
    data, size = b"", None
    while size is None or len(data) < size:
        arguments = {**asked.question.arguments, "offset": len(data)}
        told = await call.hardware.ask(asked.hosts, msgspec.structs.replace(asked.question, arguments=arguments))
        part, size = b64decode(told["data"]), int(told["size"])
        if size > MOST_BYTES or (not part and len(data) < size):
            raise HardwareFailed(f"The file {kept.name} has changed on the conductor {kept.host} while it was read.")
        data += part
    return Reply(
        200,
        data,
        (
            ("content-type", kept.content_type),
            ("content-disposition", f'attachment; filename="{kept.name}"'),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "default-src 'none'; sandbox"),
            ("cache-control", "private, no-store"),
        ),
    )


ROUTES = (
    Route(
        method="GET",
        path=f"{PATH}/{{ident}}/evidence",
        handler=list_all,
        doc="List the files that are kept of a piece of work.",
        codes=(404,),
    ),
    Route(
        method="GET",
        path=f"{PATH}/{{ident}}/evidence/{{file}}",
        handler=show,
        doc="Fetch one of these files.",
        codes=(404,),
    ),
)
"""Evidence."""
