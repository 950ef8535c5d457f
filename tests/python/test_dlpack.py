"""Tensors to and from NumPy by DLPack, and jax if it is installed."""

import gc

import extents_example as ext
import numpy as np
import pytest

try:
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_platforms", "cpu")
except ImportError:
    jax = None

with_jax = pytest.mark.skipif(jax is None, reason="jax is not installed")


def message(error, call, *arguments):
    with pytest.raises(error) as raised:
        call(*arguments)
    return str(raised.value)


def freed_by(work):
    gc.collect()
    before = ext.freed()
    work()
    gc.collect()
    return ext.freed() - before


class Older:
    """A library that knows no versions: its `__dlpack__` takes no arguments."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("library", [lambda a: a, Older])
def test_an_array_comes_in(library):
    whole = np.arange(6 * 20, dtype="f4").reshape(6, 20)
    for a in [
        whole[:, :8],
        whole[::2, 4:12],
        whole[::-1, 7::-1],
        np.asfortranarray(whole[:, 3:11]),
        whole[1:2, 5:13],
        np.zeros((0, 8), "f4"),
    ]:
        assert ext.sum_of_tensor(library(a)) == a.sum()
        address, strides, is_read_only = ext.place_of_tensor(library(a))
        if a.size > 0:
            assert address == a.ctypes.data
            assert [s for s, n in zip(strides, a.shape) if n > 1] == [
                s // 4 for s, n in zip(a.strides, a.shape) if n > 1
            ]
        assert is_read_only == (library is Older)


def test_what_comes_in_is_freed():
    class Kept(np.ndarray):
        alive = 0

        def __new__(cls):
            cls.alive += 1
            return np.zeros((2, 8), "f4").view(cls)

        def __del__(self):
            Kept.alive -= 1

    a = Kept.__new__(Kept)
    ext.sum_of_tensor(a)
    ext.pass_on(a)
    passed = ext.pass_on(a)
    message(ValueError, ext.sum_of_tensor, a[:, :7])
    del a
    gc.collect()
    # `passed` still has it.
    taken = np.from_dlpack(passed)
    assert taken.sum() == 0
    before = Kept.alive
    del passed, taken
    gc.collect()
    assert Kept.alive < before


def test_a_wrong_tensor_is_refused_in_words():
    zeros = np.zeros
    assert message(ValueError, ext.sum_of_tensor, zeros((3, 7), "f4")) == (
        "mode 1 should have extent 8, but has 7"
    )
    assert message(ValueError, ext.sum_of_tensor, zeros(8, "f4")) == "the rank should be 2, but is 1"
    wrong = "the elements should be f32, but are "
    for dtype, name in [("f8", "f64"), ("i4", "s32"), ("u1", "u8"), ("c8", "c64"), ("?", "pred")]:
        assert message(TypeError, ext.sum_of_tensor, zeros((3, 8), dtype)) == wrong + name
    for offset in range(1, 4):
        a = np.frombuffer(bytes(100), "f4", 24, offset).reshape(3, 8)
        assert "should begin at a multiple of 4 bytes" in message(ValueError, ext.sum_of_tensor, a)
    assert "__dlpack__" in message(AttributeError, ext.sum_of_tensor, [1.0])
    capsule = np.zeros(3).__dlpack__()

    class Twice:
        def __dlpack__(self, **_):
            return capsule

    message(TypeError, ext.sum_of_tensor, Twice())
    assert message(BufferError, ext.sum_of_tensor, Twice()) == "the capsule holds no tensor of DLPack"


def test_a_tensor_is_written_where_it_is():
    a = np.zeros((4, 6), "f4")
    ext.fill_tensor(a[1:3, ::2], 7)
    expected = np.zeros((4, 6), "f4")
    expected[1:3, ::2] = 7
    np.testing.assert_array_equal(a, expected)
    a.flags.writeable = False
    read_only = "the elements may be read, but not written"
    assert message(BufferError, ext.fill_tensor, a, 1) == read_only
    # A struct without flags does not say that they may be written.
    assert message(BufferError, ext.fill_tensor, Older(np.zeros(3, "f4")), 1) == read_only
    shared = np.lib.stride_tricks.as_strided(np.zeros(4, "f4"), (2, 3), (4, 4))
    assert "share" in message(ValueError, ext.fill_tensor, shared, 1)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_a_tensor_goes_out_without_a_copy_and_is_freed_once(n):
    def goes_out():
        tensor, address = ext.tensor(n, False)
        a = np.from_dlpack(tensor)
        assert a.shape == (n, 8) and a.dtype == np.float32
        assert a.ctypes.data == address or n == 0
        np.testing.assert_array_equal(a.ravel(), np.arange(8 * n))
        del tensor
        gc.collect()
        part = a[:, 2:4]
        del a
        np.testing.assert_array_equal(part, np.arange(8 * n).reshape(n, 8)[:, 2:4])
        before = ext.freed()
        del part
        gc.collect()
        assert ext.freed() == before + 1

    assert freed_by(goes_out) == 1


def test_what_nobody_takes_is_freed_once():
    def never_asked():
        ext.tensor(2, False)

    def never_taken():
        ext.tensor(2, False)[0].__dlpack__()
        ext.tensor(2, False)[0].__dlpack__(max_version=(1, 0))

    def taken_twice():
        tensor, _ = ext.tensor(2, False)
        np.from_dlpack(tensor)
        assert message(BufferError, np.from_dlpack, tensor) == "the tensor was taken before"

    assert (freed_by(never_asked), freed_by(never_taken), freed_by(taken_twice)) == (1, 2, 1)


def test_read_only_goes_out_read_only():
    tensor, _ = ext.tensor(2, True)
    # The older struct cannot say so, and the tensor stays for a newer one.
    assert message(BufferError, tensor.__dlpack__) == "the elements may be read, but not written"
    a = np.from_dlpack(tensor)
    assert not a.flags.writeable and a.sum() == 120
    b = np.from_dlpack(ext.tensor(2, False)[0])
    assert b.flags.writeable


def test_what_is_asked_for_and_not_given_is_refused():
    tensor, _ = ext.tensor(2, False)
    assert tensor.__dlpack_device__() == (1, 0)
    for arguments in [{"copy": True}, {"dl_device": (2, 0)}, {"stream": 1}]:
        with pytest.raises(BufferError):
            tensor.__dlpack__(**arguments)
    capsule = tensor.__dlpack__(max_version=(1, 0), dl_device=(1, 0), copy=False, stream=None)
    assert "dltensor_versioned" in repr(capsule)
    assert '"dltensor"' in repr(ext.tensor(2, False)[0].__dlpack__())


def test_a_tensor_goes_through():
    a = np.arange(24, dtype="i2").reshape(2, 3, 4)[:, ::-1]
    b = np.from_dlpack(ext.pass_on(a))
    np.testing.assert_array_equal(a, b)
    assert np.shares_memory(a, b)
    c = np.from_dlpack(ext.pass_on(ext.pass_on(Older(a))))
    np.testing.assert_array_equal(a, c)
    assert np.shares_memory(a, c)


@with_jax
def test_arrays_of_jax_come_in():
    a = jnp.arange(24, dtype="float32").reshape(3, 8)
    assert ext.sum_of_tensor(a) == 276
    assert ext.place_of_tensor(a)[0] == a.unsafe_buffer_pointer()
    assert message(ValueError, ext.sum_of_tensor, a.T) == "mode 1 should have extent 8, but has 3"
    assert message(TypeError, ext.sum_of_tensor, a.astype("bfloat16")) == (
        "the elements should be f32, but are bf16"
    )


@with_jax
def test_tensors_go_out_to_jax():
    a = jnp.from_dlpack(ext.tensor(4, False)[0])
    np.testing.assert_array_equal(a, np.arange(32).reshape(4, 8))
    assert ext.sum_of_tensor(a) == 496


@with_jax
@pytest.mark.parametrize("name", ["float32", "float64", "bfloat16", "float16", "int8", "uint32", "bool"])
def test_arrays_of_jax_go_through(name):
    with jax.enable_x64(True):
        a = (jnp.arange(24) % 2).astype(name).reshape(2, 3, 4)
        b = jnp.from_dlpack(ext.pass_on(a))
        assert b.dtype == a.dtype and b.shape == a.shape
        assert bool((a == b).all())
        assert b.unsafe_buffer_pointer() == a.unsafe_buffer_pointer()


@with_jax
def test_what_jax_has_is_freed_once():
    def goes_out():
        assert float(jnp.from_dlpack(ext.tensor(4, False)[0]).sum()) == 496

    assert freed_by(goes_out) == 1
