"""Packs a folder of Python packages, without compiled files, into a zip: `packages.py FOLDER ZIP`. The same packages give the
same bytes."""

import pathlib
import sys
import zipfile

# Of Pygments, what pytest asks for.
LEXERS = {"__init__.py", "_mapping.py", "python.py", "diff.py"}


def is_wanted(name):
    if "__pycache__" in name.parts or name.parts[0] == "bin":
        return False
    return name.parts[:2] != ("pygments", "lexers") or name.name in LEXERS


folder, target = map(pathlib.Path, sys.argv[1:])
files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as zip:
    for path in files:
        name = path.relative_to(folder)
        if is_wanted(name):
            zip.writestr(zipfile.ZipInfo(str(name)), path.read_bytes(), zipfile.ZIP_DEFLATED)
