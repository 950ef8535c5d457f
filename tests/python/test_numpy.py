"""Arrays of NumPy as arguments and results. What is expected is computed by NumPy, or written out."""

import subprocess
import sys
import threading
import tracemalloc

import extents_example as ext
import numpy as np
import pytest

RNG = np.random.default_rng(1)


def message(error, call, *arguments):
    with pytest.raises(error) as raised:
        call(*arguments)
    return str(raised.value)


def rows(n):
    return RNG.standard_normal((n, 8)).astype("f4")


@pytest.mark.parametrize("n", [0, 1, 3, 100])
def test_results_agree_with_numpy(n):
    a = rows(n)
    sums = ext.row_sums(a)
    assert sums.dtype == np.float32 and sums.shape == (n,)
    np.testing.assert_allclose(sums, a.sum(axis=1), rtol=1e-5, atol=1e-5)
    b, c = RNG.standard_normal((n, 5)), RNG.standard_normal((5, 7))
    np.testing.assert_allclose(ext.product(b, c), b @ c, rtol=1e-12, atol=1e-12)


def test_any_strides_will_do():
    whole = np.arange(6 * 20, dtype="f4").reshape(6, 20)
    for a in [
        whole[:, :8],
        whole[::2, 4:12],
        whole[::-1, 7::-1],
        np.asfortranarray(whole[:, 3:11]),
        np.broadcast_to(whole[0, :8], (4, 8)),
        whole[1:2, ::-2][:, :8],
        np.lib.stride_tricks.sliding_window_view(whole[0], 8),
        whole[:0, :8],
    ]:
        np.testing.assert_allclose(ext.row_sums(a), a.sum(axis=1))
        assert ext.address(a) == a.ctypes.data or a.size == 0
    # A stride that no element could have, where nothing moves.
    odd = np.lib.stride_tricks.as_strided(whole[0, :8], (1, 8), (7, 4))
    np.testing.assert_allclose(ext.row_sums(odd), [28])


def test_a_wrong_array_is_refused_in_words():
    assert message(ValueError, ext.row_sums, rows(3)[:, :7]) == "mode 1 should have extent 8, but has 7"
    assert message(ValueError, ext.row_sums, rows(3)[0]) == "the rank should be 2, but is 1"
    assert message(ValueError, ext.row_sums, rows(3)[None]) == "the rank should be 2, but is 3"
    assert message(ValueError, ext.row_sums, np.array(1, "f4")) == "the rank should be 2, but is 0"
    wrong = "the elements should be float32, but are "
    for dtype in ["float64", "int32", "float16", "complex64", "bool", "object", "datetime64[s]"]:
        assert message(TypeError, ext.row_sums, np.zeros((3, 8), dtype)) == wrong + dtype
    swapped = message(TypeError, ext.row_sums, rows(3).astype(">f4"))
    assert swapped == wrong + ">f4 of the other byte order"
    no_array = "the argument should be an array of NumPy, but is "
    assert message(TypeError, ext.row_sums, [[1.0] * 8]) == no_array + "`list`"
    assert message(TypeError, ext.row_sums, None) == no_array + "`NoneType`"
    # Which argument it is stands below.
    with pytest.raises(ValueError) as raised:
        ext.product(np.ones((2, 3)), np.ones(3))
    assert "'b'" in str(raised.value.__notes__)
    # A contraction names the label.
    error = message(ValueError, ext.product, np.ones((2, 3)), np.ones((4, 5)))
    assert "`j`" in error and "3" in error and "4" in error, error


def test_elements_that_are_not_aligned_are_refused():
    buffer = bytes(4 * 24 + 4)
    for offset in range(1, 4):
        a = np.frombuffer(buffer, "f4", 24, offset).reshape(3, 8)
        remainder = a.ctypes.data % 4
        assert message(ValueError, ext.row_sums, a) == (
            f"the elements should begin at a multiple of 4 bytes, but begin {remainder} bytes after one"
        )
    # Fields between others: of 8 bytes each, 12 apart, and aligned to 4.
    records = np.zeros((5,), np.dtype([("value", "c8"), ("other", "f4")]))
    assert message(ValueError, ext.read, records["value"], "complex64") == (
        "mode 0 has a stride of 12 bytes, which is not a multiple of the 8 bytes of an element: copy the array"
    )
    assert ext.read(np.array([1 + 2j], "c8"), "complex64") == ["1+2i"]
    records = np.zeros((5,), np.dtype([("value", "f4"), ("other", "f4")]))
    records["value"] = range(5)
    assert ext.read(records["value"], "float32") == ["0", "1", "2", "3", "4"]


