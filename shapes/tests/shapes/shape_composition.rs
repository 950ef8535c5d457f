//! Labelled composition of smooth, jagged, tiled and nested shapes, against its rules over lists of indices.

use extents::error::Place;
use extents_shapes::error::{Compared, Need};
use std::collections::BTreeSet;

use crate::composing::draw::{Chance, World, expression, indices, result_labels, text};
use crate::composing::{Asked, Index, Operand, is_full, joined, product};
use extents::label::{i, j, k};
use extents::{Composition, DynRankExtents};
use extents_shapes::{
    JaggedShape, Nested, PlacedShape, Shape, ShapeBase, StructureError, TiledShape, jagged,
};

/// The library gives the indices that the rules give, and an error where they give none.
fn agree(asked: Asked, seeds: std::ops::Range<u64>, least: usize, origins: bool) -> [usize; 2] {
    let mut counts = [0, 0];
    for seed in seeds {
        let chance = &mut Chance(seed);
        let world = World::draw(chance, least, origins);
        let operands = world.operands(chance, least);
        // The diagonal of modes of unlike extents: that rows off it tell nothing is not asked of the library.
        let is_odd = |operand: &Operand| asked.zero_extend && operand.has_diagonal();
        if operands.iter().any(|operand| operand.has_unknown() || is_odd(operand)) {
            continue;
        }
        let to = result_labels(chance, &operands);
        let mut whole = expression(&operands);
        if asked.zero_extend {
            whole = whole.zero_extend();
        }
        if asked.strict {
            whole = whole.strict();
        }
        let expected = product(&operands, &to, asked);
        let found = whole.to(&text(&to));
        let shown = || format!("seed {seed}: {operands:?} to {to:?}");
        match (&expected, &found) {
            (Some(expected), Ok(found)) => {
                assert_eq!(&indices(found), expected, "{}", shown());
                assert_eq!(found.rank(), to.len(), "{}", shown());
                let is_plain = !origins && !asked.zero_extend && operands.iter().all(is_full);
                assert!(!is_plain || *expected == joined(&operands, &to), "{}", shown());
                counts[0] += 1;
            }
            (None, Err(error)) => {
                assert!(!error.to_string().contains("``"), "{error}");
                counts[1] += 1;
            }
            _ => panic!("{}: the rules give {expected:?}, the library {found:?}", shown()),
        }
    }
    counts
}

#[test]
fn products_are_what_the_rules_give() {
    let [fine, wrong] = agree(Asked::default(), 0..6000, 1, false);
    assert!(fine > 1500 && wrong > 1500, "{fine} {wrong}");
    let [fine, wrong] = agree(Asked::default(), 6000..9000, 0, true);
    assert!(fine > 500 && wrong > 500, "{fine} {wrong}");
}

#[test]
fn strict_products_are_what_the_rules_give() {
    let asked = Asked { strict: true, ..Asked::default() };
    let [fine, wrong] = agree(asked, 0..3000, 1, false);
    assert!(fine > 700 && wrong > 700, "{fine} {wrong}");
}

/// Rows that depend on a common label meet only at the same coordinates of these.
#[test]
fn strict_products_name_rows_that_meet() {
    let strict = |left: &JaggedShape, right: &JaggedShape, to: &str| {
        (left.ix("i,m,j") * right.ix("i,j")).strict().to(to).unwrap_err().to_string()
    };
    let text = |row, length, other_row, other_length| {
        format!(
            "label `j` should have one length throughout, \
             but row {row} of {length} meets row {other_row} of {other_length}"
        )
    };
    let left = jagged![{ [2], [2] }, { [2], [3] }].unwrap();
    assert_eq!(strict(&left, &jagged![[2], [5]].unwrap(), "i,m"), text(2, 2, 1, 5));
    assert_eq!(strict(&left, &jagged![[4], [3]].unwrap(), ""), text(0, 2, 0, 4));
    // The first row that is met is the same, the second one is not.
    let left = jagged![{ [1], [1] }, { [2], [3] }].unwrap();
    assert_eq!(strict(&left, &jagged![[1], [2]].unwrap(), "i"), text(3, 3, 1, 2));
}

