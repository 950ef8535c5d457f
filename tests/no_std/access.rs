//! Elements under a mapping: views and tensors, how they are made, addressed, changed and dropped.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::Quantity;
use std::any::TypeId;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

use crate::oracle::{self, Order};
use extents::layout::{Canonical, ColMajor, RowMajor, TrustedLayout};
use extents::storage::placement::OnHeap;
use extents::storage::{Storage, StorageMut};
use extents::{
    DynExtents, DynRankExtents, Extents, InlineTensor, Mapping, Rank, ShapeError, StaticExtents,
    Tensor, TensorOf, View, ViewMut, extents,
};

type Known = StaticExtents![2, 3];

fn length(expected: usize, found: usize) -> ShapeError {
    ShapeError::CountMismatch { of: Quantity::Elements, expected, found }
}

// uBLAS's five ways to make a tensor.

#[test]
fn an_empty_tensor_has_no_modes_and_no_elements() {
    let tensor = Tensor::<i32>::default();
    assert!(tensor.extents().is_null());
    assert_eq!((tensor.extents().rank(), tensor.as_slice()), (0, &[][..]));
    assert_eq!((tensor.get([]), tensor.get([0])), (None, None));
    assert_eq!(tensor, Tensor::<i32>::null());
    let _: &Tensor<f32, DynRankExtents, RowMajor, Vec<f32>> = &Tensor::default();
}

#[test]
fn a_tensor_of_static_rank_extents_is_zeroed() {
    let tensor = Tensor::<i32, _>::zeros(DynExtents::new([3, 4, 2]).unwrap()).unwrap();
    assert_eq!(tensor.as_slice(), [0; 24]);
    assert_eq!(tensor.extents(), &DynExtents::new([3, 4, 2]).unwrap());
}

#[test]
fn the_value_of_every_element_sets_their_type() {
    let tensor = Tensor::full(DynExtents::new([3, 4]).unwrap(), 5_u8).unwrap();
    let _: &Tensor<u8, DynExtents<2>> = &tensor;
    assert_eq!(tensor.as_slice(), [5_u8; 12]);
    let named = Tensor::full(extents![2, dyn 2].unwrap(), "x".to_string()).unwrap();
    assert_eq!(named.as_slice(), ["x"; 4]);
}

#[test]
fn a_tensor_of_static_extents_is_zeroed_and_of_f32_by_default() {
    let integers = TensorOf::<Known, i64>::default();
    assert_eq!(integers.as_slice(), [0_i64; 6]);
    let floats = TensorOf::<Known>::default();
    let elements: &[f32] = floats.as_slice();
    assert_eq!(elements, [0.0_f32; 6]);
    assert_eq!(InlineTensor::<u8, Known>::default().into_array(), [[0; 3]; 2]);
    assert_eq!(TensorOf::<StaticExtents![2, 0], u8>::default().as_slice(), [0_u8; 0]);
}

