//! The nest against its definition: the set of tuples of an index and the offsets there of all operands.

use std::collections::BTreeSet;
use std::vec;
use std::vec::Vec;

use super::*;

mod known;

/// The nest over operands of these extents; `None` where it has too many loops.
fn shortest(extents: &[usize], operands: &Operands<'_>, way: Way, merges: bool) -> Option<Nest> {
    let mut nest = Nest::EMPTY;
    nest.plan(extents, operands, way, merges).then_some(nest)
}

/// Offsets of two operands at an index.
type Place = (isize, isize);

/// All places, by counting through the indices in row-major order.
fn by_definition(extents: &[usize], a: &[isize], b: &[isize]) -> Vec<(Vec<usize>, Place)> {
    let mut found = vec![(Vec::new(), (0, 0))];
    for (mode, &extent) in extents.iter().enumerate() {
        let longer = |(index, (x, y)): &(Vec<usize>, Place)| {
            let (index, x, y) = (index.clone(), *x, *y);
            (0..extent).map(move |n| {
                let mut index = index.clone();
                index.push(n);
                (index, (x + n as isize * a[mode], y + n as isize * b[mode]))
            })
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// Steps of offsets, with a count of the index where it `COUNTS`.
struct Two<'a, const COUNTS: bool>(&'a [isize], &'a [isize]);

impl<const COUNTS: bool> Steps for Two<'_, COUNTS> {
    type Place = (Vec<usize>, Place);
    type Step = (usize, isize, isize, isize);
    const UNIT: Self::Step = (0, 1, 1, 1);
    fn operands<R>(&self, rest: &Operands<'_>, f: impl FnOnce(&Operands<'_>) -> R) -> R {
        f(&Operands::And(self.0, &Operands::And(self.1, rest)))
    }
    fn step(&self, mode: usize, is_reversed: bool) -> Self::Step {
        let sign = if is_reversed { -1 } else { 1 };
        (mode, sign, sign * self.0[mode], sign * self.1[mode])
    }
    fn is_next((_, _, a, b): Self::Step) -> (bool, bool) {
        ((a, b) == (1, 1), (a == 0 || a == 1) && (b == 0 || b == 1))
    }
    fn advance((index, (x, y)): &mut Self::Place, (mode, sign, a, b): Self::Step, by: isize) {
        if COUNTS {
            index[mode] = index[mode].wrapping_add_signed(sign * by);
        }
        (*x, *y) = (*x + a * by, *y + b * by);
    }
}

/// All places of some loops, the last one fastest.
fn along<const COUNTS: bool>(
    loops: &[Loop],
    steps: &Two<'_, COUNTS>,
    place: &(Vec<usize>, Place),
    found: &mut Vec<(Vec<usize>, Place)>,
) {
    let [first, rest @ ..] = loops else { return found.push(place.clone()) };
    let mut place = place.clone();
    for _ in 0..first.extent {
        along(rest, steps, &place, found);
        Two::<COUNTS>::advance(&mut place, steps.step(first.mode(), first.is_reversed), 1);
    }
}

/// All places in the order of a nest: the loops of each tile, the last one fastest.
fn visited<const COUNTS: bool>(
    nest: &Nest,
    extents: &[usize],
    steps: &Two<'_, COUNTS>,
) -> Vec<(Vec<usize>, Place)> {
    let mut place = (vec![0; extents.len()], (0, 0));
    nest.start(extents, steps, &mut place);
    let (mut found, mut at) = (Vec::new(), [0; 2]);
    let mut tile = nest.first_tile();
    loop {
        let now = tile.as_ref().unwrap_or(nest);
        assert!(tile.is_none() || now.loops[..now.rank].iter().all(|each| each.extent > 0));
        along(&now.loops[..now.rank], steps, &place, &mut found);
        let Some(tile) = &mut tile else { return found };
        if !nest.next_tile(tile, &mut at, steps, &mut place) {
            return found;
        }
    }
}

fn planned<const COUNTS: bool>(extents: &[usize], steps: &Two<'_, COUNTS>, way: Way) -> Nest {
    steps
        .operands(&Operands::None, |operands| shortest(extents, operands, way, !COUNTS))
        .expect("the nest is short")
}

/// Checks all ways and both kinds of operands; returns the nest of any order that merges.
fn check(extents: &[usize], a: &[isize], b: &[isize]) -> Nest {
    let expected = by_definition(extents, a, b);
    let offsets = |places: &[(Vec<usize>, Place)]| {
        places.iter().map(|(_, offsets)| *offsets).collect::<Vec<_>>()
    };
    let (plain, counting) = (Two::<false>(a, b), Two::<true>(a, b));
    // In row-major order: place by place.
    let kept = planned(extents, &plain, Way::Kept);
    assert_eq!(
        offsets(&visited(&kept, extents, &plain)),
        offsets(&expected),
        "{extents:?} {a:?} {b:?}"
    );
    let kept = planned(extents, &counting, Way::Kept);
    assert_eq!(visited(&kept, extents, &counting), expected, "{extents:?} {a:?} {b:?}");
    // In any order: the same places, each as often.
    let free = planned(extents, &plain, Way::Free);
    let sorted = |places: &[(Vec<usize>, Place)]| {
        let mut all = offsets(places);
        all.sort_unstable();
        all
    };
    assert_eq!(
        sorted(&visited(&free, extents, &plain)),
        sorted(&expected),
        "{extents:?} {a:?} {b:?}"
    );
    let counted = planned(extents, &counting, Way::Free);
    let places = visited(&counted, extents, &counting);
    assert_eq!(places.len(), expected.len());
    assert_eq!(
        BTreeSet::from_iter(places),
        BTreeSet::from_iter(expected),
        "{extents:?} {a:?} {b:?}"
    );
    is_minimal(&free, a, b);
    free
}

/// No two neighboring loops continue each other, and they are in the order of the strides, but for that which tiles moved.
fn is_minimal(nest: &Nest, a: &[isize], b: &[isize]) {
    let step = |each: Loop, strides: &[isize]| {
        if each.is_reversed { -strides[each.mode()] } else { strides[each.mode()] }
    };
    let of_two = if nest.is_tiled { nest.rank - 2 } else { nest.rank };
    for pair in nest.loops[..of_two].windows(2) {
        let [outer, inner] = pair else { continue };
        let whole = |strides| step(*inner, strides) * inner.extent as isize;
        assert!((step(*outer, a), step(*outer, b)) != (whole(a), whole(b)), "{nest:?}");
        let length = |each: Loop| (step(each, a).abs(), step(each, b).abs());
        assert!(length(*outer) >= length(*inner), "{nest:?}");
    }
    if let [.., outer, inner] = &nest.loops[..nest.rank]
        && nest.is_tiled
    {
        // The two loops that tiles are made of are long, and the columns of an operand crowd the cache.
        let crowds = |strides| {
            let (step, long) = (step(*outer, strides).abs(), step(*inner, strides).abs());
            0 < step && step < long && long % 256 == 0
        };
        assert!(outer.extent >= 128 && inner.extent >= 128 && (crowds(a) || crowds(b)), "{nest:?}");
    }
    for each in &nest.loops[..nest.rank] {
        let first = [step(*each, a), step(*each, b)].into_iter().find(|step| *step != 0);
        assert!(each.extent > 1 && first.is_none_or(|step| step > 0), "{nest:?}");
    }
}

/// A generator of numbers that look random, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// Strides of an operand that is dense in a random order of the modes, some of them reversed, broadcast or doubled.
    fn strides(&mut self, extents: &[usize]) -> Vec<isize> {
        let mut modes: Vec<usize> = (0..extents.len()).collect();
        if self.below(3) > 0 {
            modes.sort_by_key(|_| self.below(100));
        }
        let (mut strides, mut below) = (vec![0; extents.len()], 1);
        for &mode in modes.iter().rev() {
            strides[mode] = match self.below(8) {
                0 => 0,
                1 => -below,
                _ => below,
            };
            below *= extents[mode] as isize * if self.below(6) == 0 { 2 } else { 1 };
        }
        strides
    }
}

