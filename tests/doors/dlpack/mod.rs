//! Managed tensors of DLPack, in and out, against structs that were generated from its header. `tests/python` exchanges them with
//! NumPy and others.
#![allow(clippy::type_complexity, reason = "the types are what is tested")]

mod gallery;
mod given;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlpack_ffi::{DLManagedTensor, DLManagedTensorVersioned, DLTensor};
use extents::dlpack::{DeviceId, ElementType, Managed, ManagedTensor};
use extents::error::DlpackError;
use extents::label::{i, j, k};
use extents::layout::{Canonical, ColMajor, Strided};
use extents::storage::placement::OnHeap;
use extents::storage::{Storage, StorageMut};
use extents::{
    DType, DynExtents, DynRankExtents, HasDType, InlineTensor, Mapping, ShapeError, StaticExtents,
    Tensor, contract, extents,
};
use given::{Data, Given};

use crate::counting::asked_by;

type Rows = StaticExtents![dyn, 3];

static_assertions::assert_impl_all!(Managed: Send, Sync);
static_assertions::assert_impl_all!(ManagedTensor<f32, Rows>: Send, Sync);
static_assertions::assert_not_impl_any!(ManagedTensor<*const u8, Rows>: Send, Sync);

/// What a tensor that was given away says in C.
fn in_c(pointer: std::ptr::NonNull<std::ffi::c_void>) -> (DLManagedTensorVersioned, DLTensor) {
    // SAFETY: a versioned struct, by what gave it away.
    let managed = unsafe { *pointer.as_ptr().cast::<DLManagedTensorVersioned>() };
    (managed, managed.dl_tensor)
}

/// The extents and strides that a struct points to.
fn numbers(tensor: &DLTensor) -> (Vec<i64>, Vec<i64>) {
    let rank = tensor.ndim as usize;
    // SAFETY: there are as many of both.
    let read = |pointer: *mut i64| unsafe { std::slice::from_raw_parts(pointer, rank).to_vec() };
    (read(tensor.shape), read(tensor.strides))
}

/// Frees it as C does.
fn delete(pointer: std::ptr::NonNull<std::ffi::c_void>) {
    let (managed, _) = in_c(pointer);
    // SAFETY: the deleter is called once.
    unsafe { managed.deleter.unwrap()(pointer.as_ptr().cast()) };
}

/// The codes are those of `DLDataTypeCode`, and the bits those of the type.
#[test]
fn each_type_of_elements_passes() {
    fn passes<T>(code: u8, values: [T; 4])
    where
        T: HasDType
            + bytemuck::NoUninit
            + bytemuck::CheckedBitPattern
            + PartialEq
            + std::fmt::Debug
            + Send
            + Sync,
    {
        let bits = 8 * size_of::<T>() as u8;
        let bytes = bytemuck::cast_slice(&values);
        let (managed, _) = Given::of((code, bits, 1), &[2, 2], bytes).versioned();
        let tensor = managed.unwrap().typed::<T, StaticExtents![2, dyn]>().unwrap();
        for (at, value) in values.iter().enumerate() {
            assert_eq!(&tensor.view()[[at / 2, at % 2]], value);
        }

        let tensor = Tensor::from_vec(extents![2, 2], values.to_vec()).unwrap();
        let pointer = Managed::new(tensor).unwrap().into_versioned();
        let (_, raw) = in_c(pointer);
        assert_eq!((raw.dtype.code, raw.dtype.bits, raw.dtype.lanes), (code, bits, 1));
        // SAFETY: four elements of `T`.
        let found = unsafe { std::slice::from_raw_parts(raw.data.cast::<T>(), 4) };
        assert_eq!(found, values);
        delete(pointer);
    }
    use half::{bf16, f16};
    use num_complex::Complex;
    passes(0, [1_i8, -2, 3, i8::MIN]);
    passes(0, [1_i16, -2, 3, i16::MIN]);
    passes(0, [1_i32, -2, 3, i32::MIN]);
    passes(0, [1_i64, -2, 3, i64::MIN]);
    passes(1, [1_u8, 2, 3, u8::MAX]);
    passes(1, [1_u16, 2, 3, u16::MAX]);
    passes(1, [1_u32, 2, 3, u32::MAX]);
    passes(1, [1_u64, 2, 3, u64::MAX]);
    passes(2, [f16::ONE, f16::MAX, f16::MIN, f16::INFINITY]);
    passes(2, [1.0_f32, -2.5, f32::MAX, f32::INFINITY]);
    passes(2, [1.0_f64, -2.5, f64::MAX, f64::INFINITY]);
    passes(4, [bf16::ONE, bf16::MAX, bf16::MIN, bf16::INFINITY]);
    passes(5, [Complex::new(1.0_f32, -1.0); 4]);
    passes(5, [Complex::new(1.0_f64, -1.0); 4]);
    passes(6, [true, false, false, true]);
    passes(10, [1.0, -2.0, 0.5, 448.0].map(float8::F8E4M3::from_f32));
    passes(12, [1.0, -2.0, 0.5, 4.0].map(float8::F8E5M2::from_f32));
}

