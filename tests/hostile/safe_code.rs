//! Attacks from safe code: each would read or write out of bounds, answer wrongly or panic, if it worked.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test says what is wrong by panicking"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use extents::layout::*;
use extents::*;

pub(crate) fn dyn_of(
    e: &[usize],
    s: &[isize],
) -> Mapping<DynRankExtents, Strided<ModeArray<isize>>> {
    Mapping::with_layout(DynRankExtents::new(e).unwrap(), Strided::new(s.into())).unwrap()
}

#[test]
fn a_stride_of_isize_min_is_walked_and_refused() {
    let m = dyn_of(&[1, 3], &[isize::MIN, 2]);
    let mut data = [1, 2, 3, 4, 5];
    let v = View::from_slice(m.clone(), &data).unwrap();
    assert!(v.iter().eq(&[1, 3, 5]));
    assert_eq!(v.sum(), 9);
    assert!(m.index(2).is_ok());
    assert!(m.is_unique());
    let _ = m.indices_in_layout_order().count();
    for part in [
        v.reverse(0),
        v.reverse(1),
        v.transpose(),
        v.split(0, [1, 1]),
        v.merge(0),
        v.tiles([1, 3]),
        v.windows([1, 2]),
        v.drop_mode(0),
        v.broadcast(0, 4),
    ] {
        let part = part.unwrap();
        assert!(part.iter().count() > 0);
        assert!(part.sum() > 0);
    }
    let mut w = ViewMut::from_slice(m.clone(), &mut data).unwrap();
    w.apply(|x| *x += 1);
    assert!(w.view().iter_in_layout_order().eq(&[2, 4, 6]));
    for e in v_along(&w.view()) {
        assert!(e > 0)
    }
}
fn v_along(v: &View<'_, i32, DynRankExtents, Strided<ModeArray<isize>>>) -> Vec<i32> {
    v.along(0).unwrap().map(|v| v.sum()).chain(v.lanes(0).unwrap().map(|v| v.sum())).collect()
}

fn quiet(f: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(f)).is_ok()
}

#[test]
fn layouts_that_are_asked_about_other_extents_do_not_panic() {
    let two = extents![2, 3];
    let d = DynRankExtents::new(&[2, 3]).unwrap();
    let short: ModeArray<usize> = [1usize].as_slice().into();
    let long: ModeArray<usize> = [1usize, 1, 1].as_slice().into();
    let mut bad = vec![];
    macro_rules! ask { ($name:expr, $l:expr, $e:expr, $($i:expr),*) => {{
        let l = $l; let e = $e;
        if !quiet(|| { let _ = Layout::is_unique(&l, &e); }) { bad.push(format!("{} is_unique", $name)); }
        if !quiet(|| { let _ = Layout::is_exhaustive(&l, &e); }) { bad.push(format!("{} is_exhaustive", $name)); }
        if !quiet(|| { let _ = Layout::required_span_size(&l, &e); }) { bad.push(format!("{} span", $name)); }
        if !quiet(|| { let _ = Layout::index(&l, &e, 1); }) { bad.push(format!("{} index", $name)); }
        if !quiet(|| { let _ = StridedLayout::strides(&l, &e); }) { bad.push(format!("{} strides", $name)); }
        if !quiet(|| { let _ = StridedLayout::base_offset(&l, &e); }) { bad.push(format!("{} base", $name)); }
        $(if !quiet(|| { let _ = Layout::offset(&l, &e, &$i); }) { bad.push(format!("{} offset", $name)); })*
    }}}
    ask!("strided short", Strided::new([1]), two, [1, 1], [5, 5]);
    ask!("strided long", Strided::new([1, 2, 3]), two, [1, 1], [usize::MAX, 5]);
    ask!("strided huge", Strided::new([isize::MAX, isize::MAX - 1]), extents![3, 3], [1, 1]);
    ask!(
        "strided huge2",
        Strided::new([isize::MAX, isize::MAX / 2, isize::MIN]),
        extents![3, 3, 3],
        [1, 1, 1]
    );
    ask!("row", RowMajor, d.clone(), short, long);
    ask!("col", ColMajor, d.clone(), short, long);
    ask!("null row", RowMajor, DynRankExtents::null(), short, long);
    ask!("null padded", RowMajor.padded(Dyn::new(3)), DynRankExtents::null(), short, long);
    ask!("padded", RowMajor.padded(Dyn::new(usize::MAX)), d.clone(), short, long);
    ask!("padded2", ColMajor.padded(Dyn::new(4)), d.clone(), short, long);
    ask!("padded0", ColMajor.padded(Dyn::new(0)), d.clone(), short, long);
    ask!("mtm", MinorToMajor::new([0, 0]), two, [1, 1]);
    ask!("mtm9", MinorToMajor::new([0, 9, 4]), two, [1, 1]);
    ask!("mtm dyn", MinorToMajor::new([0, 1]), d.clone(), short, long);
    ask!("strided dyn", Strided::new([1]), d.clone(), short, long);
    ask!("strided null", Strided::new([1]), DynRankExtents::null(), short, long);
    assert!(bad.is_empty(), "{bad:?}");
}

