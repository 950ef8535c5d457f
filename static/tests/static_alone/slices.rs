//! What entries of slices keep of a mode, by listing its entries.

use extents_static::slice::{
    At, Full, Kept, KnownEntry, Of, Range, Rest, SliceCheck, SliceEntry, SliceTuple, Stepped,
    Until, count_between, slice_step,
};
use extents_static::{
    Const, Dyn, ShapeError, StaticExtents,
    error::{Bounded, Part},
    slice,
};

// What fits compiles; that the number of entries is another one, other checks say.
const _: () = SliceCheck::<StaticExtents![2, 3], (Full, At<Const<2>>)>::CHECK;
const _: () = SliceCheck::<StaticExtents![2], (Full, At<Const<9>>)>::CHECK;
const _: () = SliceCheck::<StaticExtents![2, 3], (Full,)>::CHECK;

/// The entries that are kept of a mode, if all of them are there.
fn listed(begin: usize, count: usize, step: usize, extent: usize) -> Option<Vec<usize>> {
    let entries: Vec<usize> = (0..count).map(|k| begin + k * step).collect();
    let fits = begin <= extent && entries.iter().all(|&entry| entry < extent);
    fits.then_some(entries)
}

fn entries(kept: Kept) -> Vec<usize> {
    (0..kept.count).map(|k| kept.begin + k * kept.step).collect()
}

#[test]
fn ranges_are_in_bounds_or_refused() {
    for extent in 0..6 {
        for begin in 0..8 {
            for count in 0..6 {
                assert_eq!(
                    Kept::of_range(2, begin, count, 0, extent),
                    Err(ShapeError::ZeroSize { part: Part::Step, mode: 2 })
                );
                for step in 1..5 {
                    let kept = Kept::of_range(2, begin, count, step, extent);
                    match listed(begin, count, step, extent) {
                        Some(list) => {
                            let kept = kept.unwrap();
                            assert_eq!((entries(kept), kept.begin), (list, begin));
                            assert_eq!(kept.step, if count > 1 { step } else { 1 });
                            assert!(!kept.is_index);
                        }
                        None => {
                            let end =
                                if count == 0 { begin } else { begin + (count - 1) * step + 1 };
                            let error =
                                ShapeError::SliceOutOfBounds { mode: 2, begin, end, extent };
                            assert_eq!(kept, Err(error));
                        }
                    }
                    assert_eq!(slice_step(count, step), if count > 1 { step } else { 1 });
                }
            }
        }
    }
    let error = ShapeError::SliceOutOfBounds { mode: 0, begin: 1, end: usize::MAX, extent: 9 };
    assert_eq!(Kept::of_range(0, 1, usize::MAX, 3, 9), Err(error));
}

#[test]
fn an_index_is_below_the_extent() {
    for extent in 0..4 {
        for index in 0..6 {
            let kept = Kept::of_index(1, index, extent);
            if index < extent {
                assert_eq!(kept, Ok(Kept { begin: index, count: 1, step: 1, is_index: true }));
            } else {
                assert_eq!(
                    kept,
                    Err(ShapeError::OutOfBounds {
                        of: Bounded::Index { mode: 1 },
                        number: index,
                        limit: extent
                    })
                );
            }
        }
    }
}

/// How many entries a range keeps from `begin` on, every `step`-th.
fn counted<C>(
    count: C,
    mode: usize,
    begin: usize,
    step: usize,
    extent: usize,
) -> Result<usize, ShapeError>
where
    Stepped<Dyn, C, Dyn>: SliceEntry,
{
    let range = Stepped { begin: Dyn::new(begin), count, step: Dyn::new(step) };
    range.kept(mode, extent).map(|kept| kept.count)
}

#[test]
fn ends_give_counts() {
    for extent in 0..6 {
        for begin in 0..7 {
            for end in 0..8 {
                for step in 1..4 {
                    let count = count_between(1, begin, end, step, extent);
                    if end < begin {
                        assert_eq!(count, Err(ShapeError::BeginAfterEnd { mode: 1, begin, end }));
                    } else if end > extent {
                        let error = ShapeError::SliceOutOfBounds { mode: 1, begin, end, extent };
                        assert_eq!(count, Err(error));
                    } else {
                        assert_eq!(count, Ok((begin..end).step_by(step).count()));
                    }
                    assert_eq!(counted(Until(end), 1, begin, step, extent), count);
                }
            }
        }
    }
    // A step of 0 is an error elsewhere.
    assert_eq!(count_between(0, 1, 4, 0, 5), Ok(3));
    assert_eq!(counted(Rest, 1, 2, 2, 7), Ok(3));
    assert_eq!(counted(Rest, 1, 7, 1, 7), Ok(0));
    let error = ShapeError::SliceOutOfBounds { mode: 1, begin: 8, end: 8, extent: 7 };
    assert_eq!(counted(Rest, 1, 8, 1, 7), Err(error));
    assert_eq!(counted(Const::<5>, 0, 1, 1, 9), Ok(5));
    assert_eq!(counted(Dyn::new(5), 0, 1, 1, 9), Ok(5));
    assert_eq!(counted(Of::<3, 7>, 1, 2, 2, 7), Ok(3));
    assert_eq!(counted(Of::<3, 7>, 1, 2, 2, 8), Ok(3));
    let error = ShapeError::SliceOutOfBounds { mode: 1, begin: 2, end: 7, extent: 6 };
    assert_eq!(counted(Of::<3, 7>, 1, 2, 2, 6), Err(error));
}