/// The five examples of uBLAS's page, `t1` to `t5`.
#[test]
fn the_constructors_of_ublas() {
    fn told<T: 'static, E: Extents>(t: &Tensor<T, E>) -> (TypeId, usize, usize, Option<usize>) {
        let rank = (E::STATIC_RANK, E::STATIC_SIZE);
        assert_eq!(t.as_slice().len(), t.extents().size());
        assert!(rank.1.is_none_or(|size| size == t.extents().size()));
        (TypeId::of::<T>(), t.extents().rank(), t.extents().size(), rank.0)
    }
    let (int, float) = (TypeId::of::<i32>(), TypeId::of::<f32>());
    // auto t1 = tensor<int>{}; dynamic extents: null.
    let t1 = Tensor::<i32>::null();
    assert_eq!(told(&t1), (int, 0, 0, None));
    assert!(t1.extents().is_null());
    // auto t2 = tensor<int,dynamic_extents<4>>{dynamic_shape<4>{1,2,3,4}};
    let t2 = TensorOf::<DynExtents<4>, i32>::zeros(DynExtents::new([1, 2, 3, 4]).unwrap()).unwrap();
    assert_eq!(told(&t2), (int, 4, 24, Some(4)));
    assert_eq!((t2.mapping().strides(), t2.as_slice()), ([24, 12, 4, 1], &[0; 24][..]));
    // auto t3 = tensor{dynamic_extents<4>{1,2,3,4},4}; the second is the value of each element, and says the type.
    let t3 = Tensor::full(DynExtents::new([1, 2, 3, 4]).unwrap(), 4).unwrap();
    assert_eq!(told(&t3), (int, 4, 24, Some(4)));
    assert_eq!(t3.as_slice(), [4; 24]);
    // auto t4 = tensor<int,static_extents<1,2,3,4>>{};
    let t4 = TensorOf::<StaticExtents![1, 2, 3, 4], i32>::default();
    assert_eq!(told(&t4), (int, 4, 24, Some(4)));
    assert_eq!(
        (<StaticExtents![1, 2, 3, 4] as Extents>::STATIC_SIZE, t4.as_slice()),
        (Some(24), &[0; 24][..])
    );
    // auto t5 = tensor{static_extents<1,2,3,4>{}}; without a type it is of float.
    let t5 = TensorOf::<_>::zeros(extents![1, 2, 3, 4]).unwrap();
    assert_eq!(told(&t5), (float, 4, 24, Some(4)));
    assert_eq!(t5.as_slice(), [0.0; 24]);
}

// The other constructors.

#[test]
fn a_buffer_of_another_length_is_refused() {
    let shape = extents![2, dyn 3].unwrap();
    for len in [0, 1, 5, 7, 12] {
        let mut data = vec![1; len];
        assert_eq!(View::from_slice(shape, &data).unwrap_err(), length(6, len));
        assert_eq!(ViewMut::from_slice(shape, &mut data).unwrap_err(), length(6, len));
        assert_eq!(Tensor::from_slice(shape, &data).unwrap_err(), length(6, len));
        let rejected = Tensor::from_vec(ColMajor.of(shape), data).unwrap_err();
        assert_eq!((rejected.error, rejected.value.len()), (length(6, len), len));
    }
    let empty: [u8; 0] = [];
    assert_eq!(View::from_slice(extents![], &empty).unwrap_err(), length(1, 0));
    assert_eq!(View::from_slice(DynRankExtents::null(), &[7]).unwrap_err(), length(0, 1));
    assert!(View::from_slice(DynRankExtents::null(), &empty).is_ok());
    assert!(View::from_slice(extents![3, 0], &empty).is_ok());
    assert_eq!(length(6, 5).to_string(), "the shape needs 6 elements, but 5 were given");
}

#[test]
fn more_elements_than_memory_holds_are_an_error() {
    let elements = isize::MAX as usize;
    let shape = DynExtents::new([elements]).unwrap();
    let error = ShapeError::Allocation { elements };
    assert_eq!(Tensor::full(shape, 1.0_f64).unwrap_err(), error);
    assert_eq!(Tensor::<f64, _>::zeros(shape).unwrap_err(), error);
    assert_eq!(Tensor::from_fn(shape, |_| 1.0_f64).unwrap_err(), error);
}

