"""AES-256-GCM as it is used here, and the keys of one run, mode and direction.

    traffic key   HKDF-SHA256(secret, salt: run | mode, info: purpose, sender > receiver or group, place)
    nonce         boot epoch 4 | sequence 8 octets: no sender uses one twice, and no two share a key
    tag           of head, header and payload, which stay readable; a confidential payload is encrypted

Sources: NIST SP 800-38D (GCM), RFC 5869 (HKDF), CCSDS 352.0-B-2 (the algorithms).
"""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from telemetry.agreed.keys import SECRET_BYTES, TAG_BYTES

NONCE_BYTES = 12


class Cipher:
    """One traffic key."""

    __slots__ = ("_gcm",)

    def __init__(self, key: bytes) -> None:
        """Use a key of 32 octets."""
        self._gcm = AESGCM(key)

    def tag(self, nonce: bytes, octets: bytes) -> bytes:
        """Return the tag of octets that stay readable."""
        return self._gcm.encrypt(nonce, b"", octets)

    def proves(self, nonce: bytes, octets: bytes, tag: bytes) -> bool:
        """Return whether a tag is that of these octets."""
        try:
            self._gcm.decrypt(nonce, tag, octets)
        except InvalidTag:
            return False
        return True

    def encrypted(self, nonce: bytes, octets: bytes, payload: bytes) -> bytes:
        """Return a payload encrypted, with its tag, which covers octets before it too."""
        return self._gcm.encrypt(nonce, payload, octets)

    def decrypted(self, nonce: bytes, octets: bytes, sealed: bytes) -> bytes | None:
        """Return the payload; None: it is not what was encrypted, or not behind these octets."""
        try:
            return self._gcm.decrypt(nonce, sealed, octets)
        except InvalidTag:
            return None


NO_TAG = bytes(TAG_BYTES)


def derived(secret: bytes, *, salt: bytes, info: str) -> bytes:
    """Return another 32 octets from a secret, for one purpose."""
    return HKDF(algorithm=SHA256(), length=SECRET_BYTES, salt=salt, info=info.encode()).derive(secret)