def test_each_type_of_elements_passes():
    for name in ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]:
        limits = np.iinfo(name)
        a = np.array([limits.min, 0, 7, limits.max], name)
        assert ext.read(a, name) == [str(element) for element in a.tolist()]
    for name in ["float16", "float32", "float64"]:
        assert ext.read(np.array([0.5, -2, np.inf], name), name) == ["0.5", "-2", "inf"]
    assert ext.read(np.array([1 - 2j], "complex128"), "complex128") == ["1-2i"]
    assert ext.read(np.array([True, False]), "bool") == ["true", "false"]
    names = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
    names += ["float16", "float32", "float64", "complex64", "complex128"]
    for found in names:
        for expected in names:
            if found != expected:
                error = message(TypeError, ext.read, np.zeros(3, found), expected)
                assert error == f"the elements should be {expected}, but are {found}"


def test_bytes_that_are_not_a_bool_are_refused():
    a = np.array([0, 1, 1, 0, 2, 1], "u1")
    assert message(ValueError, ext.count, a.view(bool)) == "the bytes of element 4 are not a value of its type"
    assert ext.count(a[:4].view(bool)) == 2
    # The wrong one is between those of the array.
    assert ext.count(a[::2][:2].view(bool)) == 1
    # One element, however often it is repeated.
    assert ext.count(np.broadcast_to(np.True_, (3, 5))) == 15


def test_an_array_is_written_where_it_is():
    a = np.arange(12.0).reshape(3, 4)
    ext.scale(a[:, 1::2], 10.0)
    expected = np.arange(12.0).reshape(3, 4)
    expected[:, [1, 3]] *= 10
    np.testing.assert_array_equal(a, expected)
    ext.write(a[0], a[2])
    np.testing.assert_array_equal(a[2], a[0])


def test_what_may_not_be_written_is_refused():
    a = np.ones((2, 3))
    a.flags.writeable = False
    assert message(ValueError, ext.scale, a, 2.0) == "the array may be read, but not written"
    assert ext.product(a, np.ones((3, 1))).tolist() == [[3], [3]]
    shared = np.lib.stride_tricks.as_strided(np.ones(4), (2, 3), (8, 8))
    error = message(ValueError, ext.scale, shared, 2.0)
    assert error == "two indices of the mapping share an element, so it cannot be changed"


def test_arguments_that_share_elements_are_refused():
    a = np.arange(8.0)
    shared = "the array shares elements with one that is in use"
    for source, target in [(a, a), (a[2:6], a[:4]), (a[::-1], a), (a[:1], a[:1])]:
        assert message(ValueError, ext.write, source, target) == shared
    # However they are come by.
    windows = np.lib.stride_tricks.sliding_window_view(a, 3)
    others = [np.from_dlpack(a), np.asarray(memoryview(a))[::-1], np.frombuffer(a.data), windows[:, 2]]
    for other in others:
        assert message(ValueError, ext.write, other, a[: len(other)]) == shared
    np.testing.assert_array_equal(a, np.arange(8.0))
    # Of other types.
    z = np.arange(4) + 1j
    for factors in [z.real, z.imag, z.imag[::-1], np.broadcast_to(z.imag[2:3], (4,))]:
        assert message(ValueError, ext.scale_each, z, factors) == shared
    assert message(ValueError, ext.scale_each, z.view("f8")[1:-1].view("c16"), z.real[1:]) == shared
    ext.scale_each(z[:2], z.imag[2:])
    ext.scale_each(z[:3], z[3:].real)
    np.testing.assert_array_equal(z, [3j, 1 + 1j, 2 + 1j, 3 + 1j])
    # Parts that share nothing, and what was in use before.
    ext.write(a[:4], a[4:])
    ext.write(a[1::2], a[::2])
    np.testing.assert_array_equal(a, [1, 1, 3, 3, 1, 1, 3, 3])
    # The same elements may be read twice.
    b = np.arange(9.0).reshape(3, 3)
    np.testing.assert_allclose(ext.product(b, b), b @ b)