#[test]
fn zero_extended_products_are_what_the_rules_give() {
    let asked = Asked { zero_extend: true, ..Asked::default() };
    let [fine, wrong] = agree(asked, 0..3000, 0, true);
    assert!(fine > 700 && wrong > 300, "{fine} {wrong}");
}

/// What a permutation gives by its definition: the permuted indices, where they are those of a shape that the rules
/// allow; a shape of one ragged mode over one parent, or smooth.
#[test]
fn permuted_rows_are_the_columns_if_lengths_never_grow() {
    for seed in 0..3000 {
        let chance = &mut Chance(seed);
        let rows: Vec<usize> = (0..1 + chance.below(4)).map(|_| chance.below(4)).collect();
        let origins = [chance.below(3), chance.below(3)];
        let shape = JaggedShape::from_lengths(rows.clone()).unwrap().with_origin(&origins).unwrap();
        let found = shape.ix("i,j").permuted("j,i");
        if rows.is_sorted_by(|a, b| a >= b) {
            let swap = |index: Index| vec![index[1], index[0]];
            assert_eq!(indices(&found.unwrap()), indices(&shape).into_iter().map(swap).collect());
        } else {
            let row = (1..rows.len()).find(|&row| rows[row] > rows[row - 1]).unwrap();
            let (label, parent) = ("j".into_label(), "i".into_label());
            let (left, right) = (rows[row - 1], rows[row]);
            let error =
                StructureError::ParentNeeded { label, parent, by: Need::Order, row, left, right };
            assert_eq!(found, Err(error));
        }
        // Cut to the row before, each row.
        let cut = rows.iter().scan(usize::MAX, |least, &row| {
            *least = row.min(*least);
            Some(*least)
        });
        let cut: Vec<usize> = cut.collect();
        let clipped = shape.ix("i,j").clip().permuted("j,i").unwrap();
        let expected: BTreeSet<Index> = (0..rows.len())
            .flat_map(|row| {
                (0..cut[row]).map(move |column| vec![origins[1] + column, origins[0] + row])
            })
            .collect();
        assert_eq!(indices(&clipped), expected);
    }
}

trait IntoLabel {
    fn into_label(self) -> extents::label::LabelName;
}

impl IntoLabel for &str {
    fn into_label(self) -> extents::label::LabelName {
        extents::label::LabelName::new(self)
    }
}