/// `dlpack.h` has these codes, in this order, and bits for each type of XLA.
#[test]
fn codes_are_those_of_the_header() {
    use dlpack_ffi::DLDataTypeCode as C;
    for dtype in DType::all() {
        let code = match dtype {
            DType::Pred => C::kDLBool,
            DType::Bf16 => C::kDLBfloat,
            DType::C64 | DType::C128 => C::kDLComplex,
            DType::F16 | DType::F32 | DType::F64 => C::kDLFloat,
            DType::F8E3M4 => C::kDLFloat8_e3m4,
            DType::F8E4M3 => C::kDLFloat8_e4m3,
            DType::F8E4M3B11Fnuz => C::kDLFloat8_e4m3b11fnuz,
            DType::F8E4M3Fn => C::kDLFloat8_e4m3fn,
            DType::F8E4M3Fnuz => C::kDLFloat8_e4m3fnuz,
            DType::F8E5M2 => C::kDLFloat8_e5m2,
            DType::F8E5M2Fnuz => C::kDLFloat8_e5m2fnuz,
            DType::F8E8M0Fnu => C::kDLFloat8_e8m0fnu,
            DType::F4E2M1Fn => C::kDLFloat4_e2m1fn,
            integer if integer.name().starts_with('s') => C::kDLInt,
            integer if integer.name().starts_with('u') => C::kDLUInt,
            other => panic!("{other} has no code"),
        };
        let element = ElementType::of(dtype).unwrap();
        assert_eq!((u32::from(element.code), element.lanes), (code.0, 1), "{dtype}");
        assert_eq!(usize::from(element.bits), dtype.bits());
        assert_eq!(element.dtype(), Some(dtype));
    }
}

#[test]
fn strides_and_offsets_lead_to_the_elements() {
    // Each case with the numbers that indices lead to, by `offset + i * row + j * column`, written out.
    let cases: [(u64, [i64; 2], [i64; 2], &[f32]); 6] = [
        (0, [3, 2], [1, 3], &[0.0, 3.0, 1.0, 4.0, 2.0, 5.0]),
        (20, [2, 3], [-3, -1], &[5.0, 4.0, 3.0, 2.0, 1.0, 0.0]),
        (4, [2, 2], [3, 1], &[1.0, 2.0, 4.0, 5.0]),
        (8, [2, 2], [3, -2], &[2.0, 0.0, 5.0, 3.0]),
        (8, [1, 2], [i64::MAX, 3], &[2.0, 5.0]),
        (12, [2, 1], [-3, i64::MIN], &[3.0, 0.0]),
    ];
    for (byte_offset, shape, strides, expected) in cases {
        for is_versioned in [true, false] {
            let mut given = Given::floats();
            given.byte_offset = byte_offset;
            given.shape = Some(shape.to_vec());
            given.strides = Some(strides.to_vec());
            let (managed, deleted) =
                if is_versioned { given.versioned() } else { given.unversioned() };
            let tensor = managed.unwrap().typed::<f32, DynExtents<2>>().unwrap();
            assert!(tensor.view().iter().eq(expected), "{strides:?}: {:?}", tensor.view());
            assert_eq!(deleted.load(Ordering::SeqCst), 0);
            drop(tensor);
            assert_eq!(deleted.load(Ordering::SeqCst), 1);
        }
    }
}