/// What leaves out more entries than there are is refused with the numbers that were written, known to the type or not.
#[test]
fn entries_that_leave_out_too_many_are_refused() {
    let (mode, front, back, extent) = (2, 5, 4, 8);
    let error = ShapeError::TooManyLeftOut { mode, front, back, extent };
    let (by_types,) = slice![(5..-4)];
    let (by_values,) = slice![(front..-back)];
    assert_eq!(by_types.kept(mode, extent), Err(error));
    assert_eq!(by_values.kept(mode, extent), Err(error));
    let kept = Kept { begin: 5, count: 0, step: 1, is_index: false };
    assert_eq!(by_types.kept(mode, 9), Ok(kept));
    let (last,) = slice![(..-6)];
    let error = ShapeError::TooManyLeftOut { mode, front: 0, back: 6, extent: 4 };
    assert_eq!(last.kept(mode, 4), Err(error));
}

/// A step of 0 is refused, and also where its count leaves no step to be taken.
#[test]
fn a_step_of_zero_is_refused_for_any_count() {
    let n = 2;
    let error = Err(ShapeError::ZeroSize { part: Part::Step, mode: 3 });
    let (none, one, two) = (slice![n..+0; 0].0, slice![n..+1; 0].0, slice![n..+2; 0].0);
    assert_eq!([none.kept(3, 8), one.kept(3, 8), two.kept(3, 8)], [error; 3]);
    for count in 0..4 {
        assert_eq!(slice_step(count, 0), 0);
    }
}

#[test]
fn entries_keep_what_they_say() {
    let kept = |begin, count, step, is_index| Ok(Kept { begin, count, step, is_index });
    assert_eq!(Full.kept(0, 5), kept(0, 5, 1, false));
    assert_eq!(At(Const::<2>).kept(0, 5), kept(2, 1, 1, true));
    assert_eq!(At(Dyn::new(4)).kept(0, 5), kept(4, 1, 1, true));
    let error = ShapeError::OutOfBounds { of: Bounded::Index { mode: 3 }, number: 5, limit: 5 };
    assert_eq!(At(Dyn::new(5)).kept(3, 5), Err(error));
    let range = Range { begin: Dyn::new(1), count: Const::<4> };
    assert_eq!(range.kept(0, 5), kept(1, 4, 1, false));
    let error = ShapeError::SliceOutOfBounds { mode: 3, begin: 1, end: 5, extent: 4 };
    assert_eq!(range.kept(3, 4), Err(error));
    let stepped = Stepped { begin: Const::<1>, count: Rest, step: Dyn::new(3) };
    assert_eq!(stepped.kept(0, 8), kept(1, 3, 3, false));
    assert_eq!(stepped.kept(0, 4), kept(1, 1, 1, false));
    let still = Stepped { begin: Const::<1>, count: Until(0), step: Dyn::new(0) };
    assert_eq!(still.kept(3, 8), Err(ShapeError::ZeroSize { part: Part::Step, mode: 3 }));
    // Of more entries than modes the others keep nothing.
    let none = Kept::default();
    let all = slice![2, .., 1..4; 2].kept(&[5, 6]).unwrap();
    let (two, six) = (kept(2, 1, 1, true).unwrap(), kept(0, 6, 1, false).unwrap());
    assert_eq!(all[..3], [two, six, none]);
    let error = ShapeError::SliceOutOfBounds { mode: 2, begin: 1, end: 4, extent: 3 };
    assert_eq!(slice![2, .., 1..4; 2].kept(&[5, 6, 3]), Err(error));
}

#[test]
fn types_of_entries_know_what_the_macro_writes() {
    fn known<S: SliceTuple>(_: S) -> String {
        format!("{:?}", S::KNOWN)
    }
    let n = 3;
    assert_eq!(known(slice![..]), "[Full]");
    assert_eq!(known(slice![2, n]), "[Single(Some(2)), Single(None)]");
    assert_eq!(
        known(slice![1..4]),
        "[Range { begin: Some(1), count: Some(3), step: Some(1), end: None }]"
    );
    assert_eq!(
        known(slice![1..4; 2]),
        "[Range { begin: Some(1), count: Some(2), step: Some(2), end: Some(4) }]"
    );
    assert_eq!(format!("{:?}", KnownEntry::Single(None)), "Single(None)");
}