#[test]
fn each_place_is_visited_as_often_as_it_has_indices() {
    let mut numbers = Numbers(7);
    for _ in 0..3000 {
        let rank = numbers.below(6) as usize;
        let extents: Vec<usize> = (0..rank).map(|_| numbers.below(4) as usize + 1).collect();
        let (a, b) = (numbers.strides(&extents), numbers.strides(&extents));
        check(&extents, &a, &b);
    }
}

#[test]
fn columns_that_crowd_the_cache_go_tile_by_tile() {
    // Rows of 256 elements, and columns of 130 or 128.
    for (extents, b) in [([130, 256], [1, 256]), ([256, 128], [-1, 256]), ([128, 129], [1, 512])] {
        let rows = [extents[1] as isize, 1];
        let nest = check(&extents, &rows, &b);
        assert!(nest.is_tiled, "{extents:?} {b:?}");
        let tile = nest.first_tile().expect("there are tiles");
        assert_eq!((tile.inner(0).extent, tile.inner(1).extent), (TILE, TILE));
    }
    let three = check(&[130, 2, 140], &[280, 140, 1], &[1, 256 * 200, 256]);
    assert!(three.is_tiled);
    // Not crowded, too short, or no operand lies across.
    for (extents, b) in [([130, 256], [1, 255]), ([127, 256], [1, 256]), ([130, 127], [1, 256])] {
        let rows = [extents[1] as isize, 1];
        assert!(!check(&extents, &rows, &b).is_tiled, "{extents:?} {b:?}");
    }
    assert!(!check(&[130, 256], &[256, 1], &[512, 2]).is_tiled);
    assert!(!check(&[130, 256], &[256, 256], &[256, 256]).is_tiled);
}

