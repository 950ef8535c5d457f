//! Checks of rearrangements that fail to compile where the types know that they are wrong.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes, and \
              what could overflow is checked"
)]

use crate::const_text::{ConstText, refuse};
use crate::size::KnownExtents;
use crate::{
    ShapeError,
    error::{Bounded, Part, Place, Quantity},
};

mod broadcast;
mod joined;

pub use broadcast::{REPEATED, Spread, assert_broadcast, broadcast_order};
pub use joined::{assert_joined, assert_joined_names, assert_target_names};

type Known<T> = Option<T>;

/// Checks that the product of the parts of mode `mode` is its extent.
#[track_caller]
pub const fn assert_split(mode: usize, extents: &[Known<usize>], parts: &[Known<usize>]) {
    let (Some(extent), Some(product)) = (extents[mode], product(parts)) else { return };
    if product != extent {
        refuse(ShapeError::PartMismatch { part: Part::Split, mode, size: product, extent });
    }
    // Only a mode without entries can make the product of the other extents larger.
    let is_static = KnownExtents::all(extents).is_some();
    assert!(
        extent > 0 || is_static,
        "a mode of extent 0 beside a `dyn` mode splits only into `dyn` parts: the extents that are not 0 may multiply to more than isize::MAX"
    );
}

const fn product(extents: &[Known<usize>]) -> Known<usize> {
    let mut product: usize = 1;
    let mut mode = 0;
    while mode < extents.len() {
        match extents[mode] {
            Some(extent) => product = product.saturating_mul(extent),
            None => return None,
        }
        mode += 1;
    }
    Some(product)
}

/// Checks that mode `mode` and the next one merge into a mode of extent `merged`.
#[track_caller]
pub const fn assert_merge(
    mode: usize,
    extents: &[Known<usize>],
    strides: &[Known<isize>],
    merged: Known<usize>,
) {
    let next = mode + 1;
    if let (Some(slow), Some(fast)) = (extents[mode], extents[next]) {
        let found = slow.saturating_mul(fast);
        if let Some(expected) = merged
            && found != expected
        {
            refuse(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found });
        }
    }
    let (Some(stride), Some(step), Some(fast)) = (strides[mode], strides[next], extents[next])
    else {
        return;
    };
    // As at run time: an extent fits, and a product that does not is the stride of no mode.
    let expected = step.checked_mul(fast.cast_signed());
    let moves = match extents[mode] {
        Some(slow) => slow > 1 && fast > 0,
        // A run-time extent may turn out to be 1.
        None => false,
    };
    if moves && !matches!(expected, Some(expected) if expected == stride) {
        refuse(ShapeError::NotMergeable { mode, stride, expected });
    }
}

/// Checks that windows fit, and that there are `places` of them.
#[track_caller]
pub const fn assert_windows(
    extents: &[Known<usize>],
    windows: &[Known<usize>],
    places: &[Known<usize>],
) {
    assert_ranks(extents.len(), windows.len());
    assert_ranks(extents.len(), places.len());
    let mut mode = 0;
    while mode < extents.len() {
        assert_window(mode, extents[mode], windows[mode], places[mode]);
        mode += 1;
    }
}

/// Checks that windows of one mode fit, and that there are `places` of them.
#[track_caller]
pub const fn assert_window(
    mode: usize,
    extent: Known<usize>,
    window: Known<usize>,
    places: Known<usize>,
) {
    if let (Some(extent), Some(window)) = (extent, window) {
        if window == 0 || window > extent {
            refuse(ShapeError::PartMismatch { part: Part::Window, mode, size: window, extent });
        }
        assert_count(mode, places, extent - window + 1);
    }
}

/// Checks that tiles cover all modes, and that there are `counts` of them.
#[track_caller]
pub const fn assert_tiles(
    extents: &[Known<usize>],
    tiles: &[Known<usize>],
    counts: &[Known<usize>],
) {
    assert_ranks(extents.len(), tiles.len());
    assert_ranks(extents.len(), counts.len());
    let mut mode = 0;
    while mode < extents.len() {
        if let (Some(extent), Some(tile)) = (extents[mode], tiles[mode]) {
            if tile == 0 || !extent.is_multiple_of(tile) {
                refuse(ShapeError::PartMismatch { part: Part::Tile, mode, size: tile, extent });
            }
            assert_count(mode, counts[mode], extent / tile);
        }
        mode += 1;
    }
}

