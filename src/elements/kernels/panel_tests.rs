//! Boxes and panels against what they say: each entry stands in one box, and a panel has what its operand has there.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "tests: sizes are small, and a panic is a failure"
)]

use core::mem::MaybeUninit;
use std::vec;
use std::vec::Vec;

use super::axes::Axis;
use super::boxes::Boxes;
use super::element_types::Widened;
use super::panels::{Block, DEEPEST, Deep, MOST_ENTRIES, in_place};
use super::tests::Draw;

/// One of these.
fn one_of<T: Copy>(draw: &mut Draw, all: &[T]) -> T {
    all[draw.below(all.len())]
}

/// Loops of these extents, dense in both operands, in another order in each.
fn loops(draw: &mut Draw, extents: &[usize]) -> Vec<Axis> {
    let mut axes: Vec<Axis> =
        extents.iter().map(|&extent| Axis { extent, is_kept: true, ..Axis::NONE }).collect();
    for operand in 0..2 {
        let mut order: Vec<usize> = (0..axes.len()).collect();
        draw.shuffle(&mut order);
        let mut step = 1;
        for n in order {
            axes[n].steps[operand] = step;
            step *= axes[n].extent.cast_signed();
        }
    }
    axes
}

/// The offsets of all indices, in the order of the memory of the first operand: there is one at each place.
fn all_offsets(axes: &[Axis]) -> Vec<[isize; 3]> {
    let count = axes.iter().map(|axis| axis.extent.cast_signed()).product();
    let at = |place: isize| {
        axes.iter().fold([0; 3], |[first, second, third], axis| {
            let index = place / axis.steps[0] % axis.extent.cast_signed();
            let [in_first, in_second, in_third] = axis.steps;
            [first + index * in_first, second + index * in_second, third + index * in_third]
        })
    };
    (0..count).map(at).collect()
}

#[test]
fn each_entry_stands_in_one_box_and_lies_in_the_order_of_memory() {
    let mut draw = Draw(3);
    let (mut is_cut, mut is_ordered) = (0, 0);
    // It reaches no memory, so that a sanitizer has little to see.
    let rounds = if cfg!(sanitized) { 200 } else { 2000 };
    for _ in 0..rounds {
        let extents: Vec<usize> =
            (0..draw.below(5)).map(|_| one_of(&mut draw, &[1, 2, 3, 5, 16, 17, 24])).collect();
        let mut axes = loops(&mut draw, &extents);
        let mut missing = all_offsets(&axes);
        let mut found = 0;
        let operand = draw.below(2);
        let unit = one_of(&mut draw, &[1, 4, 12]);
        let most = 1 + draw.below(MOST_ENTRIES);
        let boxes = Boxes::cut(&mut axes, &[], operand, most, unit);
        assert!(boxes.largest() <= most, "{extents:?} {most}");
        is_cut += usize::from(boxes.count() > 1);
        for n in 0..boxes.count() {
            let (mut table, mut order) =
                ([const { MaybeUninit::uninit() }; MOST_ENTRIES], [0; MOST_ENTRIES]);
            let entries = boxes.offsets(n, &mut table);
            assert!(entries.len() <= boxes.largest());
            found += entries.len();
            for &entry in entries {
                let there = &mut missing[entry[0].cast_unsigned()];
                assert_eq!(*there, entry, "{extents:?} {most} {unit}");
                *there = [-1; 3];
            }
            let Some((order, along)) = boxes.order(n, &mut order) else { continue };
            is_ordered += 1;
            let mut places: Vec<u16> = order.to_vec();
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..u16::try_from(entries.len()).unwrap()));
            for run in order.chunks(along) {
                let first = entries[usize::from(run[0])][operand];
                // The loops are dense, so that the one along the memory has the least step: 1, or that of a loop of one entry.
                let step = run.get(1).map_or(1, |&n| entries[usize::from(n)][operand] - first);
                for (n, &place) in run.iter().enumerate() {
                    assert_eq!(
                        entries[usize::from(place)][operand],
                        first + step * n.cast_signed()
                    );
                }
            }
        }
        assert_eq!(found, missing.len(), "{extents:?} {most} {unit}");
    }
    assert!(is_cut > rounds / 10 && is_ordered > rounds / 10, "{is_cut} {is_ordered}");
}

