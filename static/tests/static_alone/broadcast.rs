//! Where the modes of an operand go that repeats to other extents: all small lists of extents and names, by the definition.

use extents_static::__private::{KnownOperand, REPEATED, assert_broadcast, broadcast_order};
use extents_static::LabelName;

use crate::checks::{refused, text};

const NAMES: [Option<LabelName>; 3] = [None, Some(LabelName::new("A")), Some(LabelName::new("B"))];
const NUMBERS: [Option<usize>; 3] = [None, Some(1), Some(2)];

/// A mode: the number of its name, 0 if it has none, and its extent.
type Mode = (usize, Option<usize>);

/// All lists of so many modes.
fn lists(count: usize) -> Vec<Vec<Mode>> {
    (0..count).fold(vec![vec![]], |lists, _| {
        let each = |name| NUMBERS.map(|number| (name, number));
        let modes: Vec<Mode> = (0..3).flat_map(each).collect();
        let longer = |list: &Vec<Mode>| {
            modes.iter().map(|mode| [&list[..], &[*mode]].concat()).collect::<Vec<_>>()
        };
        lists.iter().flat_map(longer).collect()
    })
}

fn known(modes: &[Mode], has_labels: bool) -> KnownOperand {
    let extents: Vec<_> = modes.iter().map(|(_, extent)| *extent).collect();
    let names: Vec<_> = modes.iter().map(|(name, _)| NAMES[*name]).collect();
    let ids: Vec<_> = modes.iter().map(|(name, _)| *name as u64).collect();
    let ids = if has_labels { ids } else { vec![] };
    KnownOperand::of_modes(extents.leak(), names.leak(), ids.leak())
}

/// The place of each mode of the operand, `None` for one that goes nowhere; or nothing, where it is refused.
fn places(of: &[Mode], to: &[Mode]) -> Option<Vec<Option<usize>>> {
    let further = to.len().checked_sub(of.len())?;
    let stands_in =
        |name: usize| (0..to.len()).filter(|place| to[*place].0 == name).collect::<Vec<_>>();
    let is_in_place =
        of.iter().zip(&to[further..]).all(|((name, _), (other, _))| match (*name, *other) {
            (0, _) => true,
            (name, 0) => stands_in(name).is_empty(),
            (name, other) => name == other,
        });
    let places = if is_in_place {
        (0..of.len()).map(|mode| Some(mode + further)).collect()
    } else {
        let place = |(name, extent): &Mode| match (*name, &stands_in(*name)[..]) {
            (0, _) => (*extent == Some(1)).then_some(None),
            (_, [place]) => Some(Some(*place)),
            _ => None,
        };
        let places = of.iter().map(place).collect::<Option<Vec<_>>>()?;
        let named: Vec<_> = places.iter().flatten().collect();
        if (1..named.len()).any(|n| named[..n].contains(&named[n])) {
            return None;
        }
        places
    };
    let fits = |((_, extent), place): (&Mode, &Option<usize>)| {
        place.is_none_or(|place| match (*extent, to[place].1) {
            (Some(found), Some(expected)) => found == 1 || found == expected,
            _ => true,
        })
    };
    of.iter().zip(&places).all(fits).then_some(places)
}

#[test]
fn modes_repeat_where_their_names_are() {
    for (from, to) in [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1), (2, 2)] {
        for (of, to) in
            lists(from).iter().flat_map(|of| lists(to).into_iter().map(move |to| (of, to)))
        {
            for has_labels in [true, false] {
                let (operand, target) = (known(of, has_labels), known(&to, has_labels));
                let stops = text(|| assert_broadcast(&operand, &target)).is_some();
                let Some(wanted) = places(of, &to) else {
                    assert!(stops, "{of:?} to {to:?}");
                    continue;
                };
                assert!(!stops, "{of:?} to {to:?}");
                let mut by_place = [REPEATED; 12];
                for (mode, place) in wanted.iter().enumerate() {
                    if let Some(place) = place {
                        by_place[*place] = mode as u8;
                    }
                }
                // Without an order, the last modes belong together.
                let found = broadcast_order(&operand, &target).unwrap_or_else(|| {
                    let mut order = [REPEATED; 12];
                    (0..of.len()).for_each(|mode| order[mode + to.len() - of.len()] = mode as u8);
                    order
                });
                assert_eq!(found, by_place, "{of:?} to {to:?}");
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let stops = |of: &[Mode], to: &[Mode], says: &str| {
        let (of, to) = (known(of, true), known(to, true));
        refused(|| assert_broadcast(&of, &to), says);
    };
    let (none, a, b) = ((0, None), (1, None), (2, None));
    stops(
        &[(0, Some(1)), (0, Some(2))],
        &[none, none, (0, Some(3))],
        "mode 1 of extent 2 does not repeat to mode 2 of extent 3: only extent 1 repeats",
    );
    stops(
        &[(1, Some(2))],
        &[(1, Some(3)), b],
        "mode 0 of extent 2 does not repeat to mode 0 of extent 3: only extent 1 repeats",
    );
    stops(&[none, none], &[none], "the rank should be at most 1, but is 2");
    stops(
        &[a],
        &[none, b],
        "mode 1 should be `B`, but is `A`: there is no `A` in the extents to broadcast to",
    );
    stops(&[a, none], &[b, a], "mode 0 should be `B`, but is `A`");
    stops(&[a, a], &[a, b], "mode 1 should be `B`, but is `A`");
    stops(
        &[a],
        &[a, a, none],
        "mode 2 is `A`, which stands elsewhere in the extents to broadcast to",
    );
    // Two dims that print alike.
    let other = KnownOperand::of_modes(&[None], &[NAMES[1]], &[7]);
    let of = known(&[a], true);
    refused(
        || assert_broadcast(&of, &other),
        "mode 0 should be `A`, but is another dim of that name",
    );
}
