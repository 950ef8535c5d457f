//! The slices of the vectors with everything in types: the build script writes a test for each case, and
//! here stands what they assert.
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "helpers of tests")]

use extents::generic::{AddressedBy, TypedExtents};
use extents::layout::{
    Canonical, ColMajor, Layout, Padded, RowMajor, Stride, StrideList, Strided, StridedLayout,
    TypedLayout,
};
use extents::rearrange::Part;
use extents::{Const, Dyn, Extents, Mapping, StaticExtents, slice};

/// The cases are there.
#[test]
fn the_cases_are_many() {
    assert!(IDS.len() >= 400, "{} cases", IDS.len());
}

/// What a case expects.
struct Expected {
    layout: &'static str,
    /// The padding that the type of a padded layout knows.
    padding: Option<isize>,
    /// What the types know of the strides of a strided layout.
    static_strides: &'static [Option<isize>],
    extents: &'static [usize],
    strides: &'static [isize],
    span: usize,
    offset: usize,
    is_exhaustive: bool,
    is_always_exhaustive: bool,
    /// How many values the mapping has: nothing else takes space.
    words: usize,
    bytes_of_mdspan: Option<usize>,
    offsets: &'static [(&'static [usize], usize)],
}

/// The name of a layout, and what its type knows.
trait Named {
    const NAME: &'static str;
    const PADDING: Option<isize> = None;
    const STRIDES: &'static [Option<isize>] = &[];
}
impl Named for ColMajor {
    const NAME: &'static str = "left";
}
impl Named for RowMajor {
    const NAME: &'static str = "right";
}
impl<P: Stride> Named for Padded<ColMajor, P> {
    const NAME: &'static str = "left_padded";
    const PADDING: Option<isize> = P::STRIDE;
}
impl<P: Stride> Named for Padded<RowMajor, P> {
    const NAME: &'static str = "right_padded";
    const PADDING: Option<isize> = P::STRIDE;
}
impl<S: StrideList> Named for Strided<S> {
    const NAME: &'static str = "stride";
    const STRIDES: &'static [Option<isize>] = S::STATIC;
}

fn source<E: Extents, L: StridedLayout<E>>(extents: &[usize], layout: L) -> Mapping<E, L> {
    Mapping::with_layout(E::from_extents(extents).unwrap(), layout).unwrap()
}

/// What an expected slice answers; its extents have the type `E`.
fn check<E, L>(part: &Part<E, L>, expected: &Expected)
where
    E: TypedExtents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    L: TypedLayout<E> + Named,
{
    let mapping = part.mapping();
    let promises = Promises {
        name: L::NAME,
        padding: L::PADDING,
        strides: L::STRIDES,
        all_strides: <L::Strides as StrideList>::STATIC,
        is_always: [
            <L as Layout<E>>::IS_ALWAYS_UNIQUE,
            <L as Layout<E>>::IS_ALWAYS_EXHAUSTIVE,
            <L as Layout<E>>::IS_ALWAYS_STRIDED,
        ],
        bytes: size_of::<Mapping<E, L>>(),
    };
    promises.check(expected);
    assert_eq!(mapping.extents().extents().as_ref(), expected.extents);
    assert_eq!(mapping.strides().as_ref(), expected.strides);
    assert_eq!((mapping.required_span_size(), part.offset()), (expected.span, expected.offset));
    assert!(mapping.is_unique() && mapping.is_strided());
    assert_eq!(mapping.is_exhaustive(), expected.is_exhaustive);
    for &(coordinates, offset) in expected.offsets {
        let mut index = mapping.extents().extents();
        index.as_mut().copy_from_slice(coordinates);
        assert_eq!(mapping.offset(&index), Ok(offset));
        assert_eq!(mapping.index(offset).unwrap().as_ref(), coordinates);
    }
}

/// What types say, so that it is compared by code that has no types.
struct Promises {
    name: &'static str,
    padding: Option<isize>,
    strides: &'static [Option<isize>],
    all_strides: &'static [Option<isize>],
    is_always: [bool; 3],
    bytes: usize,
}

impl Promises {
    fn check(&self, expected: &Expected) {
        assert_eq!((self.name, self.padding), (expected.layout, expected.padding));
        assert_eq!(self.strides, expected.static_strides);
        let true_strides = self.all_strides.iter().zip(expected.strides);
        assert!(true_strides.clone().all(|(known, stride)| known.is_none_or(|n| n == *stride)));
        assert_eq!(true_strides.len(), expected.strides.len());
        // mdspan wants strides under which no two indices share an offset; ours may be any. But the types of
        // ours know more: strides that are in the type, and the room of a padding.
        let [unique, exhaustive, strided] = self.is_always;
        assert!(strided && (unique || expected.layout == "stride"));
        assert!(exhaustive || !expected.is_always_exhaustive);
        assert!(expected.is_exhaustive || !exhaustive);
        assert!(expected.layout == "stride" || exhaustive == expected.is_always_exhaustive);
        assert_eq!(self.bytes, expected.words * size_of::<usize>());
        assert!(expected.bytes_of_mdspan.is_none_or(|bytes| self.bytes <= bytes));
    }
}

// Last, since macros are in scope below their definition.
include!(concat!(env!("OUT_DIR"), "/typed_slices.rs"));