/// Else each box would end with a tile that is not full. Beside a line of another loop, which goes along memory, there is no room for a
/// unit: then all of the room is taken.
#[test]
fn boxes_have_whole_units_where_there_is_room_for_one() {
    let axis = |extent, steps| Axis { extent, steps, ..Axis::NONE };
    let mut row = [axis(2304, [1, 0, 0])];
    assert_eq!(Boxes::cut(&mut row, &[], 0, 128, 12).largest(), 120);
    let mut rows = [axis(48, [1, 0, 0]), axis(48, [2304, 0, 0])];
    assert_eq!(Boxes::cut(&mut rows, &[], 0, 128, 12).largest(), 16 * 8);
}

/// Else there would be none where their number wraps around, and nothing would be written.
#[test]
fn more_boxes_than_can_be_counted_are_many() {
    let axis = |steps| Axis { extent: 1 << 40, steps, ..Axis::NONE };
    let mut axes = [axis([1, 0, 0]), axis([0, 1, 0])];
    let boxes = Boxes::cut(&mut axes, &[], 0, DEEPEST, 1);
    assert_eq!(boxes.count(), usize::MAX);
    assert!(boxes.largest() <= DEEPEST);
}

/// Packs all boxes of entries and depths, and compares each element with that of the operand.
fn check_panels<const OPERAND: usize>(draw: &mut Draw, width: usize) -> [usize; 2] {
    let rank = 1 + draw.below(4);
    let extents: Vec<usize> = (0..rank).map(|_| one_of(draw, &[2, 3, 4, 8, 12, 17])).collect();
    let mut axes = loops(draw, &extents);
    let memory: Vec<i32> = (1..).take(extents.iter().product()).collect();
    // Some of the loops are the depth; without it there is one of one entry.
    let (entries, depth) = axes.split_at_mut(1 + draw.below(rank));
    let mut one = [Axis::NONE];
    let depth = if depth.is_empty() { &mut one } else { depth };
    let most = width * (1 + draw.below(MOST_ENTRIES / width));
    let entries = Boxes::cut(entries, depth, OPERAND, most, width);
    let depth = Boxes::cut(depth, &[], OPERAND, 1 + draw.below(DEEPEST), 1);
    let (mut scattered, mut reordered) = (0, 0);
    for (n, m) in (0..entries.count()).flat_map(|n| (0..depth.count()).map(move |m| (n, m))) {
        let mut table = [const { MaybeUninit::uninit() }; MOST_ENTRIES];
        let mut deep = [const { MaybeUninit::uninit() }; DEEPEST];
        let mut order = [0; MOST_ENTRIES];
        let entries_here = entries.offsets(n, &mut table);
        let order = entries.order(n, &mut order);
        scattered += usize::from(order.is_some());
        let mut deep_order = [0; DEEPEST];
        let deep_order = depth.order(m, &mut deep_order).map(|(order, _)| order);
        reordered += usize::from(deep_order.is_some());
        let depth = depth.offsets(m, &mut deep);
        let mut deep = [const { MaybeUninit::uninit() }; DEEPEST];
        let in_memory = Deep::of(OPERAND, depth, deep_order, &mut deep);
        let block = Block {
            entries: entries_here,
            depth: in_memory,
            order,
            width,
            in_place: None,
            unit: width,
        };
        let length = entries_here.len().next_multiple_of(width) * depth.len();
        // What is not written stays what no element is.
        let mut panels = vec![MaybeUninit::new(i64::MIN); length];
        // SAFETY: *reads*: the loops are dense in the memory.
        unsafe { block.pack::<_, i64, OPERAND>(&mut panels, memory.as_ptr(), i64::from) };
        for (slot, found) in panels.iter().enumerate() {
            let (panel, in_panel) = (slot / (width * depth.len()), slot % (width * depth.len()));
            let entry = entries_here.get(panel * width + in_panel % width);
            let expected = entry.map_or(0, |entry| {
                i64::try_from(entry[OPERAND] + depth[in_panel / width][OPERAND]).unwrap() + 1
            });
            // SAFETY: all were written when the vector was made.
            assert_eq!(unsafe { found.assume_init() }, expected, "{extents:?} {width} {slot}");
        }
    }
    [scattered, reordered]
}

