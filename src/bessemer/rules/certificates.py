"""Whether a text is one certificate, or a few, in the form in which agents send theirs."""

import base64
import binascii
import re

LONGEST = 16 * 1024
MOST = 8
BLOCK = re.compile(r"-----BEGIN CERTIFICATE-----\s+([A-Za-z0-9+/=\s]+?)-----END CERTIFICATE-----\s*")
SEQUENCE = b"\x30"
"""How everything begins that DER writes as a sequence, as a certificate is."""


def certificate_fault(text: str) -> str | None:
    """Say what is wrong with the text; None when it has the form of PEM. Whether TLS can use it shows when it does."""
    if len(text) > LONGEST:
        return f"it is longer than {LONGEST} characters"
    blocks = BLOCK.findall(text)
    if not blocks or len(blocks) > MOST or BLOCK.sub("", text).strip():
        return f"it must hold from one to {MOST} certificates in PEM form, and nothing else"
    if not all(_is_der(block) for block in blocks):
        return "it holds something that is no certificate"
    return None


def _is_der(block: str) -> bool:
    try:
        return base64.b64decode("".join(block.split()), validate=True).startswith(SEQUENCE)
    except binascii.Error:
        return False
