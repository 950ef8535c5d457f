//! Extents and strides that are any numbers: mappings are compared with the list of their offsets.

use extents::layout::{Canonical, Layout, MinorToMajor, RowMajor, Strided};
use extents::{
    Dyn, DynRankExtents, Extents, Mapping, ModeArray, ShapeError, Tensor, View, ViewMut,
};

use super::bytes::Bytes;
use super::oracle::indices;
use super::oracle::strided;

/// The most elements that are listed.
const LISTED: usize = 512;

pub(crate) fn strides(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let most = if bytes.byte().is_multiple_of(8) { 60 } else { 6 };
    let rank = bytes.below(most);
    let extents: Vec<usize> = (0..rank).map(|_| bytes.size()).collect();
    let strides: ModeArray<isize> = (0..rank).map(|_| bytes.stride()).collect();
    let order: ModeArray<usize> = bytes.order(rank).into_iter().collect();

    // The size of extents that are not zero is counted, so that a change of one to zero keeps it countable.
    let size = extents
        .iter()
        .filter(|&&extent| extent > 0)
        .try_fold(1_usize, |size, &extent| size.checked_mul(extent))
        .filter(|&size| isize::try_from(size).is_ok());
    let Ok(of) = DynRankExtents::new(&extents) else {
        assert_eq!(size, None, "{extents:?} is refused");
        return;
    };
    assert!(size.is_some(), "{extents:?}");

    if let Ok(mapping) = Mapping::with_layout(of.clone(), Strided::new(strides.clone())) {
        ask(&mapping);
        if let Some(offsets) = listed(&mapping, |_| strided::offsets(&extents, &strides)) {
            views(&mapping, &offsets);
        }
    }
    if let Ok(mapping) = Mapping::with_layout(of.clone(), MinorToMajor::new(order.clone())) {
        ask(&mapping);
        // The definition: a stride is the product of the extents that stand before in the order.
        let mut product = 1_isize;
        let mut strides = vec![0; rank];
        for &mode in order.iter() {
            strides[mode] = product;
            product = product.saturating_mul(extents[mode].cast_signed());
        }
        listed(&mapping, |_| strided::offsets(&extents, &strides));
    }
    let padding = bytes.size();
    if let Ok(mapping) = Mapping::with_layout(of, RowMajor.padded(Dyn::new(padding))) {
        ask(&mapping);
    }
}

/// Asks all that can be asked of any size.
fn ask<L: Layout<DynRankExtents>>(mapping: &Mapping<DynRankExtents, L>) {
    let span = mapping.required_span_size();
    let (unique, exhaustive) = (mapping.is_unique(), mapping.is_exhaustive());
    let size = mapping.extents().size();
    assert!(!unique || span >= size);
    assert!(!(unique && exhaustive) || span == size);
    assert_eq!(span == 0, size == 0);
    let last: Vec<usize> =
        mapping.extents().as_slice().iter().map(|extent| extent.saturating_sub(1)).collect();
    for index in [vec![0; last.len()], last] {
        match mapping.offset(&index[..]) {
            Ok(offset) => {
                assert!(offset < span);
                // Where many strides overlap, the search may give up.
                match mapping.index(offset) {
                    Ok(found) => {
                        assert_eq!(mapping.offset(found.as_ref()), Ok(offset));
                        assert!(!unique || found.as_ref() == index);
                    }
                    Err(error) => assert!(matches!(error, ShapeError::SearchLimit { .. })),
                }
            }
            Err(_) => assert_eq!(size, 0),
        }
    }
    assert!(mapping.index(span).is_err());
    let _ = (mapping.index(span / 2), mapping.index(usize::MAX));
}

/// Compares with the definition, if there are few elements; the offsets.
fn listed<L: Layout<DynRankExtents>>(
    mapping: &Mapping<DynRankExtents, L>,
    offsets: impl FnOnce(&[usize]) -> Vec<usize>,
) -> Option<Vec<usize>> {
    let extents = mapping.extents().as_slice();
    if mapping.extents().size() > LISTED {
        return None;
    }
    // Beside a mode without entries the others may have too many to be counted through.
    let (all, offsets) = match mapping.extents().size() {
        0 => (vec![], vec![]),
        _ => (indices(extents), offsets(extents)),
    };
    for (index, offset) in all.iter().zip(&offsets) {
        assert_eq!(mapping.offset(&index[..]), Ok(*offset));
    }
    let mut sorted = offsets.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let span = sorted.last().map_or(0, |last| last + 1);
    assert_eq!(mapping.required_span_size(), span);
    assert_eq!(mapping.is_unique(), sorted.len() == offsets.len(), "{mapping:?}");
    let fills = offsets.len() == span && sorted.len() == span;
    assert!(!mapping.is_exhaustive() || fills, "{mapping:?}");
    // The strides of modes of one entry count too, as in `mdspan`.
    assert!(mapping.is_exhaustive() || !fills || extents.contains(&1), "{mapping:?}");
    for offset in 0..=span.min(LISTED) {
        let found = mapping.index(offset);
        assert!(!matches!(found, Err(ShapeError::SearchLimit { .. })), "{mapping:?} at {offset}");
        let found = found.ok();
        assert_eq!(found.is_some(), sorted.binary_search(&offset).is_ok(), "offset {offset}");
        if let Some(found) = found {
            assert_eq!(mapping.offset(found.as_ref()), Ok(offset));
        }
    }
    Some(offsets)
}

/// Reads and writes through views of these offsets.
fn views(mapping: &Mapping<DynRankExtents, Strided<ModeArray<isize>>>, offsets: &[usize]) {
    let span = mapping.required_span_size();
    if span > 1 << 16 {
        return;
    }
    let buffer: Vec<u32> = (0..span as u32).collect();
    let view = View::from_slice(mapping.clone(), &buffer).expect("long enough");
    assert!(view.iter().map(|&element| element as usize).eq(offsets.iter().copied()));
    let sum: u64 = offsets.iter().map(|&offset| offset as u64).sum();
    assert_eq!(view.iter().fold(0, |sum, &element| sum + u64::from(element)), sum);
    let contiguous = Tensor::<u32, _>::from_fn(mapping.extents().clone(), |index| {
        view.get(index.as_ref()).copied().unwrap_or(u32::MAX)
    });
    assert!(
        contiguous.is_ok_and(|t| t.as_slice().iter().zip(offsets).all(|(e, o)| *e as usize == *o))
    );
    if span > 0 {
        assert!(View::from_slice(mapping.clone(), &buffer[1..]).is_err());
    }
    let mut written = buffer.clone();
    if let Ok(mut target) = ViewMut::from_slice(mapping.clone(), &mut written) {
        assert!(mapping.is_unique());
        target.fill(u32::MAX);
        for (at, element) in written.iter().enumerate() {
            assert_eq!(*element == u32::MAX, offsets.contains(&at));
        }
    }
}
