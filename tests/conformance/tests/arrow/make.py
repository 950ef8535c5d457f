"""Writes the files of `data/` by pyarrow, and checks those that tests write. `main.rs` beside it says which.

    python3 make.py FOLDER           writes the files
    python3 make.py --check FOLDER   reads the files that tests wrote

The element of tensor n at the index (i, j) is 100 n + 10 i + j, and so on for more modes; floats are an eighth of it.
"""
import json
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa

TYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]
VARIABLE = [(2, 3), (0, 4), (1, 1), (3, 2)]


def elements(shape, n):
    index = np.indices(shape)
    digits = sum(axis * 10 ** (len(shape) - 1 - k) for k, axis in enumerate(index))
    return digits + n * 10 ** len(shape)


def tensors(shape, dtype, count=2):
    whole = np.stack([elements(shape, n) for n in range(count)])
    return (whole / 8).astype(dtype) if dtype[0] == "f" else whole.astype(dtype)


def storage(array, size):
    """Lists of this size, in the order of the memory of an array."""
    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(array).ravel()), size)


def write_all(path, columns):
    arrays, fields = zip(*((array, field) for array, field in columns))
    schema = pa.schema(fields)
    with pa.ipc.new_stream(path, schema) as stream:
        stream.write_batch(pa.record_batch(list(arrays), schema=schema))


def plain(name, array):
    return array, pa.field(name, array.type)


def write(folder):
    columns = []
    for dtype in TYPES:
        array = pa.FixedShapeTensorArray.from_numpy_ndarray(tensors((2, 3), dtype))
        columns.append(plain(dtype, array))
    # By the strides of NumPy, which pyarrow turns into a permutation; one that is its own inverse.
    swapped = np.ascontiguousarray(tensors((2, 3), "i4").transpose(0, 2, 1)).transpose(0, 2, 1)
    columns.append(plain("swapped", pa.FixedShapeTensorArray.from_numpy_ndarray(swapped)))
    # By the text of the format: mode i is mode permutation[i] in memory.
    turned = tensors((4, 2, 3), "i4")
    kind = pa.fixed_shape_tensor(pa.int32(), [2, 3, 4], dim_names=["C", "H", "W"], permutation=[2, 0, 1])
    array = pa.ExtensionArray.from_storage(kind, storage(turned.transpose(0, 2, 3, 1), 24))
    columns.append(plain("turned", array))
    kind = pa.fixed_shape_tensor(pa.int32(), [2, 3], dim_names=["Y", "X"])
    columns.append(plain("named", pa.ExtensionArray.from_storage(kind, storage(tensors((2, 3), "i4"), 6))))
    nulls = pa.array([[0, 1, 2, 3, 4, 5], None], pa.list_(pa.int32(), 6))
    kind = pa.fixed_shape_tensor(pa.int32(), [2, 3])
    columns.append(plain("nulls", pa.ExtensionArray.from_storage(kind, nulls)))
    write_all(folder / "fixed.arrows", columns)

    columns = []
    for dtype in ["u1", "f4"]:
        data = pa.array([elements(shape, n).astype(dtype).ravel() for n, shape in enumerate(VARIABLE)])
        columns.append(variable(dtype, data, VARIABLE, {}))
    data = pa.array([elements(shape, n).T.astype("i8").ravel() for n, shape in enumerate(VARIABLE)])
    shapes = [shape[::-1] for shape in VARIABLE]
    metadata = {"permutation": [1, 0], "dim_names": ["x", "y"], "uniform_shape": [None, None]}
    columns.append(variable("swapped", data, shapes, metadata))
    write_all(folder / "variable.arrows", columns)


def variable(name, data, shapes, metadata):
    """A column of `arrow.variable_shape_tensor`, for which pyarrow has no class."""
    shape = pa.array([list(shape) for shape in shapes], pa.list_(pa.int32(), 2))
    array = pa.StructArray.from_arrays([data, shape], ["data", "shape"])
    entries = {"ARROW:extension:name": "arrow.variable_shape_tensor", "ARROW:extension:metadata": json.dumps(metadata)}
    return array, pa.field(name, array.type, metadata=entries)


def check(folder):
    with pa.ipc.open_stream(folder / "fixed.arrows") as stream:
        batch = stream.read_next_batch()
    for name in TYPES + ["swapped"]:
        array = batch.column(name)
        assert isinstance(array, pa.FixedShapeTensorArray), (name, array.type)
        expected = tensors((2, 3), "i4" if name == "swapped" else name)
        found = array.to_numpy_ndarray()
        assert found.dtype == expected.dtype and np.array_equal(found, expected), (name, found)
    assert batch.column("swapped").type.permutation == [1, 0]
    assert batch.column("swapped").type.shape == [3, 2]
    assert batch.column("swapped").type.dim_names == ["X", "Y"]
    with pa.ipc.open_stream(folder / "variable.arrows") as stream:
        schema, batch = stream.schema, stream.read_next_batch()
    batch.validate(full=True)
    # Its library has the type, though it has no class in Python.
    kind = str(schema.field("ragged").type)
    assert kind == "extension<arrow.variable_shape_tensor[value_type=int32, ndim=2, dim_names=[y,x]]>", kind
    for n, (row, shape) in enumerate(zip(batch.column("ragged").storage.to_pylist(), VARIABLE)):
        assert row["shape"] == list(shape), row
        assert row["data"] == elements(shape, n).ravel().tolist(), row
    print("checked")


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        check(Path(sys.argv[2]))
    else:
        write(Path(sys.argv[1]))