#[test]
fn from_fn_calls_in_memory_order_with_each_index_once() {
    let check = |order, indices: Vec<Vec<usize>>| {
        let mut pairs = oracle::pairs(&[2, 3, 2], order);
        pairs.sort_by_key(|(_, offset)| *offset);
        assert_eq!(indices, pairs.into_iter().map(|(index, _)| index).collect::<Vec<_>>());
    };
    let calls = |tensor: Tensor<Vec<usize>, DynRankExtents, _>| tensor.into_storage();
    let shape = DynRankExtents::new(&[2, 3, 2]).unwrap();
    let tensor = Tensor::from_fn(shape.clone(), |index| index.to_vec()).unwrap();
    check(Order::RowMajor, calls(tensor));
    let tensor = Tensor::from_fn(ColMajor.of(shape), |index| index.to_vec()).unwrap();
    check(Order::ColMajor, tensor.into_storage());

    let mut seen = Vec::new();
    let inline = InlineTensor::<usize, StaticExtents![2, 3, 2], ColMajor>::inline_from_fn(|at| {
        seen.push(at.to_vec());
        seen.len()
    });
    check(Order::ColMajor, seen);
    assert_eq!(inline.as_slice(), (1..=12).collect::<Vec<_>>());
}

// Addressing.

/// `[]`, `get` and their mutable and unchecked twins at every index, in memory.
fn addresses<E: Rank<2>, L: Canonical + TrustedLayout<E>>(mapping: Mapping<E, L>, order: Order) {
    let all = mapping.extents().extents();
    let elements: Vec<usize> = (0..oracle::size(&all)).collect();
    let mut tensor = Tensor::from_vec(mapping.clone(), elements.clone()).unwrap();
    let view = View::from_slice(mapping.clone(), &elements).unwrap();
    for (index, offset) in oracle::pairs(&all, order) {
        let at = [index[0], index[1]];
        assert_eq!((tensor[at], view[at]), (offset, offset));
        assert_eq!((tensor.get(at), view.get(at)), (Some(&offset), Some(&offset)));
        // SAFETY: the oracle lists the indices in bounds.
        assert_eq!(unsafe { view.get_unchecked(&at) }, &offset);
        tensor[at] += 100;
        *tensor.get_mut(at).unwrap() += 100;
        let mut view = tensor.view_mut();
        view[at] += 100;
        *view.get_mut(at).unwrap() += 100;
        // SAFETY: as above.
        unsafe { *view.get_unchecked_mut(&at) += 100 };
        assert_eq!((view[at], view.get(at)), (offset + 500, Some(&(offset + 500))));
        assert_eq!(tensor.as_slice()[offset], offset + 500);
    }
    for outside in [[all[0], 0], [0, all[1]], [usize::MAX, 0], [0, usize::MAX]] {
        assert_eq!((tensor.get(outside), view.get(outside)), (None, None));
        assert_eq!(tensor.get_mut(outside), None);
        assert_eq!(tensor.view_mut().get_mut(outside), None);
        assert_eq!(tensor.view_mut().get(outside), None);
        let mode = usize::from(outside[0] < all[0]);
        let message = format!(
            "index {} is out of bounds for mode {mode} of extent {}",
            outside[mode], all[mode]
        );
        if all.contains(&0) {
            continue;
        }
        assert_eq!(panic_message(|| view[outside]), message);
        assert_eq!(panic_message(|| tensor[outside]), message);
        assert_eq!(panic_message(|| tensor[outside] = 0), message);
        assert_eq!(panic_message(|| tensor.view_mut()[outside]), message);
        assert_eq!(panic_message(|| tensor.view_mut()[outside] = 0), message);
    }
}

fn panic_message<T>(body: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(body)).err().expect("this panics");
    panic.downcast_ref::<String>().cloned().expect("with a formatted message")
}

#[test]
fn every_position_is_the_one_that_the_layout_says() {
    addresses(RowMajor.of(extents![2, 3]), Order::RowMajor);
    addresses(ColMajor.of(extents![2, 3]), Order::ColMajor);
    addresses(RowMajor.of(extents![dyn 4, 1].unwrap()), Order::RowMajor);
    addresses(ColMajor.of(extents![3, dyn 5].unwrap()), Order::ColMajor);
    addresses(RowMajor.of(DynExtents::new([5, 4]).unwrap()), Order::RowMajor);
    addresses(ColMajor.of(DynExtents::new([5, 4]).unwrap()), Order::ColMajor);
    addresses(ColMajor.of(DynExtents::new([0, 4]).unwrap()), Order::ColMajor);
}

