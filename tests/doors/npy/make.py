"""Writes the files of this folder by NumPy, and checks those that tests write. `tests/doors/npy/mod.rs` says which.

    python3 make.py FOLDER           writes the files
    python3 make.py --check FOLDER   reads all files of a folder, which should hold the same elements
"""
import sys
from pathlib import Path

import numpy as np

CODES = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]


def elements(code, shape):
    """The element at position p in row-major order, as the tests in Rust define it."""
    p = np.arange(int(np.prod(shape)))
    if code == "b1":
        flat = p % 3 == 0
    elif code[0] == "i":
        flat = p * 5 - 60
    elif code[0] == "u":
        flat = p * 10
    elif code[0] == "f":
        flat = p * 0.5 - 3
    else:
        flat = (p * 0.5 - 3) + 1j * p
    return flat.astype(code).reshape(shape)


def write(folder):
    members = {}
    for code in CODES:
        for end in "<>":
            for order in "CF":
                array = np.asarray(elements(code, (2, 3, 4)).astype(end + code), order=order)
                members[f"{'little' if end == '<' else 'big'}-{code}-{order}"] = array
    np.savez_compressed(folder / "types.npz", **members)
    np.savez(folder / "stored.npz", first=elements("f4", (2, 3)), second=elements("i8", ()))
    np.save(folder / "rows.npy", elements("f4", (2, 3, 4)))
    np.save(folder / "columns.npy", np.asfortranarray(elements("f4", (2, 3, 4))))
    np.save(folder / "big.npy", elements("f4", (2, 3, 4)).astype(">f4"))
    np.save(folder / "bool.npy", elements("b1", (5,)))
    np.save(folder / "scalar.npy", elements("f8", ()))
    np.save(folder / "empty.npy", elements("i2", (0, 3)))
    np.save(folder / "record.npy", np.zeros(2, dtype=[("x", "<f4"), ("y", "<i4")]))
    np.save(folder / "text.npy", np.array(["ab", "c"]))
    try:
        import ml_dtypes

        np.save(folder / "bfloat16.npy", elements("f4", (2, 3, 4)).astype(ml_dtypes.bfloat16))
    except ImportError:
        print("without ml_dtypes, bfloat16.npy stays as it is")
    for version in [(2, 0), (3, 0)]:
        with open(folder / f"version{version[0]}.npy", "wb") as file:
            np.lib.format.write_array(file, elements("u2", (3, 2)), version=version)


def check(folder):
    for path in sorted(folder.glob("*.npy")):
        code, order = path.stem.split("-")
        array = np.load(path, allow_pickle=False)
        expected = elements(code, (2, 3, 4))
        assert array.dtype == expected.dtype, (path, array.dtype)
        assert array.shape == (2, 3, 4) and np.array_equal(array, expected), path
        assert array.flags.f_contiguous == (order == "F"), path
    for path in sorted(folder.glob("*.npz")):
        with np.load(path, allow_pickle=False) as archive:
            assert sorted(archive.files) == ["first", "second"], archive.files
            assert np.array_equal(archive["first"], elements("f4", (2, 3, 4)))
            assert np.array_equal(archive["second"], elements("b1", (2, 3, 4)))
    print("checked")


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        check(Path(sys.argv[2]))
    else:
        write(Path(sys.argv[1]))