#[test]
fn tensors_without_elements_and_without_modes_pass() {
    for (shape, strides) in
        [(vec![0, 3], Some(vec![i64::MAX, -7])), (vec![5, 0, 3], None), (vec![0], Some(vec![1]))]
    {
        let mut given = Given::of((2, 32, 1), &shape, &[]);
        (given.strides, given.data, given.byte_offset) = (strides, Data::At(0), u64::MAX);
        let managed = given.versioned().0.unwrap();
        let tensor = managed.typed::<f32, DynRankExtents>().unwrap();
        assert!(tensor.view().is_empty());
        let shape: Vec<usize> = shape.iter().map(|&extent| extent as usize).collect();
        assert_eq!(tensor.extents().as_slice(), shape);
    }
    let mut scalar = Given::of((2, 32, 1), &[], &7_f32.to_ne_bytes());
    (scalar.version, scalar.shape) = ((1, 3), None);
    let scalar = scalar.versioned().0.unwrap().typed::<f32, StaticExtents![]>().unwrap();
    assert_eq!(scalar.view()[[]], 7.0);

    let none = Tensor::<f32, _>::from_vec(DynExtents::new([0, 3]).unwrap(), vec![]).unwrap();
    let pointer = Managed::new(none).unwrap().into_versioned();
    let (_, raw) = in_c(pointer);
    assert!(raw.data.is_null());
    assert_eq!(numbers(&raw), (vec![0, 3], vec![3, 1]));
    delete(pointer);
    let scalar = Managed::new(Tensor::full(extents![], 7_u8).unwrap()).unwrap().into_versioned();
    assert_eq!(in_c(scalar).1.ndim, 0);
    delete(scalar);
    let null = Tensor::<f32, DynRankExtents>::from_vec(DynRankExtents::null(), vec![]).unwrap();
    assert_eq!(Managed::new(null).unwrap_err().error, DlpackError::Shape(ShapeError::Null));
}

#[test]
fn what_is_written_is_where_it_came_from() {
    let (managed, _) = Given::floats().versioned();
    let mut tensor = managed.unwrap().typed::<f32, Rows>().unwrap();
    let before = tensor.view().as_ptr();
    tensor.view_mut().unwrap()[[1, 0]] = 30.0;
    let pointer = tensor.into_managed().into_versioned();
    let (_, raw) = in_c(pointer);
    assert_eq!(raw.data.cast_const(), before.cast());
    // SAFETY: six elements.
    let all = unsafe { std::slice::from_raw_parts(raw.data.cast::<f32>(), 6) };
    assert_eq!(all, [0.0, 1.0, 2.0, 30.0, 4.0, 5.0]);
    delete(pointer);
}

/// Elements that are freed when the counter says so.
struct Counted(Vec<i32>, Arc<AtomicUsize>);
impl Drop for Counted {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::SeqCst);
    }
}
// SAFETY: nothing changes the length of the `Vec`.
unsafe impl Storage for Counted {
    type Elem = i32;
    type Placement = OnHeap;
    fn as_slice(&self) -> &[i32] {
        &self.0
    }
}
// SAFETY: the same elements.
unsafe impl StorageMut for Counted {
    fn as_mut_slice(&mut self) -> &mut [i32] {
        &mut self.0
    }
}

