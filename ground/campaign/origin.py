"""What flies a seed: the package's files by their digest, and the target of its kernels."""

import hashlib
from functools import cache
from pathlib import Path

from ground.run.kept.version import software_version
from predictor.compiler.jit_cache import machine_code
from predictor.compiler.jit_target import target
from telemetry.files.settings import read_file

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("ground", "haptics", "planner", "predictor", "scenarios", "telemetry")
CODE = (".py", ".toml")
DIGITS = 16


@cache
def package_digest() -> str:
    """Return a digest of every file of the package that a flight can depend on."""
    digest = hashlib.blake2b(digest_size=DIGITS // 2)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.suffix in CODE and path.is_file():
                name = path.relative_to(ROOT).as_posix().encode()
                content = read_file(path)
                digest.update(len(name).to_bytes(4, "big") + name + len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()


@cache
def kernel_target() -> str:
    """Return what the kernels are compiled for, and a digest of what they are and what compiles them."""
    return f"{target()} {machine_code()}"


@cache
def software() -> str:
    """Return the version that flies, and the digest of its files."""
    return f"{software_version()} ({package_digest()})"
