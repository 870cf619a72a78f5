"""The file: a ZIP of named pieces. The same pieces make the same bytes; nothing is unpacked to a disk.

Raises `Unusable` for whatever cannot be trusted: more or larger pieces than allowed, names that no export uses, pieces
whose digest is another than the manifest says.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import re
import zipfile
import zlib
from collections.abc import Mapping

import msgspec
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from . import shapes

FORMAT, VERSION = "sortie-campaign", 1
MANIFEST, SIGNATURE = "manifest.json", "signature"
MIB = 1 << 20
FILE, WHOLE, PIECES = 64 * MIB, 256 * MIB, 4_000
"""Bytes of the file and of all pieces together; number of pieces."""
NAME = re.compile(r"(?:[a-z]+/)?[a-z0-9]{1,64}(?:\.[a-z]{1,5})?\Z")
MOMENT = (1980, 1, 1, 0, 0, 0)
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
"""What a ZIP that is none, or half of one, raises."""
_SALT = "sortie.campaign.file"
_PIECE = 1 << 16


class Unusable(Exception):
    """Nothing was stored; the text says what is wrong, where, and what to do."""


def write(pieces: Mapping[str, bytes]) -> bytes:
    """The file of these pieces. Raises Unusable for one that could not be read again."""
    if len(pieces) > PIECES - 2 or sum(map(len, pieces.values())) > WHOLE:
        raise _too_large(WHOLE)
    listed = {name: hashlib.sha256(data).hexdigest() for name, data in pieces.items()}
    manifest = msgspec.json.encode(shapes.Manifest(FORMAT, VERSION, listed), order="sorted")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in {MANIFEST: manifest, SIGNATURE: _signature(manifest).encode(), **pieces}.items():
            packed.writestr(zipfile.ZipInfo(name, MOMENT), data, zipfile.ZIP_DEFLATED)
    made = out.getvalue()
    if len(made) > FILE:
        raise _too_large(FILE)
    return made


def _too_large(most: int) -> Unusable:
    return Unusable(
        _(
            "The campaign is too large for one file, which has at most %(n)s MB. Take pictures of maps and handouts "
            "away that you need no more, or delete maps, and try again."
        )
        % {"n": most // MIB}
    )


def read(data: bytes) -> tuple[dict[str, bytes], bool]:
    """(pieces, whether this site wrote the file and nobody changed it since). Raises Unusable."""
    if len(data) > FILE:
        raise Unusable(_("The file is larger than %(n)s MB.") % {"n": FILE // MIB})
    try:
        found = _unpacked(data)
    except BROKEN as problem:
        raise Unusable(
            _("This is no campaign file, or a part of it is missing. Choose the file as it was downloaded.")
        ) from problem
    manifest, signature = found.pop(MANIFEST, b""), found.pop(SIGNATURE, b"")
    try:
        listed = msgspec.json.decode(manifest, type=shapes.Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise Unusable(_("The file has no readable list of its parts: it is no campaign file.")) from problem
    if listed.format != FORMAT:
        raise Unusable(_("This is no campaign file."))
    if listed.version > VERSION:
        raise Unusable(_("A newer release of Sortie wrote this file. Update this site first."))
    for name in sorted({*listed.files, *found}):
        if name not in found or hashlib.sha256(found[name]).hexdigest() != listed.files.get(name):
            raise Unusable(_("The part “%(name)s” was changed, or is missing.") % {"name": name})
    return found, hmac.compare_digest(signature, _signature(manifest).encode())


def _signature(manifest: bytes) -> str:
    return salted_hmac(_SALT, manifest, algorithm="sha256").hexdigest()


def _unpacked(data: bytes) -> dict[str, bytes]:
    """Every piece, counted as it is unpacked: what a header says of its size is only a claim."""
    found: dict[str, bytes] = {}
    left = WHOLE
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        entries = packed.infolist()
        if len(entries) > PIECES:
            raise Unusable(_("The file has more than %(n)s parts.") % {"n": PIECES})
        for entry in entries:
            if not NAME.match(entry.filename) or entry.filename in found or entry.flag_bits & 0x1:
                raise Unusable(_("The file has a part that no export writes: it is no campaign file."))
            out = io.BytesIO()
            with packed.open(entry) as piece:
                while block := piece.read(_PIECE):
                    left -= len(block)
                    if left < 0:
                        raise Unusable(_("Unpacked, the file is larger than %(n)s MB.") % {"n": WHOLE // MIB})
                    out.write(block)
            found[entry.filename] = out.getvalue()
    return found