/// A tensor of three rows of two, 0 to 5 in row-major order, and how often it was freed.
fn counted() -> (Tensor<i32, StaticExtents![3, 2], ColMajor, Counted>, Arc<AtomicUsize>) {
    let freed = Arc::new(AtomicUsize::new(0));
    let storage = Counted(vec![0, 2, 4, 1, 3, 5], Arc::clone(&freed));
    (Tensor::from_storage(ColMajor.of(extents![3, 2]), storage).unwrap(), freed)
}

#[test]
fn a_tensor_goes_out_without_a_copy_and_is_freed_once() {
    let (tensor, freed) = counted();
    let elements = tensor.view().as_ptr();
    let pointer = Managed::new(tensor).unwrap().into_versioned();
    let (managed, raw) = in_c(pointer);
    assert_eq!((managed.version.major, managed.version.minor, managed.flags), (1, 1, 0));
    assert_eq!((raw.device.device_type.0, raw.device.device_id), (1, 0));
    assert_eq!(raw.data.cast_const(), elements.cast());
    assert_eq!((raw.byte_offset, raw.ndim), (0, 2));
    assert_eq!(numbers(&raw), (vec![3, 2], vec![1, 3]));
    assert_eq!(freed.load(Ordering::SeqCst), 0);
    delete(pointer);
    assert_eq!(freed.load(Ordering::SeqCst), 1);

    // Never given away, or given back.
    let (tensor, freed) = counted();
    drop(Managed::new(tensor).unwrap());
    assert_eq!(freed.load(Ordering::SeqCst), 1);
    let (tensor, freed) = counted();
    let pointer = Managed::new(tensor).unwrap().into_versioned();
    // SAFETY: it was given away a line above, and is used once.
    let back = unsafe { Managed::from_versioned(pointer.as_ptr()) }.unwrap();
    let back = back.typed::<i32, StaticExtents![3, dyn]>().unwrap();
    assert!(back.view().iter().eq(&[0, 1, 2, 3, 4, 5]));
    assert_eq!(freed.load(Ordering::SeqCst), 0);
    drop(back);
    assert_eq!(freed.load(Ordering::SeqCst), 1);
}

#[test]
fn the_older_struct_goes_around_the_newer_one_and_back() {
    let (tensor, freed) = counted();
    let elements = tensor.view().as_ptr();
    let pointer = Managed::new(tensor).unwrap().into_unversioned().unwrap();
    // SAFETY: an unversioned struct.
    let raw = unsafe { *pointer.as_ptr().cast::<DLManagedTensor>() };
    assert_eq!(raw.dl_tensor.data.cast_const(), elements.cast());
    assert_eq!(numbers(&raw.dl_tensor), (vec![3, 2], vec![1, 3]));
    // SAFETY: the deleter is called once.
    unsafe { raw.deleter.unwrap()(pointer.as_ptr().cast()) };
    assert_eq!(freed.load(Ordering::SeqCst), 1);

    // One that came in goes out as it is, or in a newer struct.
    let (managed, deleted) = Given::floats().unversioned();
    let pointer = managed.unwrap().into_unversioned().unwrap();
    // SAFETY: it was given away a line above, and is used once.
    let managed = unsafe { Managed::from_unversioned(pointer.as_ptr()) }.unwrap();
    let pointer = managed.into_versioned();
    let (raw, tensor) = in_c(pointer);
    assert_eq!((raw.version.major, raw.flags), (1, 1));
    assert_eq!(numbers(&tensor), (vec![2, 3], vec![3, 1]));
    assert_eq!(deleted.load(Ordering::SeqCst), 0);
    delete(pointer);
    assert_eq!(deleted.load(Ordering::SeqCst), 1);

    // What may only be read has no older struct.
    let (tensor, freed) = counted();
    let rejected = Managed::new_read_only(tensor).unwrap().into_unversioned().unwrap_err();
    assert_eq!(rejected.error, DlpackError::ReadOnly);
    assert!(rejected.value.is_read_only());
    drop(rejected);
    assert_eq!(freed.load(Ordering::SeqCst), 1);
}