/// Checks that chunks of `size` entries cover mode `mode`.
#[track_caller]
pub const fn assert_chunks(mode: usize, extents: &[Known<usize>], size: usize) {
    if size == 0 {
        refuse(ShapeError::ZeroSize { part: Part::Tile, mode });
    }
    if let Some(extent) = extents[mode]
        && !extent.is_multiple_of(size)
    {
        refuse(ShapeError::PartMismatch { part: Part::Tile, mode, size, extent });
    }
}

/// Mode `mode` has an entry `at` or ends there, and has `rest` entries from there on.
#[track_caller]
pub const fn assert_split_at(mode: usize, extents: &[Known<usize>], at: usize, rest: Known<usize>) {
    let Some(extent) = extents[mode] else { return };
    match extent.checked_sub(at) {
        Some(found) => assert_count(mode, rest, found),
        None => refuse(ShapeError::SliceOutOfBounds { mode, begin: 0, end: at, extent }),
    }
}

/// Checks that tiles cover all modes without a remainder.
#[track_caller]
pub const fn assert_whole_tiles(extents: &[Known<usize>], tiles: &[Known<usize>]) {
    let mut mode = 0;
    while mode < extents.len() && mode < tiles.len() {
        if let (Some(extent), Some(tile)) = (extents[mode], tiles[mode])
            && !extent.is_multiple_of(tile)
        {
            refuse(ShapeError::PartMismatch { part: Part::Tile, mode, size: tile, extent });
        }
        mode += 1;
    }
}

/// Of two tiles along each mode one is a multiple of the other, and `smaller` is that other one.
#[track_caller]
pub const fn assert_refinement(
    left: &[Known<usize>],
    right: &[Known<usize>],
    smaller: &[Known<usize>],
) {
    let mut mode = 0;
    while mode < left.len() && mode < right.len() {
        if let (Some(left), Some(right)) = (left[mode], right[mode]) {
            let (tile, extent) = if left < right { (left, right) } else { (right, left) };
            if !extent.is_multiple_of(tile) {
                refuse(ShapeError::PartMismatch { part: Part::Tile, mode, size: tile, extent });
            }
            if mode < smaller.len() {
                assert_count(mode, smaller[mode], tile);
            }
        }
        mode += 1;
    }
}

/// Checks that no tile has extent 0.
#[track_caller]
pub const fn assert_tile_extents(tiles: &[Known<usize>]) {
    let mut mode = 0;
    while mode < tiles.len() {
        if let Some(0) = tiles[mode] {
            refuse(ShapeError::ZeroSize { part: Part::Tile, mode });
        }
        mode += 1;
    }
}

#[track_caller]
const fn assert_count(mode: usize, expected: Known<usize>, found: usize) {
    if let Some(expected) = expected
        && expected != found
    {
        refuse(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found });
    }
}

/// As many strides or modes in a list as extents, where the types know both numbers.
#[track_caller]
pub const fn assert_list_of_rank(rank: Option<usize>, list: Option<usize>) {
    if let (Some(expected), Some(found)) = (rank, list) {
        assert_ranks(expected, found);
    }
}

/// Layers of so many modes share out all modes of a shape, where the types know the rank.
#[track_caller]
pub const fn assert_layers(rank: Option<usize>, layers: &[Known<usize>]) {
    let mut layered: usize = 0;
    let mut layer = 0;
    while layer < layers.len() {
        let Some(modes) = layers[layer] else { return };
        layered = layered.saturating_add(modes);
        layer += 1;
    }
    if let Some(rank) = rank
        && rank != layered
    {
        refuse(ShapeError::CountMismatch {
            of: Quantity::LayeredModes,
            expected: rank,
            found: layered,
        });
    }
}