#[test]
fn a_run_time_rank_takes_arrays_and_slices_of_coordinates() {
    let shape = DynRankExtents::new(&[2, 3]).unwrap();
    let tensor = Tensor::from_vec(shape, vec![0, 1, 2, 3, 4, 5]).unwrap();
    assert_eq!((tensor[[1, 2]], tensor[&[1, 0]], tensor[&[0, 1][..]]), (5, 3, 1));
    assert_eq!((tensor.get([1]), tensor.get([0, 0, 0]), tensor.get([])), (None, None, None));
    let index = tensor.mapping().index(4).unwrap();
    assert_eq!(tensor[&index], 4);
}

#[test]
#[should_panic(expected = "index 3 is out of bounds for mode 1 of extent 3")]
fn an_index_out_of_bounds_panics_with_the_mode() {
    let _ = InlineTensor::<i32, Known>::default()[[1, 3]];
}

#[test]
#[should_panic(expected = "index 2 is out of bounds for mode 0 of extent 2")]
fn writing_out_of_bounds_panics_with_the_mode() {
    // As a flat offset this would be in the buffer.
    let mut tensor = Tensor::full(ColMajor.of(extents![2, 3]), 0).unwrap();
    tensor[[2, 0]] = 1;
}

#[test]
#[should_panic(expected = "the rank should be 2, but is 1")]
fn a_wrong_number_of_coordinates_panics() {
    let _ = Tensor::full(DynRankExtents::new(&[2, 3]).unwrap(), 0).unwrap()[[1]];
}

#[test]
#[should_panic(expected = "the null shape has no modes and no elements to work on")]
fn indexing_the_null_tensor_panics() {
    let _ = Tensor::<i32>::null()[[]];
}

#[test]
fn a_scalar_has_one_element() {
    let mut scalar = Tensor::full(extents![], 7).unwrap();
    scalar[[]] += 1;
    assert_eq!((scalar[[]], scalar.as_slice()), (8, &[8][..]));
    let inline = InlineTensor::<i32, StaticExtents![]>::from_array(9);
    assert_eq!((inline[[]], inline.into_array()), (9, 9));
}

#[test]
fn fill_reaches_every_element_and_no_other() {
    let mut data = [1; 8];
    ViewMut::from_slice(extents![2, 3], &mut data[1..7]).unwrap().fill(5);
    assert_eq!(data, [1, 5, 5, 5, 5, 5, 5, 1]);
    let mut tensor = Tensor::full(extents![2, dyn 2].unwrap(), "a".to_string()).unwrap();
    tensor.fill("b".to_string());
    assert_eq!(tensor.as_slice(), ["b"; 4]);
    let mut inline = InlineTensor::<u8, Known>::default();
    inline.fill(3);
    assert_eq!(inline.into_array(), [[3; 3]; 2]);
}

#[test]
fn tensors_are_equal_by_extents_and_elements_in_all_layers() {
    let elements = vec![1, 2, 3, 4, 5, 6];
    let known = Tensor::from_vec(extents![2, 3], elements.clone()).unwrap();
    let mixed = Tensor::from_vec(extents![2, dyn 3].unwrap(), elements.clone()).unwrap();
    let array = Tensor::from_vec(DynExtents::new([2, 3]).unwrap(), elements.clone()).unwrap();
    let open = Tensor::from_vec(DynRankExtents::new(&[2, 3]).unwrap(), elements.clone()).unwrap();
    let inline = InlineTensor::<i32, Known>::from_array([[1, 2, 3], [4, 5, 6]]);
    assert_eq!(known, mixed);
    assert_eq!(mixed, array);
    assert_eq!(array, open);
    assert_eq!(open, inline);
    assert_eq!(inline, known);
    assert_ne!(known, Tensor::from_vec(extents![3, 2], elements.clone()).unwrap());
    assert_ne!(known, Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 7]).unwrap());
    let empty = |e: &[usize]| Tensor::<i32>::from_vec(DynRankExtents::new(e).unwrap(), vec![]);
    assert_ne!(empty(&[2, 0]).unwrap(), empty(&[3, 0]).unwrap());
    assert_ne!(empty(&[0]).unwrap(), Tensor::<i32>::null());
}