#[test]
fn layouts_and_storages_go_out_as_they_are() {
    // Elements that move with the tensor into the box of the deleter.
    let inline: InlineTensor<i16, StaticExtents![2, 2]> =
        InlineTensor::inline_from_fn(|[row, column]| (10 * row + column) as i16);
    let managed = Managed::new(inline).unwrap();
    let mut tensor = managed.typed::<i16, StaticExtents![2, 2]>().unwrap();
    assert!(tensor.view().iter().eq(&[0, 1, 10, 11]));
    tensor.view_mut().unwrap()[[1, 1]] = 7;
    assert_eq!(tensor.view()[[1, 1]], 7);
    // Backwards: the pointer is to the element at the index of zeros.
    let mapping = Mapping::with_layout(extents![2, 3], Strided::new([-4, 1])).unwrap();
    let tensor = Tensor::from_slice(mapping, &[1, 2, 3, 0, 4, 5, 6]).unwrap();
    let pointer = Managed::new(tensor).unwrap().into_versioned();
    let (_, raw) = in_c(pointer);
    assert_eq!(numbers(&raw), (vec![2, 3], vec![-4, 1]));
    // SAFETY: there is the element at the index of zeros.
    assert_eq!(unsafe { *raw.data.cast::<i32>() }, 4);
    delete(pointer);
    // What two indices share may only be read.
    let mapping = Mapping::with_layout(extents![2, 3], Strided::new([0, 1])).unwrap();
    let managed = Managed::new(Tensor::from_slice(mapping, &[1, 2, 3]).unwrap()).unwrap();
    assert!(managed.is_read_only() && !managed.is_copied());
    let shared: &'static [i32] = &[1, 2, 3];
    let shared = Tensor::from_storage(extents![3], shared).unwrap();
    assert!(Managed::new_read_only(shared).unwrap().is_read_only());
}

#[test]
fn a_type_that_is_wrong_about_its_bits_is_refused() {
    #[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
    #[repr(transparent)]
    struct Wrong(u64);
    // SAFETY: any bytes are a value, and there are none between.
    unsafe impl bytemuck::Pod for Wrong {}
    impl HasDType for Wrong {
        const DTYPE: DType = DType::F32;
    }
    let rejected = Given::floats().versioned().0.unwrap().typed::<Wrong, Rows>().unwrap_err();
    let words = "elements of f32 take 32 bits, but the Rust type takes 64";
    assert_eq!(rejected.to_string(), words);
    let rejected = Managed::new(Tensor::full(extents![2], Wrong(1)).unwrap()).unwrap_err();
    assert_eq!(rejected.to_string(), words);
    assert_eq!(rejected.value[[1]].0, 1);
}

/// A storage whose elements are used again once it is dropped.
struct Pooled<T: Copy>(Vec<T>, Arc<std::sync::Mutex<Vec<T>>>);

// SAFETY: the elements are those of the list, which no one changes the length of.
unsafe impl<T: Copy> Storage for Pooled<T> {
    type Elem = T;
    type Placement = OnHeap;
    fn as_slice(&self) -> &[T] {
        &self.0
    }
}
// SAFETY: as above.
unsafe impl<T: Copy> StorageMut for Pooled<T> {
    fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.0
    }
}
impl<T: Copy> Drop for Pooled<T> {
    fn drop(&mut self) {
        self.1.lock().unwrap().append(&mut self.0);
    }
}