def test_arrays_without_a_step_pass():
    a = np.broadcast_to(np.ones(1), (2, 2))
    np.testing.assert_array_equal(ext.product(a, a), a @ a)
    # Of one array, each of the only element that begins there.
    memory = np.zeros(16, "u1")
    a, b = [np.broadcast_to(memory[begin : begin + 8].view("f8"), (2, 2)) for begin in [0, 4]]
    assert "at a multiple of 8 bytes" in message(ValueError, ext.product, a, b)
    z = np.array([3 + 1j])
    assert ext.read(np.broadcast_to(z, (2,)), "complex128") == ["3+1i", "3+1i"]
    scalar = np.array(2.0)
    ext.scale(scalar, 3.0)
    assert scalar == 6.0


def test_an_argument_that_gets_another_shape_meanwhile_stays():
    a = np.full(1, 3.0)

    class Factor:
        def __float__(self):
            a.shape = ()
            return 5.0

    assert ext.scaled_sum(a, Factor()) == 15.0
    ext.scale(a, 2.0)
    assert a.shape == () and a == 6.0


@pytest.mark.parametrize("by_columns", [False, True])
def test_results_are_not_copied(by_columns):
    array, address = ext.table(300, 20, by_columns)
    assert array.ctypes.data == address
    assert array.flags.f_contiguous == by_columns and array.flags.c_contiguous != by_columns
    expected = np.add.outer(100.0 * np.arange(300), np.arange(20.0))
    np.testing.assert_array_equal(array, expected)
    # It is an array as others are: writable, and alive as long as a part of it is.
    array += 1
    part = array[1:, 2:]
    del array
    np.testing.assert_array_equal(part, expected[1:, 2:] + 1)


def test_scalars_and_arrays_without_elements_come_out():
    for shape in [(), (0,), (3, 0, 2), (1,) * 32]:
        array = ext.ones(list(shape))
        assert array.shape == shape and array.dtype == np.float32
        np.testing.assert_array_equal(array, np.ones(shape, "f4"))
    assert message(ValueError, ext.ones, [1] * 33) == (
        "an array has at most 32 modes, but the tensor has 33"
    )
    assert "more than" in message(ValueError, ext.ones, [2**40, 2**40])
    assert "4398046511104" in message(MemoryError, ext.ones, [2**42])


def test_arguments_are_released_after_errors_and_in_threads():
    a = rows(64)
    for _ in range(3):
        message(ValueError, ext.row_sums, a[:, :7])
    whole = np.ones((4, 4))
    for _ in range(3):
        message(ValueError, ext.write, whole[0], whole[1, :3])
        ext.scale(whole, 1.0)
    found = []
    threads = [threading.Thread(target=lambda: found.append(ext.row_sums(a))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    for sums in found:
        np.testing.assert_allclose(sums, a.sum(axis=1), rtol=1e-5, atol=1e-5)


def test_a_gibibyte_comes_in_and_goes_out_with_few_allocations():
    a = np.zeros((262144, 1024), "f4")
    assert a.nbytes == 2**30
    # What Python is asked for beside: objects of a few bytes, not elements.
    tracemalloc.start()
    try:
        for cost in [ext.cost_of_view, ext.cost_of_tensor]:
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            times, size, last = cost(a)
            peak = tracemalloc.get_traced_memory()[1] - before
            print(f"{cost.__name__}: {times} allocations of {size} bytes, {peak} bytes of Python")
            assert times <= 16 and size < 2**10 and peak < 2**14 and last == 0
    finally:
        tracemalloc.stop()
    del a
    times, size, array = ext.cost_of_result(262144)
    print(f"result: {times} allocations of {size} bytes")
    assert times <= 16 and size < 2**10
    assert array.nbytes == 2**30 and array[-1, -1] == 0


def test_a_type_that_no_package_brings_is_an_error():
    program = """
import sys
sys.modules["ml_dtypes"] = None
import extents_example as ext
import numpy as np
for _ in range(2):
    try:
        ext.brain_floats()
    except TypeError as error:
        print(error)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines() == ["data type 'bfloat16' not understood"] * 2


def test_elements_of_another_package_are_given():
    pytest.importorskip("ml_dtypes")
    result = ext.brain_floats()
    assert result.dtype == np.dtype("bfloat16")
    assert result.astype(np.float32).tolist() == [0.5, 1.5]