// Storage.

/// Elements that several owners share.
struct Shared(Arc<[f32]>);

// SAFETY: the length of an `Arc<[_]>` never changes.
unsafe impl Storage for Shared {
    type Elem = f32;
    type Placement = OnHeap;
    fn as_slice(&self) -> &[f32] {
        &self.0
    }
}

/// A fixed pool that counts how often it is asked for its elements.
struct Counted<'a>(&'a mut [i32; 6], Cell<usize>);

// SAFETY: the length of an array never changes.
unsafe impl Storage for Counted<'_> {
    type Elem = i32;
    type Placement = OnHeap;
    fn as_slice(&self) -> &[i32] {
        self.1.set(self.1.get() + 1);
        self.0
    }
}

// SAFETY: the same array.
unsafe impl StorageMut for Counted<'_> {
    fn as_mut_slice(&mut self) -> &mut [i32] {
        self.0
    }
}

#[test]
fn users_bring_storage() {
    let pool: Arc<[f32]> = Arc::from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let tensor = Tensor::from_storage(ColMajor.of(extents![2, 3]), Shared(pool.clone())).unwrap();
    assert_eq!((tensor[[1, 0]], tensor.view()[[0, 1]]), (2.0, 3.0));
    assert_eq!(tensor.as_slice().as_ptr(), pool.as_ptr());
    let rejected = Tensor::from_storage(extents![2, 2], Shared(pool.clone())).err().unwrap();
    assert_eq!((rejected.error, rejected.value.0.len()), (length(4, 6), 6));

    let mut pool = [0; 6];
    let storage = Counted(&mut pool, Cell::new(0));
    let mut tensor = Tensor::from_storage(extents![2, 3], storage).unwrap();
    tensor[[1, 2]] = 9;
    tensor.view_mut()[[0, 0]] = 8;
    assert!(tensor.into_storage().1.get() > 0);
    assert_eq!(pool, [8, 0, 0, 0, 0, 9]);
}

#[test]
fn slices_and_boxes_are_storage() {
    let mut data = [1, 2, 3, 4];
    let borrowed = Tensor::from_storage(extents![2, 2], &data[..]).unwrap();
    assert_eq!(borrowed[[1, 0]], 3);
    let mut borrowed = Tensor::from_storage(extents![2, 2], &mut data[..]).unwrap();
    borrowed[[1, 0]] = 30;
    assert_eq!(data, [1, 2, 30, 4]);
    let mut boxed = Tensor::from_storage(extents![2, 2], Box::<[i32]>::from(data)).unwrap();
    boxed[[0, 0]] = 10;
    assert_eq!(boxed.into_storage()[..], [10, 2, 30, 4]);
}

#[test]
fn clones_have_elements_of_their_own() {
    let mut tensor = Tensor::full(extents![2, dyn 2].unwrap(), "a".to_string()).unwrap();
    let clone = tensor.clone();
    tensor[[0, 0]].push('!');
    assert_eq!((tensor[[0, 0]].as_str(), clone[[0, 0]].as_str()), ("a!", "a"));
    let mut inline = InlineTensor::<String, Known>::inline_from_fn(|[i, j]| format!("{i}{j}"));
    let clone = inline.clone();
    inline[[1, 2]].clear();
    assert_eq!((inline[[1, 2]].as_str(), clone[[1, 2]].as_str()), ("", "12"));
    assert_eq!(clone.into_array()[1], ["10", "11", "12"]);
}