/// Whoever writes elements of the same type in DLPack may know another type in Rust.
#[test]
fn elements_are_not_written_that_their_owner_could_not_use() {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    enum Bit {
        Off = 1,
        On = 2,
    }
    // SAFETY: one byte, which is 1 or 2.
    unsafe impl bytemuck::NoUninit for Bit {}
    impl HasDType for Bit {
        const DTYPE: DType = DType::U8;
    }
    let pool = Arc::default();
    let bits = Pooled(vec![Bit::Off, Bit::On, Bit::Off], Arc::clone(&pool));
    let bits = Managed::new(Tensor::from_storage(extents![3], bits).unwrap()).unwrap();
    assert!(bits.is_read_only());
    let mut bytes = bits.typed::<u8, DynExtents<1>>().unwrap();
    assert!(matches!(bytes.view_mut(), Err(DlpackError::ReadOnly)));
    assert!(bytes.view().iter().eq(&[1, 2, 1]));
    drop(bytes);
    assert_eq!(*pool.lock().unwrap(), [Bit::Off, Bit::On, Bit::Off]);

    #[derive(Clone, Copy, Debug, bytemuck::Zeroable)]
    #[repr(transparent)]
    struct Flag(u8);
    // SAFETY: any byte is a value.
    unsafe impl bytemuck::Pod for Flag {}
    impl HasDType for Flag {
        const DTYPE: DType = DType::Pred;
    }
    let pool = Arc::default();
    let flags = Pooled(vec![true, false], Arc::clone(&pool));
    let flags = Managed::new(Tensor::from_storage(extents![2], flags).unwrap()).unwrap();
    let mut other = flags.typed::<Flag, DynExtents<1>>().unwrap();
    assert!(matches!(other.view_mut(), Err(DlpackError::ReadOnly)));
    let mut same = other.into_managed().typed::<bool, DynExtents<1>>().unwrap();
    same.view_mut().unwrap()[[1]] = true;
    drop(same);
    assert_eq!(*pool.lock().unwrap(), [true, true]);
}

#[test]
fn what_comes_in_is_an_operand_on_any_thread() {
    let (managed, deleted) = Given::floats().versioned();
    let a = managed.unwrap().typed::<f32, Rows>().unwrap();
    let b = Tensor::from_vec(extents![3, 2], vec![1.0, 0.0, 0.0, 1.0, 1.0, 1.0]).unwrap();
    std::thread::scope(|scope| {
        let product = scope.spawn(|| contract!(a[i, j] * b[j, k] => [i, k]).unwrap());
        // [[0, 1, 2], [3, 4, 5]] by [[1, 0], [0, 1], [1, 1]].
        assert_eq!(product.join().unwrap().as_slice(), [2.0, 3.0, 8.0, 9.0]);
    });
    std::thread::spawn(move || drop(a)).join().unwrap();
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
}

#[test]
fn what_a_tensor_says_can_be_asked_before() {
    let mut given = Given::floats();
    (given.flags, given.device) = (3, (2, 1));
    let (managed, _) = given.versioned();
    let managed = managed.unwrap();
    assert!(managed.is_read_only() && managed.is_copied());
    assert_eq!(managed.version(), Some((1, 1)));
    assert_eq!(managed.device(), DeviceId { kind: 2, number: 1 });
    assert_eq!(managed.element_type().dtype(), Some(DType::F32));
    assert_eq!(managed.extents().unwrap().as_slice(), [2, 3]);
    assert_eq!(
        format!("{managed:?}"),
        "Managed { version: Some((1, 1)), device: DeviceId { kind: 2, number: 1 }, element_type: ElementType { code: 2, bits: 32, lanes: 1 }, is_read_only: true, .. }"
    );
    let (managed, _) = Given::floats().unversioned();
    assert_eq!(managed.unwrap().version(), None);
}

#[test]
fn a_gibibyte_goes_out_and_in_with_few_allocations() {
    let tensor =
        Tensor::from_vec(extents![dyn 262_144, 1024].unwrap(), vec![0_f32; 1 << 28]).unwrap();
    let (asked, tensor) = asked_by(|| {
        let pointer = Managed::new(tensor).unwrap().into_versioned();
        // SAFETY: it was given away a line above, and is used once.
        let managed = unsafe { Managed::from_versioned(pointer.as_ptr()) }.unwrap();
        managed.typed::<f32, StaticExtents![dyn, 1024]>().unwrap()
    });
    assert_eq!(tensor.view()[[262_143, 1023]], 0.0);
    eprintln!("1 GiB out and in: {asked:?}");
    assert!(asked.times <= 2 && asked.bytes < 1 << 10, "{asked:?}");
}