#[test]
fn dense_operands_of_one_order_are_one_loop() {
    for strides in [[12, 4, 1], [1, 2, 6], [-12, 4, 1], [-12, -4, -1], [4, 8, 1]] {
        let nest = check(&[2, 3, 4], &strides, &strides);
        assert_eq!(nest.rank, 1, "{strides:?}");
    }
    assert_eq!(check(&[2, 3, 4], &[24, 8, 1], &[24, 8, 1]).rank, 2);
    assert_eq!(check(&[2, 3, 4], &[12, 4, 1], &[0, 0, 0]).rank, 1);
    assert_eq!(check(&[1, 1], &[7, 9], &[3, 3]).rank, 0);
}

/// The halves of a nest, and of those, until one element is left.
#[cfg(feature = "rayon")]
fn halved(
    nest: &Nest,
    steps: &Two<'_, true>,
    place: &(Vec<usize>, Place),
    found: &mut Vec<(Vec<usize>, Place)>,
) {
    let size: usize = nest.loops[..nest.rank].iter().map(|each| each.extent).product();
    assert_eq!(nest.size(), size);
    let mut behind = place.clone();
    match nest.halves(steps, &mut behind) {
        Some((front, back)) => {
            assert!(front.size() > 0 && front.size() <= back.size());
            assert_eq!(front.size() + back.size(), size);
            halved(&front, steps, place, found);
            halved(&back, steps, &behind, found);
        }
        None => {
            assert!(size <= 1);
            along(&nest.loops[..nest.rank], steps, place, found);
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn halves_of_halves_visit_what_the_whole_does_in_its_order() {
    let mut numbers = Numbers(13);
    for round in 0..300 {
        let rank = numbers.below(5) as usize;
        let extents: Vec<usize> = (0..rank).map(|_| numbers.below(4) as usize + 1).collect();
        let (a, b) = (numbers.strides(&extents), numbers.strides(&extents));
        let steps = Two::<true>(&a, &b);
        let nest = planned(&extents, &steps, if round % 2 == 0 { Way::Kept } else { Way::Free });
        let mut place = (vec![0; rank], (0, 0));
        nest.start(&extents, &steps, &mut place);
        let mut found = Vec::new();
        halved(&nest, &steps, &place, &mut found);
        assert_eq!(found, visited(&nest, &extents, &steps), "{extents:?} {a:?} {b:?}");
    }
}

#[test]
fn more_loops_than_there_is_room_for_are_no_nest() {
    let (extents, strides) = ([2; MOST + 1], [1; MOST + 1]);
    let one = |rank: usize| {
        let operands = Operands::And(&strides[..rank], &Operands::None);
        shortest(&extents[..rank], &operands, Way::Kept, true)
    };
    assert_eq!(one(MOST).map(|nest| nest.rank), Some(MOST));
    assert_eq!(one(MOST + 1), None);
}

#[test]
fn a_nest_has_its_loops_from_inside_and_starts_where_they_do() {
    let nest = check(&[2, 3, 4], &[24, 8, 1], &[24, 8, 1]);
    let outer = nest.loops[0];
    assert_eq!((nest.inner(0).extent, nest.inner(1)), (4, outer));
    assert_eq!((outer.extent, nest.inner(2), nest.inner(3)), (6, Loop::ONCE, Loop::ONCE));
    assert!(nest.starts_at_zeros());
    assert!(!check(&[2, 3], &[-3, 1], &[3, 1]).starts_at_zeros());
    assert!(nest.first_tile().is_none());
}

#[test]
fn loops_in_order_are_the_last_modes_from_inside() {
    for rank in 0..5 {
        let extents: Vec<usize> = (2..2 + rank).collect();
        let inner = Nest::in_order(&extents);
        for (k, found) in inner.iter().enumerate() {
            // From inside: the last mode, the one before it, and so on.
            let expected = match extents.iter().enumerate().rev().nth(k) {
                Some((mode, &extent)) => (extent, mode),
                None => (1, 0),
            };
            assert_eq!((found.extent, found.mode()), expected, "{extents:?}");
            assert!(!found.is_reversed);
        }
    }
}

#[test]
fn two_loops_are_one_where_all_operands_step_evenly() {
    let mut numbers = Numbers(11);
    let mut found = [0; 3];
    for _ in 0..5000 {
        let mut one = || {
            let strides: [isize; 2] = [0, 1].map(|_| numbers.below(5) as isize - 2);
            (numbers.below(3) as usize + 1, strides)
        };
        let (a, b) = (one(), one());
        // By definition: the offsets of the loop that comes out are those of a nest of both, in its order.
        let offsets = |outer: (usize, [isize; 2]), inner: (usize, [isize; 2])| {
            let each =
                |n: usize, m: usize, k: usize| n as isize * outer.1[k] + m as isize * inner.1[k];
            (0..outer.0)
                .flat_map(|n| (0..inner.0).map(move |m| (n, m)))
                .map(|(n, m)| (each(n, m, 0), each(n, m, 1)))
                .collect::<Vec<_>>()
        };
        match merged(a, b) {
            Some(Merged { extent, strides, is_in_order }) => {
                let both = if is_in_order { offsets(a, b) } else { offsets(b, a) };
                assert_eq!(offsets((1, [0, 0]), (extent, strides)), both, "{a:?} {b:?}");
                found[usize::from(is_in_order)] += 1;
            }
            None => found[2] += 1,
        }
    }
    assert!(found.iter().all(|times| *times > 50), "{found:?}");
    assert_eq!(merged((usize::MAX, [0]), (2, [0])), None);
}