// Dropping.

/// Counts how often it is dropped.
#[derive(Clone)]
struct Drops(Rc<Cell<usize>>);

impl Drop for Drops {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn inline_elements_are_dropped_once() {
    let count = Rc::new(Cell::new(0));
    let tensor = InlineTensor::<Drops, Known>::inline_from_fn(|_| Drops(count.clone()));
    assert_eq!(count.get(), 0);
    let clone = tensor.clone();
    drop(tensor);
    assert_eq!(count.get(), 6);
    let array = clone.weaken::<DynRankExtents>().strengthen::<Known>().unwrap().into_array();
    assert_eq!(count.get(), 6);
    drop(array);
    assert_eq!(count.get(), 12);
    let full = InlineTensor::<Drops, Known>::inline_full(Drops(count.clone()));
    // The value itself, of which there are clones.
    assert_eq!(count.get(), 13);
    drop(full);
    assert_eq!(count.get(), 19);
    let none = InlineTensor::<Drops, StaticExtents![2, 0]>::inline_from_fn(|_| unreachable!());
    assert!(none.as_slice().is_empty());
}

#[test]
fn a_panic_while_making_inline_elements_drops_none_twice() {
    let count = Rc::new(Cell::new(0));
    let mut made = 0;
    let panic = catch_unwind(AssertUnwindSafe(|| {
        InlineTensor::<Drops, Known>::inline_from_fn(|_| {
            assert!(made < 4, "the fifth element fails");
            made += 1;
            Drops(count.clone())
        })
    }));
    assert!(panic.is_err());
    assert!(count.get() <= 4, "{} elements of 4 were dropped", count.get());
    // The elements that were made are unreachable now, dropped or leaked, but never both.
    assert!(Rc::strong_count(&count) + count.get() == 1 + 4);
}

#[test]
fn a_panic_while_making_a_vec_drops_what_was_made() {
    let count = Rc::new(Cell::new(0));
    let mut made = 0;
    let panic = catch_unwind(AssertUnwindSafe(|| {
        Tensor::from_fn(extents![2, 3], |_| {
            assert!(made < 4, "the fifth element fails");
            made += 1;
            Drops(count.clone())
        })
    }));
    assert!(panic.is_err());
    assert_eq!(count.get(), 4);
}

#[test]
fn elements_without_size_are_elements() {
    #[derive(Clone, Debug, PartialEq)]
    struct Unit;
    let largest = DynExtents::new([isize::MAX as usize]).unwrap();
    let units = Tensor::full(DynExtents::new([3, 4]).unwrap(), Unit).unwrap();
    assert_eq!((units.get([2, 3]), units.get([3, 0])), (Some(&Unit), None));
    let many = Tensor::from_vec(largest, vec![(); isize::MAX as usize]).unwrap();
    assert_eq!(many.get([isize::MAX as usize - 1]), Some(&()));
    let inline = InlineTensor::<Unit, Known>::inline_from_fn(|_| Unit);
    assert_eq!((size_of_val(&inline), inline.get([1, 2])), (0, Some(&Unit)));
    assert_eq!(View::from_slice(extents![2, 2], &[Unit, Unit, Unit, Unit]).unwrap()[[1, 1]], Unit);
}

#[test]
fn inline_storage_keeps_the_alignment_of_its_elements() {
    #[derive(Clone, Copy, Default)]
    #[repr(align(64))]
    struct Line(u8);
    let tensor = InlineTensor::<Line, Known>::inline_full(Line(3));
    assert!(tensor.as_slice().as_ptr().is_aligned());
    assert!(tensor.as_slice().iter().all(|line| line.0 == 3));
    let empty = InlineTensor::<Line, StaticExtents![0, 3]>::inline_full(Line(3));
    assert!(empty.as_slice().is_empty() && empty.as_slice().as_ptr().is_aligned());
}
