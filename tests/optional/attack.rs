//! An attack on the elements of any mapping whose offsets are trusted.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::Bounded;
use std::collections::HashSet;

use extents::layout::TrustedLayout;
use extents::*;

/// Goes to each element by each way there is, and back: no offset twice, none out of bounds.
pub(crate) fn attack<E: Extents, L: TrustedLayout<E>>(mapping: &Mapping<E, L>) {
    let (extents, layout) = (mapping.extents(), mapping.layout());
    let (span, size) = (mapping.required_span_size(), extents.size());
    assert!(size <= span, "{mapping:?}");
    let strided = layout.strided(extents);
    let mut seen = vec![false; span];
    for index in extents.indices() {
        let offset = layout.offset(extents, &index);
        assert!(!std::mem::replace(&mut seen[offset], true), "{mapping:?}");
        assert_eq!(layout.index(extents, offset), Ok(index.clone()), "{mapping:?}");
        if let Some((strides, base)) = &strided {
            let steps = index.as_ref().iter().zip(strides.as_ref());
            let at = steps.fold(*base as isize, |at, (&i, &s)| at + i as isize * s);
            assert_eq!(at, offset as isize, "{mapping:?}");
        }
    }
    assert_eq!(mapping.is_exhaustive(), seen.iter().all(|&seen| seen), "{mapping:?}");
    for far in [span, span + 1, 2 * span + 7, isize::MAX as usize, usize::MAX - 1, usize::MAX] {
        let error = ShapeError::OutOfBounds { of: Bounded::Offset, number: far, limit: span };
        assert_eq!(layout.index(extents, far), Err(error), "{mapping:?}");
    }
    for (offset, &is_there) in seen.iter().enumerate() {
        assert_eq!(layout.index(extents, offset).is_ok(), is_there, "{mapping:?} {offset}");
    }

    let mut tensor = Tensor::full(mapping.clone(), Box::new(0_usize)).unwrap();
    assert_eq!(tensor.as_slice().len(), span);
    {
        let mut view = tensor.view_mut();
        let all: Vec<&mut Box<usize>> = view.iter_mut().collect();
        let places: HashSet<*const Box<usize>> = all.iter().map(|b| &raw const **b).collect();
        assert_eq!((all.len(), places.len()), (size, size));
        for (k, element) in all.into_iter().enumerate() {
            **element = k + 1;
        }
        view.apply(|x| **x += 1);
        assert_eq!(view.try_as_mut_slice().is_some(), mapping.is_exhaustive());
    }
    assert!(tensor.view().iter().enumerate().all(|(k, x)| **x == k + 2));
    assert_eq!(tensor.view().iter_in_layout_order().count(), size);
    assert_eq!(tensor.view().iter().rev().count(), size);
    for (at, x) in tensor.as_slice().iter().enumerate() {
        assert_eq!(**x != 0, seen[at], "{mapping:?}");
    }
    tensor.view_mut().fill(Box::new(7));
    for (at, x) in tensor.as_slice().iter().enumerate() {
        assert_eq!(**x, if seen[at] { 7 } else { 0 }, "{mapping:?}");
    }
    // Made of an index each: refused where there is padding.
    let made = Tensor::from_fn(mapping.clone(), |index| Box::new(layout.offset(extents, &index)));
    match made {
        Ok(made) => assert!(made.as_slice().iter().enumerate().all(|(k, x)| **x == k)),
        Err(error) => {
            let offset = seen.iter().position(|seen| !seen).unwrap();
            assert_eq!(
                error,
                ShapeError::OutOfBounds { of: Bounded::Offset, number: offset, limit: span }
            );
        }
    }
    let _ = format!("{:?}", tensor.view());
    // As a source and as a target of dense ones.
    let mut count = 0;
    let mut dense = Tensor::from_fn(extents.clone(), |_| {
        count += 1;
        Box::new(count)
    })
    .unwrap();
    tensor.view_mut().assign(&dense).unwrap();
    assert!(tensor.view().iter().eq(dense.view().iter()), "{mapping:?}");
    dense.view_mut().zip_apply(&tensor, |to, from| **to += **from).unwrap();
    assert!(dense.view().iter().enumerate().all(|(k, x)| **x == 2 * (k + 1)), "{mapping:?}");
    tensor.view_mut().zip_apply2(&dense, &dense, |to, a, b| **to = **a + **b).unwrap();
    assert!(tensor.view().iter().enumerate().all(|(k, x)| **x == 4 * (k + 1)), "{mapping:?}");
    #[cfg(feature = "rayon")]
    {
        let mut numbers = Tensor::full(mapping.clone(), 1_usize).unwrap();
        numbers.view_mut().par_apply(|x| *x += 1);
        assert_eq!(numbers.view().par_sum(), 2 * size);
    }
}