/// Sums: each term alone in the order of the result, and then all the same.
#[test]
fn sums_have_the_indices_of_each_term() {
    let mut counts = [0, 0];
    for seed in 0..4000 {
        let chance = &mut Chance(seed);
        let world = World::draw(chance, 1, chance_of_origins(seed));
        let first = world.operand(chance);
        let mut operands = vec![first.clone()];
        for _ in 0..chance.below(3) {
            let other = match chance.below(4) {
                0 => world.operand(chance),
                1 => {
                    let mut labels = first.labels.clone();
                    chance.shuffle(&mut labels);
                    Operand { labels, ..first.clone() }
                }
                _ => first.clone(),
            };
            operands.push(other);
        }
        let mut to = first.labels.clone();
        if chance.one_in(2) {
            chance.shuffle(&mut to);
        }
        let sides: Option<Vec<BTreeSet<Index>>> = operands
            .iter()
            .map(|operand| {
                let same: BTreeSet<usize> = operand.labels.iter().copied().collect();
                let is_side = same == to.iter().copied().collect();
                is_side.then(|| product(std::slice::from_ref(operand), &to, Asked::default()))?
            })
            .collect();
        let sides = sides.filter(|sides| sides.iter().all(|side| *side == sides[0]));
        let mut terms = operands.iter().map(|operand| operand.shape().ix(&text(&operand.labels)));
        let whole = terms.next().unwrap();
        let found = terms.fold(whole, |sum, term| sum + term).to(&text(&to));
        match (sides, &found) {
            (Some(sides), Ok(found)) => {
                assert_eq!(indices(found), sides[0], "seed {seed}");
                counts[0] += 1;
            }
            (None, Err(_)) => counts[1] += 1,
            (sides, _) => panic!("seed {seed}: {operands:?} to {to:?}: {sides:?}, {found:?}"),
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 500, "{counts:?}");
}

fn chance_of_origins(seed: u64) -> bool {
    seed.is_multiple_of(2)
}

/// Smooth shapes: text, typed labels, and the engine for extents say the same, with the same words.
#[test]
fn smooth_shapes_compose_as_extents_do() {
    let mut counts = [0, 0];
    for seed in 0..2000 {
        let chance = &mut Chance(seed);
        let mut draw = || -> Vec<usize> { (0..2).map(|_| chance.below(3)).collect() };
        let (a, b) = (draw(), draw());
        let smooth = |extents: &[usize]| Shape::from_list(extents).unwrap();
        let dynamic = |extents: &[usize]| DynRankExtents::new(extents).unwrap();
        let resolved = Composition::of_labels(&["i,j", "j,k"], "k,i")
            .unwrap()
            .resolve(&[dynamic(&a), dynamic(&b)]);
        let by_text: Result<PlacedShape, _> =
            (smooth(&a).ix("i,j") * smooth(&b).ix("j,k")).to("k,i");
        let by_names = (ShapeBase::ix_labels::<(i, j)>(&smooth(&a))
            * ShapeBase::ix_labels::<(j, k)>(&smooth(&b)))
        .to_labels::<(k, i)>();
        let (left, right) = (smooth(&a), smooth(&b));
        let typed = (left.labelled::<(i, j)>() * right.labelled::<(j, k)>()).to::<(k, i)>();
        let jagged = |extents| smooth(extents).to_jagged();
        let as_jagged = (jagged(&a).ix("i,j") * jagged(&b).ix("j,k")).to("k,i");
        assert_eq!(by_text, by_names);
        match resolved {
            Ok(resolved) => {
                let expected = resolved.result.as_slice();
                assert_eq!(by_text.unwrap().smooth_extents().unwrap().as_ref(), expected);
                assert_eq!(typed.unwrap().smooth_extents().unwrap().as_ref(), expected);
                assert_eq!(as_jagged.unwrap(), smooth(expected));
                counts[0] += 1;
            }
            Err(error) => {
                assert_eq!(by_text.unwrap_err(), StructureError::Shape(error));
                assert_eq!(typed.unwrap_err(), StructureError::Shape(error));
                assert_eq!(as_jagged.unwrap_err(), StructureError::Shape(error));
                counts[1] += 1;
            }
        }
    }
    assert!(counts[0] > 500 && counts[1] > 500, "{counts:?}");
}

/// Layers, by their rules: the same in a sum, the outermost in a product, as many as before, in order.
#[test]
fn labels_bring_their_layers() {
    let mut counts = [0, 0];
    for seed in 0..6000 {
        let chance = &mut Chance(seed);
        let layers = 1 + chance.below(3);
        let mut operand = |labels: &[usize]| {
            let of: Vec<usize> = labels.iter().map(|_| chance.below(layers)).collect();
            let of = {
                let mut of = of;
                of.sort();
                of
            };
            let count = if chance.one_in(10) { layers + 1 } else { layers };
            let ranks: Vec<usize> =
                (0..count).map(|layer| of.iter().filter(|l| **l == layer).count()).collect();
            let extents: Vec<usize> = labels.iter().map(|label| label + 2).collect();
            (of, Nested::new(ranks, Shape::from_list(&extents).unwrap()).unwrap())
        };
        let labels = [vec![0, 1, 2], if seed % 2 == 0 { vec![0, 1, 2] } else { vec![1, 2, 3] }];
        let (a, b) = (operand(&labels[0]), operand(&labels[1]));
        let is_sum = seed % 4 == 0;
        let mut to: Vec<usize> =
            if is_sum { vec![0, 1, 2] } else { (0..3).filter(|_| chance.below(3) > 0).collect() };
        if chance.one_in(3) {
            chance.shuffle(&mut to);
        }
        let layer = |label: usize| {
            let of = |(layers, _): &(Vec<usize>, _), labels: &[usize]| {
                labels.iter().position(|l| *l == label).map(|at| layers[at])
            };
            [of(&a, &labels[0]), of(&b, &labels[1])]
        };
        let met: Vec<usize> =
            to.iter().map(|&label| layer(label).into_iter().flatten().min().unwrap()).collect();
        let is_same = |label: usize| layer(label)[0] == layer(label)[1];
        let allowed = a.1.n_layers() == b.1.n_layers()
            && met.is_sorted()
            // Each side of a sum is put in order by itself.
            && (!is_sum || to.iter().all(|&label| is_same(label)));
        let (x, y) = (a.1.ix(&text(&labels[0])), b.1.ix(&text(&labels[1])));
        let found = if is_sum { (x + y).to(&text(&to)) } else { (x * y).to(&text(&to)) };
        if allowed {
            let found = found.unwrap();
            let ranks: Vec<usize> = (0..a.1.n_layers())
                .map(|layer| met.iter().filter(|l| **l == layer).count())
                .collect();
            assert_eq!(found.layers().as_ref(), ranks, "seed {seed}");
            let extents: Vec<usize> = to.iter().map(|label| label + 2).collect();
            assert!(found.same_shape(&Shape::from_list(&extents).unwrap()));
            counts[0] += 1;
        } else {
            let error = found.unwrap_err();
            let expected = match error {
                StructureError::LayerCount { left, right } => left != right,
                StructureError::Mismatch {
                    place: Place::Label(_),
                    of: Compared::Layer,
                    left,
                    right,
                } => is_sum && left != right,
                StructureError::LayerOrder { layer, before, .. } => layer < before,
                _ => false,
            };
            assert!(expected, "seed {seed}: {error}");
            counts[1] += 1;
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 1000, "{counts:?}");
}

/// The tiles of a product: the grid composes as the tiles do.
#[test]
fn tilings_compose_as_jagged_shapes() {
    for seed in 0..300 {
        let chance = &mut Chance(seed);
        let mut tiling = |most: usize| -> Vec<usize> {
            (0..1 + chance.below(most)).map(|_| 1 + chance.below(3)).collect()
        };
        let (rows, inner, columns) = (tiling(4), tiling(4), tiling(4));
        let a = TiledShape::from_sizes([rows.clone(), inner.clone()]).unwrap();
        let b = TiledShape::from_sizes([inner.clone(), columns.clone()]).unwrap();
        let product = (a.ix("I,J,i,j") * b.ix("J,K,j,k")).to("I,K,i,k").unwrap();
        let expected = TiledShape::from_sizes([rows.clone(), columns]).unwrap();
        assert_eq!(product, expected.jagged().unwrap(), "seed {seed}");
        let transposed = a.ix("I,J,i,j").permuted("J,I,j,i").unwrap();
        assert_eq!(
            transposed,
            TiledShape::from_sizes([inner.clone(), rows]).unwrap().jagged().unwrap()
        );
        // Other tiles of the same extent.
        let other: Vec<usize> = inner.iter().copied().rev().collect();
        let b = TiledShape::from_sizes([other.clone(), vec![4]]).unwrap();
        let found = (a.ix("I,J,i,j") * b.ix("J,K,j,k")).to("I,K,i,k");
        assert_eq!(found.is_ok(), other == inner, "seed {seed}");
    }
}

/// Labels as text and as types, over jagged shapes: the same shapes and the same errors.
#[test]
fn text_and_types_say_the_same() {
    for seed in 0..1000 {
        let chance = &mut Chance(seed);
        let mut rows = || {
            let lengths: Vec<usize> = (0..1 + chance.below(2)).map(|_| chance.below(3)).collect();
            JaggedShape::from_lengths(lengths).unwrap()
        };
        let (a, b) = (rows(), rows());
        let text = |to: &str| (a.ix("i,j") * b.ix("i,k")).to(to);
        let typed = || a.ix_labels::<(i, j)>() * b.ix_labels::<(i, k)>();
        assert_eq!(text("i,j,k"), typed().to_labels::<(i, j, k)>());
        assert_eq!(text("k,j"), typed().to_labels::<(k, j)>());
        assert_eq!(text(""), typed().to_labels::<()>());
        let sum = (a.ix("i,j") + b.ix("i,j")).to("j,i");
        assert_eq!(sum, (a.ix_labels::<(i, j)>() - b.ix_labels::<(i, j)>()).to_labels::<(j, i)>());
        // A smooth shape among jagged ones, and a tiled one.
        let smooth = Shape::from_list(&[1 + chance.below(2), 3]).unwrap();
        let by_text = (a.ix("i,j") * smooth.ix("i,k")).to("i,j,k");
        let as_jagged = (a.ix("i,j") * smooth.to_jagged().ix("i,k")).to("i,j,k");
        assert_eq!(by_text, as_jagged);
        let tiled = TiledShape::from_sizes([vec![1; a.rows().len()]]).unwrap();
        let by_tiles = (a.ix("i,j") * tiled.ix("i,k")).to("i,j,k").unwrap();
        assert_eq!(by_tiles.size(), a.size());
    }
}

/// Modes of which no row tells the extent: an error, or all of the indices that there are.
#[test]
fn modes_without_rows_are_errors_or_empty() {
    let mut counts = [0, 0];
    for seed in 0..6000 {
        let chance = &mut Chance(seed);
        let world = World::draw(chance, 0, false);
        let operands = world.operands(chance, 0);
        if !operands.iter().any(Operand::has_unknown) {
            continue;
        }
        let mut to: Vec<usize> = Vec::new();
        for label in operands.iter().flat_map(|operand| &operand.labels) {
            if !to.contains(label) {
                to.push(*label);
            }
        }
        if chance.one_in(3) {
            chance.shuffle(&mut to);
        }
        match expression(&operands).to(&text(&to)) {
            Ok(found) => {
                assert_eq!(indices(&found), joined(&operands, &to), "seed {seed}: {operands:?}");
                counts[0] += 1;
            }
            Err(_) => counts[1] += 1,
        }
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

/// Taken apart into profiles and put together again, a shape has the indices it had. It is the same shape but where
/// other rows of a label tell an extent that a row without entries did not.
#[test]
fn a_product_with_a_scalar_is_the_shape() {
    let mut same = 0;
    for seed in 0..4000 {
        let chance = &mut Chance(seed);
        let operand = World::draw(chance, 0, seed % 2 == 0).operand(chance);
        let (shape, labels) = (operand.shape(), text(&operand.labels));
        let found = (shape.ix(&labels) * JaggedShape::scalar().ix("")).to(&labels).unwrap();
        assert_eq!(indices(&found), indices(&shape), "seed {seed}");
        assert!(found == shape || !is_full(&operand), "seed {seed}: {found:?} {shape:?}");
        same += usize::from(found == shape);
    }
    assert!(same > 3990, "{same}");
    // A row without entries tells nothing, and nothing is made up.
    let none = JaggedShape::from_slices_of_rank(1, []).unwrap();
    let rows = |extent| Shape::from_list(&[1, extent]).unwrap().to_jagged();
    let gap = JaggedShape::from_slices(&[rows(1), rows(3), none]).unwrap();
    assert_eq!((gap.ix("i,j,k") * JaggedShape::scalar().ix("")).to("i,j,k").unwrap(), gap);
}

/// The labels that the result does not name are summed, of one operand and of a product; of a sum there are none.
#[test]
fn one_operand_is_summed_over_what_is_not_named() {
    let shape = Shape::new(extents::extents![2, 3, 4]);
    let jagged = extents_shapes::jagged![[2, 5], [3, 5]].unwrap();
    let typed = || shape.labelled::<(i, j, k)>();
    let Ok(none) = typed().to::<()>();
    let Ok(two) = typed().to::<(k, i)>();
    assert_eq!(none.extents(), &extents::extents![]);
    assert_eq!(two.extents(), &extents::extents![4, 2]);
    assert_eq!(shape.ix("i,j,k").to("").unwrap(), none);
    assert_eq!(shape.ix("i,j,k").to("k,i").unwrap(), two);
    assert_eq!(shape.ix("i,j,k").to_labels::<()>().unwrap(), none);
    assert_eq!(shape.ix("i,j,k").to_labels::<(k, i)>().unwrap(), two);
    assert_eq!(
        shape.ix("i,i,i").to("").unwrap_err().to_string(),
        "label `i` names modes of different extents: 2 and 3"
    );
    assert_eq!(jagged.ix("i,j,k").to("").unwrap(), none.to_jagged());
    assert_eq!(jagged.ix("i,j,k").to("k").unwrap().to_string(), "[5]");
    assert!(shape.ix("i,j,k").permuted("").is_err());
    assert!((shape.ix("i,j,k") + shape.ix("i,j,k")).to("").is_err());
}