#[test]
fn panels_have_what_the_operand_has_there() {
    let mut draw = Draw(9);
    let (mut scattered, mut reordered) = (0, 0);
    for _ in 0..800 {
        let left = one_of(&mut draw, &[2, 4, 6, 8, 12]);
        let right = one_of(&mut draw, &[4, 8, 16, 32]);
        for [entries, depth] in
            [check_panels::<0>(&mut draw, left), check_panels::<1>(&mut draw, right)]
        {
            scattered += entries;
            reordered += depth;
        }
    }
    assert!(scattered > 200 && reordered > 200, "{scattered} {reordered}");
}

/// Checks all elements of the panels of a block whose rows have these steps, from an entry to the next and from a depth to the next.
fn check_in_place(count: usize, width: usize, unit: usize, steps: [isize; 2]) {
    const DEEP: usize = 5;
    let memory: Vec<f32> = (0_u16..4096).map(f32::from).collect();
    let offsets = |count: usize, step: isize| -> Vec<[isize; 3]> {
        (0..count).map(|n| [n.cast_signed() * step, 0, 0]).collect()
    };
    let (entries, depth) = (offsets(count, steps[0]), offsets(DEEP, steps[1]));
    let mut deep = [const { MaybeUninit::uninit() }; DEEP];
    let in_memory = Deep::of(0, &depth, None, &mut deep);
    let in_place = Some(steps);
    let block = Block { entries: &entries, depth: in_memory, order: None, width, in_place, unit };
    // What must be copied is less than a panel.
    let copied = if count.is_multiple_of(unit) { 0 } else { width * DEEP };
    let mut room = vec![MaybeUninit::new(f32::NAN); copied];
    // SAFETY: *reads*: no sum of offsets goes beyond the memory.
    let panels = unsafe { block.panels::<Widened, f32, f32, 0>(&mut room, memory.as_ptr()) };
    for (n, d) in (0..count).flat_map(|n| (0..DEEP).map(move |d| (n, d))) {
        let lines = panels.at(n / width);
        let at = lines.entry * (n % width).cast_signed() + lines.depth * d.cast_signed();
        // SAFETY: the element is in the operand or was copied, as this test is to show.
        let found = unsafe { lines.start.offset(at).read() };
        let expected = memory[(entries[n][0] + depth[d][0]).cast_unsigned()];
        assert_eq!(found, expected, "{count} by {width}: {n} at {d}");
    }
}

#[test]
fn what_lies_in_place_is_read_there_and_the_rest_is_copied() {
    for (width, unit) in [(12, 4), (6, 2), (4, 4), (8, 4), (32, 16)] {
        for count in 1..70 {
            check_in_place(count, width, unit, [DEEPEST.cast_signed() / 16, 1]);
            check_in_place(count, width, unit, [1, 80]);
        }
    }
}

#[test]
fn columns_are_read_in_place_where_they_lie_one_after_the_other() {
    let axis = |steps| [Axis { extent: 9, steps, ..Axis::NONE }];
    let steps = |left, right| [left, right, 0];
    let (near, far) = (1, 1000);
    // The left operand by rows or by columns, the right one by rows alone.
    let rows = |depth: isize, entry| in_place(0, &axis(steps(entry, 0)), &axis(steps(depth, 0)), 3);
    assert_eq!(rows(1, 9), Some([9, 1]));
    assert_eq!(rows(9, 1), Some([1, 9]));
    assert_eq!(rows(9, 2), None);
    let columns = |entry, uses| in_place(1, &axis(steps(0, entry)), &axis(steps(0, 9)), uses);
    assert_eq!((columns(1, near), columns(2, near)), (Some([1, 9]), None));
    // What is used often is copied, so that it lies together, and so is what has more loops than one.
    assert_eq!(columns(1, far), None);
    assert_eq!(in_place(0, &[Axis::NONE; 2], &axis(steps(1, 0)), near), None);
}