/// As many modes as the shape has.
#[track_caller]
pub const fn assert_ranks(expected: usize, found: usize) {
    if expected != found {
        refuse(ShapeError::RankMismatch { expected, found });
    }
}

/// Modes that are summed against each other: two lists of equal length, of which neither names a mode twice.
#[track_caller]
pub const fn assert_mode_lists(left: &[Known<usize>], right: &[Known<usize>]) {
    if left.len() != right.len() {
        refuse(ShapeError::CountMismatch {
            of: Quantity::ContractedModes,
            expected: left.len(),
            found: right.len(),
        });
    }
    assert_distinct(left);
    assert_distinct(right);
}

/// Fails to compile where a list names a mode twice.
#[track_caller]
const fn assert_distinct(modes: &[Known<usize>]) {
    let mut k = 0;
    while k < modes.len() {
        let mut earlier = 0;
        while earlier < k {
            if let (Some(one), Some(mode)) = (modes[earlier], modes[k])
                && one == mode
            {
                refuse(ShapeError::Repeated { place: Place::Mode(mode) });
            }
            earlier += 1;
        }
        k += 1;
    }
}

/// Fails to compile where a fold along some modes of extents, all in the types, has results but no entries that they are
/// made of.
#[track_caller]
pub const fn assert_entries(modes: &[Known<usize>], extents: &[Known<usize>]) {
    let (mut empty, mut has_results, mut mode) = (None, true, 0);
    while mode < extents.len() {
        let (mut is_folded, mut k) = (false, 0);
        while k < modes.len() {
            if let Some(folded) = modes[k] {
                is_folded = is_folded || folded == mode;
            }
            k += 1;
        }
        match extents[mode] {
            Some(0) if is_folded && empty.is_none() => empty = Some(mode),
            Some(1..) => {}
            // Perhaps there are no results.
            None | Some(0) if !is_folded => has_results = false,
            _ => {}
        }
        mode += 1;
    }
    if let Some(mode) = empty
        && has_results
    {
        refuse(ShapeError::NothingToFold { mode });
    }
}

/// Stops the compiler: a const needs the stride of a mode, which is a value.
#[track_caller]
#[allow(clippy::panic, reason = "in a const: a compile error")]
pub const fn refuse_open_stride(mode: usize, extents: &[Known<usize>]) -> ! {
    panic!("{}", ConstText::about_stride(mode, extents).as_str())
}

/// Checks that a shape of these extents has mode `mode`.
#[track_caller]
pub const fn assert_mode(mode: Known<usize>, rank: Known<usize>) {
    if let (Some(mode), Some(rank)) = (mode, rank)
        && mode >= rank
    {
        let of = Bounded::Mode;
        let text =
            ConstText::new().about(ShapeError::OutOfBounds { of, number: mode, limit: rank });
        // Not that of a list of modes.
        stop(text.as_str());
    }
}

/// Stops the compiler, which then shows the line that calls this, and no line of the standard library.
#[track_caller]
#[allow(clippy::panic, reason = "in a const: a compile error")]
pub const fn stop(text: &str) -> ! {
    panic!("{}", text)
}

/// Checks that mode `mode`, which becomes longer by `more` or that many times longer, has extent `stated` then.
#[track_caller]
pub const fn assert_grown(
    mode: Known<usize>,
    extents: &[Known<usize>],
    (factor, more): (Known<usize>, Known<usize>),
    stated: Known<usize>,
) {
    if let (Some(mode), Some(factor), Some(more), Some(expected)) = (mode, factor, more, stated)
        && mode < extents.len()
        && let Some(extent) = extents[mode]
    {
        let found = extent.saturating_mul(factor).saturating_add(more);
        if found != expected {
            refuse(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found });
        }
    }
}

/// Checks that elements of extents of one size fill those of another.
#[track_caller]
pub const fn assert_sizes(found: Known<usize>, expected: Known<usize>) {
    if let (Some(found), Some(expected)) = (found, expected)
        && found != expected
    {
        refuse(ShapeError::CountMismatch { of: Quantity::Elements, expected, found });
    }
}
