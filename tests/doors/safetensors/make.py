"""Writes the file of this folder by the Python package `safetensors`, and checks those that tests write.

    python3 make.py FILE           writes the file
    python3 make.py --check FILE   reads a file, which should hold the same tensors
"""
import sys

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file

TYPES = {"BOOL": "b1", "I8": "i1", "I16": "i2", "I32": "i4", "I64": "i8", "U8": "u1", "U16": "u2", "U32": "u4",
         "U64": "u8", "F16": "f2", "F32": "f4", "F64": "f8"}


def elements(code, shape):
    """The element at position p in row-major order, as the tests in Rust define it."""
    p = np.arange(int(np.prod(shape)))
    flat = {"b": p % 3 == 0, "i": p * 5 - 60, "u": p * 10, "f": p * 0.5 - 3}[code[0]]
    return flat.astype(code).reshape(shape)


def tensors():
    found = {name: elements(code, (2, 3, 4)) for name, code in TYPES.items()}
    found["scalar"] = elements("f4", ())
    found["empty"] = elements("i2", (0, 3))
    return found


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        with safe_open(sys.argv[2], "numpy") as file:
            assert sorted(file.keys()) == sorted(tensors()), file.keys()
            assert file.metadata() == {"made by": "a test"}, file.metadata()
            for name, expected in tensors().items():
                found = file.get_tensor(name)
                assert found.dtype == expected.dtype and found.shape == expected.shape, name
                assert np.array_equal(found, expected), name
        print("checked")
    else:
        save_file(tensors(), sys.argv[1], metadata={"made by": "a test"})
