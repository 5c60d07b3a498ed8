"""Which codes Ironic's API answers with, route by route: written down from Ironic, not from our own tables."""

import msgspec

SURFACE = """
# method  path                                since  below    body  success  refusals

GET       /                                       1  -        -     200      -
GET       /nodes                                  1  -        -     200      400 404 406
GET       /nodes/detail                           1  -        -     200      400 404 406
POST      /nodes                                  1  -        yes   201      400 406 409
GET       /nodes/{}                               1  -        -     200      400 404 406
PATCH     /nodes/{}                               1  -        yes   200      400 404 406 409
DELETE    /nodes/{}                               1  -        -     204      400 403 404 409
GET       /nodes/validate                         1  -        -     200      400 404
GET       /nodes/{}/validate                      1  -        -     200      400 404
PUT       /nodes/{}/maintenance                   1  -        may   202      400 404 409
DELETE    /nodes/{}/maintenance                   1  -        -     202      400 404 409
GET       /nodes/{}/states                        1  -        -     200      400 404
PUT       /nodes/{}/states/power                  1  -        yes   202      400 404 406 409
PUT       /nodes/{}/states/provision              1  -        yes   202      400 403 404 406 409 503
PUT       /nodes/{}/states/raid                  12  404,405  yes   204      400 404 406 409
PUT       /nodes/{}/states/boot_mode             76  404      yes   202      400 404 409
PUT       /nodes/{}/states/secure_boot           76  404      yes   202      400 404 409
GET       /nodes/{}/states/console                1  -        -     200      400 404
PUT       /nodes/{}/states/console                1  -        yes   202      400 404 409
GET       /nodes/{}/management/boot_device        1  -        -     200      400 404
GET       /nodes/{}/management/boot_device/supported 1 -      -     200      400 404
PUT       /nodes/{}/management/boot_device        1  -        yes   204      400 404 409
PUT       /nodes/{}/management/inject_nmi        29  404      may   204      400 404 409
GET       /nodes/{}/management/indicators        63  404      -     200      400 404
GET       /nodes/{}/management/indicators/{}     63  404      -     200      400 404
PUT       /nodes/{}/management/indicators/{}     63  404,405  yes   204      400 404 409
GET       /nodes/{}/traits                       37  406      -     200      400 404
PUT       /nodes/{}/traits                       37  405      yes   204      400 404 409
DELETE    /nodes/{}/traits                       37  404      -     204      400 404 409
PUT       /nodes/{}/traits/{}                    37  405      none  204      400 404 409
DELETE    /nodes/{}/traits/{}                    37  404      -     204      400 404 409
GET       /nodes/{}/vifs                         28  404      -     200      400 404
POST      /nodes/{}/vifs                         28  404,405  yes   204      400 404 409
DELETE    /nodes/{}/vifs/{}                      28  404,405  -     204      400 404 409
GET       /nodes/{}/ports                         1  -        -     200      400 403 404 406
GET       /nodes/{}/ports/detail                  1  -        -     200      400 403 404 406
GET       /nodes/{}/portgroups                   24  404      -     200      400 404 406
GET       /nodes/{}/portgroups/detail            24  404      -     200      400 404 406
GET       /nodes/{}/volume                       32  404      -     200      400 404
GET       /nodes/{}/volume/connectors            32  404      -     200      400 404 406
GET       /nodes/{}/volume/targets               32  404      -     200      400 404 406
GET       /nodes/{}/bios                         40  404      -     200      400 404
GET       /nodes/{}/bios/{}                      40  404      -     200      400 404
GET       /nodes/{}/firmware                     86  404      -     200      400 404
GET       /nodes/{}/history                      78  404      -     200      400 404
GET       /nodes/{}/history/{}                   78  404      -     200      400 404
GET       /nodes/{}/inventory                    81  404      -     200      400 404
GET       /nodes/{}/allocation                   52  404      -     200      400 404
DELETE    /nodes/{}/allocation                   52  404,405  -     204      400 404 409
GET       /nodes/{}/children                     83  404      -     200      400 404
GET       /nodes/{}/vmedia                       93  404      -     200      400 404
POST      /nodes/{}/vmedia                       89  404,405  yes   204      400 404 409
DELETE    /nodes/{}/vmedia                       89  404,405  -     204      400 404 409
GET       /nodes/{}/vendor_passthru/methods       1  -        -     200      400 404
GET       /nodes/{}/vendor_passthru               1  -        -     200      400 404
POST      /nodes/{}/vendor_passthru               1  -        any   202      400 404 409
PUT       /nodes/{}/vendor_passthru               1  -        any   202      400 404 409
PATCH     /nodes/{}/vendor_passthru               1  -        any   202      400 404 409
DELETE    /nodes/{}/vendor_passthru               1  -        -     202      400 404 409
GET       /nodes/{}/vendor_passthru/{}            1  -        -     200      400 404
POST      /nodes/{}/vendor_passthru/{}            1  -        any   202      400 404 409
PUT       /nodes/{}/vendor_passthru/{}            1  -        any   202      400 404 409
PATCH     /nodes/{}/vendor_passthru/{}            1  -        any   202      400 404 409
DELETE    /nodes/{}/vendor_passthru/{}            1  -        -     202      400 404 409

GET       /drivers                                1  -        -     200      400 406
GET       /drivers/{}                             1  -        -     200      400 404
GET       /drivers/{}/properties                  1  -        -     200      400 404
GET       /drivers/{}/raid/logical_disk_properties 12 404,406 -     200      400 404
GET       /drivers/{}/vendor_passthru/methods     1  -        -     200      400 404
GET       /drivers/{}/vendor_passthru             1  -        -     200      400 404
POST      /drivers/{}/vendor_passthru             1  -        any   202      400 404
PUT       /drivers/{}/vendor_passthru             1  -        any   202      400 404
PATCH     /drivers/{}/vendor_passthru             1  -        any   202      400 404
DELETE    /drivers/{}/vendor_passthru             1  -        -     202      400 404
GET       /drivers/{}/vendor_passthru/{}          1  -        -     200      400 404
POST      /drivers/{}/vendor_passthru/{}          1  -        any   202      400 404
PUT       /drivers/{}/vendor_passthru/{}          1  -        any   202      400 404
PATCH     /drivers/{}/vendor_passthru/{}          1  -        any   202      400 404
DELETE    /drivers/{}/vendor_passthru/{}          1  -        -     202      400 404

GET       /ports                                  1  -        -     200      400 403 404 406
GET       /ports/detail                           1  -        -     200      400 403 404 406
POST      /ports                                  1  -        yes   201      400 406 409
GET       /ports/{}                               1  -        -     200      400 404 406
PATCH     /ports/{}                               1  -        yes   200      400 404 406 409
DELETE    /ports/{}                               1  -        -     204      400 404 409

GET       /portgroups                            23  404      -     200      400 404 406
GET       /portgroups/detail                     23  404      -     200      400 404 406
POST      /portgroups                            23  404      yes   201      400 406 409
GET       /portgroups/{}                         23  404      -     200      400 404 406
PATCH     /portgroups/{}                         23  404      yes   200      400 404 406 409
DELETE    /portgroups/{}                         23  404      -     204      400 404 409
GET       /portgroups/{}/ports                   24  404      -     200      400 403 404 406
GET       /portgroups/{}/ports/detail            24  404      -     200      400 403 404 406

GET       /chassis                                1  -        -     200      400 404 406
GET       /chassis/detail                         1  -        -     200      400 404 406
POST      /chassis                                1  -        may   201      400 406 409
GET       /chassis/{}                             1  -        -     200      400 404 406
PATCH     /chassis/{}                             1  -        yes   200      400 404 406 409
DELETE    /chassis/{}                             1  -        -     204      400 404
GET       /chassis/{}/nodes                       1  -        -     200      400 404 406
GET       /chassis/{}/nodes/detail                1  -        -     200      400 404 406

GET       /volume                                32  404      -     200      400
GET       /volume/connectors                     32  404      -     200      400 404 406
POST      /volume/connectors                     32  404      yes   201      400 406 409
GET       /volume/connectors/{}                  32  404      -     200      400 404 406
PATCH     /volume/connectors/{}                  32  404      yes   200      400 404 409
DELETE    /volume/connectors/{}                  32  404      -     204      400 404 409
GET       /volume/targets                        32  404      -     200      400 404 406
POST      /volume/targets                        32  404      yes   201      400 406 409
GET       /volume/targets/{}                     32  404      -     200      400 404 406
PATCH     /volume/targets/{}                     32  404      yes   200      400 404 409
DELETE    /volume/targets/{}                     32  404      -     204      400 404 409

GET       /conductors                            49  404      -     200      400 404 406
GET       /conductors/{}                         49  404      -     200      400 404 406

GET       /allocations                           52  404      -     200      400 404 406
POST      /allocations                           52  405      yes   201      400 406 409
GET       /allocations/{}                        52  404      -     200      400 404 406
PATCH     /allocations/{}                        57  405      yes   200      400 404 409
DELETE    /allocations/{}                        52  405      -     204      400 404 409

GET       /deploy_templates                      55  404      -     200      400 404 406
POST      /deploy_templates                      55  405      yes   201      400 409
GET       /deploy_templates/{}                   55  404      -     200      400 404 406
PATCH     /deploy_templates/{}                   55  405      yes   200      400 404 409
DELETE    /deploy_templates/{}                   55  405      -     204      400 404

GET       /runbooks                              92  404      -     200      400 404 406
POST      /runbooks                              92  405      yes   201      400 406 409
GET       /runbooks/{}                           92  404      -     200      400 404 406
PATCH     /runbooks/{}                           92  405      yes   200      400 404 409
DELETE    /runbooks/{}                           92  405      -     204      400 404
GET       /runbooks/{}/traits                   112  404      -     200      400 404
PUT       /runbooks/{}/traits                   112  404      yes   204      400 404
DELETE    /runbooks/{}/traits                   112  404      -     204      400 404
PUT       /runbooks/{}/traits/{}                112  404      none  204      400 404
DELETE    /runbooks/{}/traits/{}                112  404      -     204      400 404

GET       /inspection_rules                      96  404      -     200      400 404 406
POST      /inspection_rules                      96  405      yes   201      400 409
DELETE    /inspection_rules                      96  405      -     204      400
GET       /inspection_rules/{}                   96  404      -     200      400 404 406
PATCH     /inspection_rules/{}                   96  405      yes   200      400 404 409
DELETE    /inspection_rules/{}                   96  405      -     204      400 404

GET       /shards                                82  404      -     200      400
POST      /events                                54  404,405  yes   204      400
GET       /lookup                                22  404      -     200      400 404
POST      /heartbeat/{}                          22  404      yes   202      400 404 409
POST      /continue_inspection                    1  404      yes   202      400 404 409
"""
"""One line for each route. below: codes before `since`. body: yes needed, may be given, any object, none allowed,
- not read.
"""


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What Ironic answers on one route."""

    method: str
    path: str
    since: int
    below: frozenset[int]
    body: str
    success: int
    refusals: frozenset[int]


def _codes(text: str) -> frozenset[int]:
    return frozenset() if text == "-" else frozenset(int(code) for code in text.replace(",", " ").split())


def _expected(line: str) -> Expected:
    method, path, since, below, body, success, refusals = line.split(maxsplit=6)
    return Expected(
        method=method,
        path=path,
        since=int(since),
        below=_codes(below),
        body=body,
        success=int(success),
        refusals=_codes(refusals),
    )


EXPECTED = {
    (row.method, row.path): row
    for row in (_expected(line) for line in SURFACE.splitlines() if line and not line.startswith("#"))
}
"""By method and path, with {} in the open places."""