#[test]
fn broadcasts_that_are_too_large_are_refused() {
    let data = [1, 2, 3, 4];
    let v = View::from_slice(extents![1, dyn 4].unwrap(), &data).unwrap();
    assert_eq!(
        v.broadcast(Const::<0>, Const::<{ 1 << 62 }>).unwrap_err().to_string(),
        "the extents other than 0 make more than 9223372036854775807 elements: 4611686018427387904 before mode 1, times its extent 4"
    );
    assert_eq!(
        v.broadcast(Const::<0>, Dyn::new(1 << 62)).unwrap_err().to_string(),
        "the extents other than 0 make more than 9223372036854775807 elements: 4611686018427387904 before mode 1, times its extent 4"
    );
}

/// Numbers without a pattern, below `2^bits`, plus `2^bits`.
fn odd_strides(count: u64, bits: u32) -> Vec<isize> {
    let mixed = |k: u64| {
        let x = (k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((1_u64 << bits) + (x ^ (x >> 32)) % (1 << bits)) as isize
    };
    (0..count).map(mixed).collect()
}

#[test]
fn search_for_shared_offsets_ends() {
    // Subset sums: exact where there are few, given up (so not unique, which is the safe answer) where
    // there are 3^30 differences, or 10^15.
    let few = odd_strides(10, 50);
    let sums: std::collections::BTreeSet<isize> = (0..1 << 10)
        .map(|set: u32| {
            few.iter().enumerate().map(|(k, s)| if set >> k & 1 == 1 { *s } else { 0 }).sum()
        })
        .collect();
    assert_eq!(dyn_of(&[2; 10], &few).is_unique(), sums.len() == 1 << 10);
    let start = std::time::Instant::now();
    assert!(!dyn_of(&[2; 30], &odd_strides(30, 56)).is_unique());
    let _ = dyn_of(&[100_000; 3], &odd_strides(3, 43)).is_unique();
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn search_for_an_index_ends() {
    let mapping = dyn_of(&[1 << 60, 2, 2], &[0, 2, 2]);
    assert_eq!(
        mapping.index(1).unwrap_err().to_string(),
        "no index has offset 1: the mapping spans 5 elements"
    );
    assert_eq!(mapping.index(2).unwrap().to_vec(), [0, 0, 1]);
    assert_eq!(mapping.index(4).unwrap().to_vec(), [0, 1, 1]);
    let windows = dyn_of(&[1 << 30, 1 << 30], &[1, 1]);
    assert_eq!(windows.index(1 << 30).unwrap().to_vec(), [1, (1 << 30) - 1]);
    let turned = dyn_of(&[1 << 30, 1 << 30], &[-1, 1]);
    assert_eq!(turned.index((1 << 30) - 2).unwrap().to_vec(), [1, 0]);
}

#[test]
fn panics_while_tensors_are_made() {
    use std::rc::Rc;
    let token = Rc::new(());
    let data = [1, 2, 3, 4, 5, 6];
    let view = View::from_slice(extents![2, 3], &data).unwrap();
    let turned = view.reverse(Const::<1>);
    for last in 0..6 {
        let mut count = 0;
        let mut make = |_: &i32| {
            count += 1;
            assert!(count <= last);
            token.clone()
        };
        assert!(!quiet(|| drop(view.map(&mut make))));
        count = 0;
        let mut make = |_: &i32| {
            count += 1;
            assert!(count <= last);
            token.clone()
        };
        assert!(!quiet(|| drop(turned.map_inline(&mut make))));
        count = 0;
        assert!(!quiet(|| drop(turned.zip_with(&view, |_, _| {
            count += 1;
            assert!(count <= last);
            token.clone()
        }))));
        count = 0;
        assert!(!quiet(|| drop(Tensor::from_fn(extents![2, 3], |_| {
            count += 1;
            assert!(count <= last);
            token.clone()
        }))));
        count = 0;
        assert!(!quiet(|| drop(InlineTensor::<_, StaticExtents![2, 3]>::inline_from_fn(|_| {
            count += 1;
            assert!(count <= last);
            token.clone()
        }))));
    }
    // Nothing was dropped that was not made, or dropped twice: the first token is alive.
    assert!(Rc::strong_count(&token) >= 1);
    let whole = view.map(|_| token.clone()).unwrap();
    let before = Rc::strong_count(&token);
    drop(whole);
    assert_eq!(Rc::strong_count(&token), before - 6);
}

/// A layout that answers something else at each call.
#[derive(Clone, Debug)]
struct Fickle(std::rc::Rc<std::cell::Cell<usize>>);

impl<E: Extents> Layout<E> for Fickle {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    const STATIC_STRIDES: &'static [Option<isize>] = &[Some(1000); 2];
    fn offset(&self, _: &E, _: &E::Index) -> usize {
        self.0.set((self.0.get() * 7 + 3) % 1009);
        self.0.get() % 9
    }
    fn required_span_size(&self, _: &E) -> usize {
        self.0.set(self.0.get() + 1);
        if self.0.get().is_multiple_of(2) { isize::MAX as usize } else { 4 }
    }
    fn strided(&self, extents: &E) -> Option<(E::Strides, usize)> {
        Some((extents.zero_strides(), 1 << 40))
    }
}

/// What a walk gives. The one panic that a layout may cause says that an offset is outside of the elements.
fn walked<T>(panics: &mut usize, walk: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(walk)) {
        Ok(found) => Some(found),
        Err(panic) => {
            let message = panic.downcast::<String>().unwrap();
            assert!(message.starts_with("no index has offset "), "{message}");
            *panics += 1;
            None
        }
    }
}

#[test]
fn a_layout_that_changes_its_answers_shows_elements_or_panics() {
    let data = Box::new([1, 2, 3, 4]);
    let is_there = |x: &i32| data.contains(x);
    let token = std::rc::Rc::new(());
    let (mut out, mut viewed, mut walks, mut panics) = ([4; 4], 0, 0, 0);
    for start in 0..200 {
        let layout = Fickle(std::rc::Rc::new(std::cell::Cell::new(start)));
        let mapping = Mapping::with_layout(extents![2, 2], layout.clone()).unwrap();
        let Ok(view) = View::from_slice(mapping.clone(), &data[..]) else { continue };
        viewed += 1;
        assert!(view.get([0, 1]).is_none_or(is_there));
        assert_eq!(view.get([0, 2]), None);
        let all: [Option<Vec<i32>>; 6] = [
            walked(&mut panics, || view.iter().copied().collect()),
            walked(&mut panics, || view.iter_in_layout_order().copied().collect()),
            walked(&mut panics, || view.indexed_iter().rev().map(|(_, x)| *x).collect()),
            walked(&mut panics, || view.map(|x| *x).unwrap().as_slice().to_vec()),
            walked(&mut panics, || view.map_inline(|x| *x).as_slice().to_vec()),
            walked(&mut panics, || {
                let sums = view.zip_with(&view, |x, y| [*x, *y]).unwrap();
                assert!(sums.as_slice().as_flattened().iter().all(is_there));
                sums.as_slice().iter().map(|[x, _]| *x).collect()
            }),
        ];
        for found in all.into_iter().flatten() {
            assert!(found.len() == 4 && found.iter().all(is_there), "{found:?}");
            walks += 1;
        }
        if let Some(sum) = walked(&mut panics, || view.sum()) {
            assert!((4..=16).contains(&sum), "{sum}");
        }
        walked(&mut panics, || format!("{view:?}"));
        walked(&mut panics, || view == view);
        walked(&mut panics, || {
            let mut target = ViewMut::from_slice(extents![2, 2], &mut out).unwrap();
            target.assign(&view).unwrap();
        });
        assert!(out.iter().all(is_there));
        // What was made is dropped once, whether it becomes a tensor or not.
        walked(&mut panics, || Tensor::full(mapping.clone(), token.clone()).is_ok());
        walked(&mut panics, || Tensor::from_fn(mapping.clone(), |_| token.clone()).is_ok());
        assert_eq!(std::rc::Rc::strong_count(&token), 1);
        let (mut more, mut added) = ([1, 2, 3, 4], 0);
        if let Ok(mut view) = ViewMut::from_slice(mapping, &mut more)
            && let Some(x) = view.get_mut([1, 1])
        {
            *x += 1;
            added = 1;
        }
        assert_eq!(more.iter().sum::<i32>(), 10 + added);
    }
    assert!(viewed > 50 && walks > 10 && panics > 100, "{viewed} {walks} {panics}");
}

/// Row-major, and counts how often it is asked.
#[derive(Clone, Debug)]
struct Asked(std::rc::Rc<std::cell::Cell<usize>>);

impl<E: Rank<1>> Layout<E> for Asked {
    type Trust = Checked;
    const IS_ALWAYS_UNIQUE: bool = true;
    const IS_ALWAYS_EXHAUSTIVE: bool = true;
    const IS_ALWAYS_STRIDED: bool = true;
    fn offset(&self, _: &E, &[i]: &[usize; 1]) -> usize {
        self.0.set(self.0.get() + 1);
        i
    }
    fn required_span_size(&self, extents: &E) -> usize {
        extents.size()
    }
}

#[test]
fn making_a_tensor_asks_a_layout_once_for_each_index() {
    let layout = Asked(std::rc::Rc::default());
    let mapping = Mapping::with_layout(extents![1000], layout.clone()).unwrap();
    let tensor = Tensor::from_fn(mapping, |[i]| i).unwrap();
    assert_eq!(layout.0.get(), 1000);
    assert!(tensor.as_slice().iter().copied().eq(0..1000));
}
