//! Property tests against the brute-force oracle: addressing, composition by text and by typed labels,
//! and the texts themselves.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use crate::oracle::{self, Operand, Order};
use extents::error::{Bounded, Place, Quantity};
use extents::generic::AddressedBy;
use extents::label::{LabelName, parse_labels};
use extents::layout::{Canonical, ColMajor, RowMajor, StridedLayout, TrustedLayout};
use extents::{
    Composition, ContractBy, DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents,
    Tensor, TensorOf, composition::DynOperand, contract, einsum,
};
use proptest::prelude::*;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

// Addressing.

/// The mapping's answers are the oracle's pairs, for each index and for each offset.
fn round_trip<E, L>(extents: &E, layout: L, order: Order)
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    L: Canonical + StridedLayout<E>,
{
    let all = extents.extents().as_ref().to_vec();
    let mapping = layout.of(extents.clone());
    let pairs = oracle::pairs(&all, order);
    assert_eq!(mapping.required_span_size(), pairs.len());
    assert_eq!(extents.size(), pairs.len());
    assert_eq!(mapping.strides().as_ref(), oracle::strides(&all, order));
    for (index, offset) in &pairs {
        let mut at = extents.extents();
        at.as_mut().copy_from_slice(index);
        assert_eq!(mapping.offset(&at), Ok(*offset));
        let back = mapping.index(*offset).unwrap();
        assert_eq!(back.as_ref(), index.as_slice());
        // SAFETY: the oracle lists the indices in bounds and their offsets.
        unsafe {
            assert_eq!(mapping.offset_unchecked(&at), *offset);
            assert_eq!(mapping.index_unchecked(*offset), at);
        }
    }
    for offset in [pairs.len(), pairs.len() + 1, usize::MAX] {
        let span = pairs.len();
        assert_eq!(
            mapping.index(offset),
            Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: offset, limit: span })
        );
    }
    for (mode, &extent) in all.iter().enumerate().filter(|_| !pairs.is_empty()) {
        let mut outside = extents.extents();
        outside.as_mut().fill(0);
        outside.as_mut()[mode] = extent;
        let error =
            ShapeError::OutOfBounds { of: Bounded::Index { mode }, number: extent, limit: extent };
        assert_eq!(mapping.offset(&outside), Err(error));
    }
}

/// In both layouts, for each way to say these extents.
fn round_trips<E>(extents: &[usize])
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
{
    let extents = E::from_extents(extents).unwrap();
    round_trip(&extents, RowMajor, Order::RowMajor);
    round_trip(&extents, ColMajor, Order::ColMajor);
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn index_and_offset_round_trip(extents in prop::collection::vec(0_usize..=5, 0..=6)) {
        round_trips::<DynRankExtents>(&extents);
        match extents.len() {
            0 => round_trips::<DynExtents<0>>(&extents),
            1 => {
                round_trips::<DynExtents<1>>(&extents);
                round_trips::<StaticExtents![dyn]>(&extents);
            }
            2 => {
                round_trips::<DynExtents<2>>(&extents);
                round_trips::<StaticExtents![dyn; 2]>(&extents);
            }
            3 => {
                round_trips::<DynExtents<3>>(&extents);
                round_trips::<StaticExtents![dyn; 3]>(&extents);
            }
            4 => {
                round_trips::<DynExtents<4>>(&extents);
                round_trips::<StaticExtents![dyn; 4]>(&extents);
            }
            5 => {
                round_trips::<DynExtents<5>>(&extents);
                round_trips::<StaticExtents![dyn; 5]>(&extents);
            }
            _ => {
                round_trips::<DynExtents<6>>(&extents);
                round_trips::<StaticExtents![dyn; 6]>(&extents);
            }
        }
    }

    #[test]
    fn index_and_offset_round_trip_where_some_modes_are_static(
        [a, b, c] in prop::array::uniform3(0_usize..=5),
    ) {
        round_trips::<StaticExtents![2, dyn]>(&[2, a]);
        round_trips::<StaticExtents![dyn, 3]>(&[a, 3]);
        round_trips::<StaticExtents![0, dyn, 3]>(&[0, a, 3]);
        round_trips::<StaticExtents![dyn, 4, dyn]>(&[a, 4, b]);
        round_trips::<StaticExtents![1, dyn, 5, dyn]>(&[1, a, 5, b]);
        round_trips::<StaticExtents![dyn, 2, dyn, 2, dyn]>(&[a, 2, b, 2, c]);
        round_trips::<StaticExtents![3, dyn, 1, dyn, 2, dyn]>(&[3, a, 1, b, 2, c]);
    }
}

#[test]
fn index_and_offset_round_trip_where_all_modes_are_static() {
    round_trips::<StaticExtents![]>(&[]);
    round_trips::<StaticExtents![0]>(&[0]);
    round_trips::<StaticExtents![5]>(&[5]);
    round_trips::<StaticExtents![2, 3]>(&[2, 3]);
    round_trips::<StaticExtents![3, 0, 2]>(&[3, 0, 2]);
    round_trips::<StaticExtents![4, 1, 3]>(&[4, 1, 3]);
    round_trips::<StaticExtents![2, 3, 4, 5]>(&[2, 3, 4, 5]);
    round_trips::<StaticExtents![1, 1, 5, 1, 2]>(&[1, 1, 5, 1, 2]);
    round_trips::<StaticExtents![2, 3, 2, 3, 2, 3]>(&[2, 3, 2, 3, 2, 3]);
}

// Composition.

const LABELS: [char; 5] = ['i', 'j', 'K', 'l', 'b'];

/// A random contraction of up to three operands of rank up to four, under up to five labels.
fn contraction() -> impl Strategy<Value = (Vec<Operand>, Vec<char>)> {
    // Zero is there, but not so often that nearly every operand is empty.
    let extents = prop::array::uniform5(prop_oneof![1 => Just(0_usize), 12 => 1_usize..=4]);
    let labels = prop::collection::vec(prop::collection::vec(0_usize..5, 0..=4), 1..=3);
    let orders = prop::array::uniform3(prop_oneof![Just(Order::RowMajor), Just(Order::ColMajor)]);
    let result = (Just(LABELS.to_vec()).prop_shuffle(), 0_usize..=5);
    (extents, labels, orders, result, any::<u64>()).prop_map(
        |(extents, labels, orders, (shuffled, kept), seed)| {
            let operands: Vec<Operand> = (labels.iter().zip(orders).zip(seed..))
                .map(|((modes, order), seed)| {
                    let labels: Vec<char> = modes.iter().map(|&mode| LABELS[mode]).collect();
                    let extents: Vec<usize> = modes.iter().map(|&mode| extents[mode]).collect();
                    Operand::new(&labels, &extents, order, seed)
                })
                .collect();
            let known = |label: &char| operands.iter().any(|o| o.labels.contains(label));
            let result = shuffled.into_iter().take(kept).filter(known).collect();
            (operands, result)
        },
    )
}

fn text(operands: &[Operand], result: &[char]) -> String {
    let operands: Vec<String> = operands.iter().map(|o| o.labels.iter().collect()).collect();
    format!("{}->{}", operands.join(","), result.iter().collect::<String>())
}

/// The operand as a tensor: its elements are already in the order of its layout.
fn tensor(operand: &Operand) -> Box<dyn DynOperand<i64>> {
    let extents = DynRankExtents::new(&operand.extents).unwrap();
    let elements = operand.elements.clone();
    match operand.order {
        Order::RowMajor => Box::new(Tensor::from_vec(RowMajor.of(extents), elements).unwrap()),
        Order::ColMajor => Box::new(Tensor::from_vec(ColMajor.of(extents), elements).unwrap()),
    }
}

fn run(text: &str, operands: &[Operand]) -> Result<Tensor<i64, DynRankExtents>, ShapeError> {
    let tensors: Vec<_> = operands.iter().map(tensor).collect();
    let borrowed: Vec<&dyn DynOperand<i64>> = tensors.iter().map(AsRef::as_ref).collect();
    einsum(text, &borrowed)
}

proptest! {
    #![proptest_config(cases(12_000))]

    #[test]
    fn einsum_is_the_oracles((operands, result) in contraction()) {
        let (extents, elements) = oracle::einsum(&operands, &result);
        let found = run(&text(&operands, &result), &operands).unwrap();
        prop_assert_eq!(found.extents().as_slice(), extents);
        prop_assert_eq!(found.as_slice(), elements);
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn contraction_into_a_target_adds_the_oracles_result(
        (operands, result) in contraction(),
        seed in any::<u64>(),
    ) {
        let (extents, elements) = oracle::einsum(&operands, &result);
        let before = oracle::elements(elements.len(), seed);
        let composition = Composition::einsum(&text(&operands, &result)).unwrap();
        let tensors: Vec<_> = operands.iter().map(tensor).collect();
        let borrowed: Vec<&dyn DynOperand<i64>> = tensors.iter().map(AsRef::as_ref).collect();

        let shape = DynRankExtents::new(&extents).unwrap();
        let mut target = Tensor::from_slice(ColMajor.of(shape), &before).unwrap();
        let add = |to: &mut i64, value: i64| *to += value;
        ContractBy::new(&composition).update(&borrowed, target.view_mut(), add).unwrap();
        // The oracle's result is row-major: its `n`-th element stands at the `n`-th index.
        let offsets = oracle::pairs(&extents, Order::ColMajor);
        for ((_, offset), element) in offsets.iter().zip(elements) {
            prop_assert_eq!(target.as_slice()[*offset], before[*offset] + element);
        }
    }

    #[test]
    fn einsum_without_an_arrow_keeps_the_labels_that_stand_once((operands, _) in contraction()) {
        let all: Vec<char> = operands.iter().flat_map(|o| o.labels.clone()).collect();
        let mut once: Vec<char> =
            all.iter().copied().filter(|l| all.iter().filter(|m| *m == l).count() == 1).collect();
        once.sort_unstable();
        let with_arrow = text(&operands, &once);
        let (without, _) = with_arrow.split_once("->").unwrap();
        let found = run(without, &operands).unwrap();
        let (extents, elements) = oracle::einsum(&operands, &once);
        prop_assert_eq!((found.extents().as_slice(), found.as_slice()), (&*extents, &*elements));
    }

    #[test]
    fn an_unknown_label_of_the_result_is_an_error((operands, mut result) in contraction()) {
        result.push('z');
        let error = ShapeError::UnknownLabel { label: LabelName::new("z") };
        prop_assert_eq!(run(&text(&operands, &result), &operands).unwrap_err(), error);
    }

    #[test]
    fn a_repeated_label_of_the_result_is_an_error((operands, mut result) in contraction()) {
        prop_assume!(!result.is_empty());
        result.push(result[0]);
        let label = LabelName::new(&result[0].to_string());
        let error = ShapeError::Repeated { place: Place::Label(label) };
        prop_assert_eq!(run(&text(&operands, &result), &operands).unwrap_err(), error);
    }

    #[test]
    fn extents_that_differ_are_an_error(
        (mut operands, result) in contraction(),
        mode in any::<prop::sample::Index>(),
        by in 1_usize..=3,
    ) {
        // With each operand twice, each label names two modes or more.
        operands.extend(operands.clone());
        let text = text(&operands, &result);
        let modes: Vec<(usize, usize)> = (operands.iter().enumerate())
            .flat_map(|(n, operand)| (0..operand.labels.len()).map(move |mode| (n, mode)))
            .collect();
        prop_assume!(!modes.is_empty());
        let (chosen, mode) = modes[mode.index(modes.len())];
        let label = operands[chosen].labels[mode];
        let mut extents = operands[chosen].extents.clone();
        extents[mode] += by;
        operands[chosen] = Operand::new(&operands[chosen].labels, &extents, Order::RowMajor, 0);

        // The first extent of the label, and the first one after it that differs.
        let of_label: Vec<usize> = (operands.iter())
            .flat_map(|o| o.labels.iter().zip(&o.extents))
            .filter_map(|(l, extent)| (*l == label).then_some(*extent))
            .collect();
        let left = of_label[0];
        let right = of_label.into_iter().find(|extent| *extent != left).unwrap();
        let label = LabelName::new(&label.to_string());
        let error = ShapeError::ExtentMismatch { place: Place::Label(label), expected: left, found: right };
        prop_assert_eq!(run(&text, &operands).unwrap_err(), error);
    }

    #[test]
    fn a_wrong_number_of_labels_is_an_error(
        (mut operands, result) in contraction(),
        chosen in any::<prop::sample::Index>(),
    ) {
        let text = text(&operands, &result);
        let operand = chosen.index(operands.len());
        let labels = operands[operand].labels.len();
        operands[operand].extents.push(1);
        let error = ShapeError::CountMismatch { of: Quantity::Labels { operand }, expected: labels + 1, found: labels };
        prop_assert_eq!(run(&text, &operands).unwrap_err(), error);
    }

    #[test]
    fn a_wrong_number_of_operands_is_an_error((operands, result) in contraction()) {
        let text = text(&operands, &result);
        let expected = operands.len();
        let fewer = &operands[1..];
        let more = [&operands[..], &operands[..1]].concat();
        for given in [fewer, &more] {
            let error = ShapeError::CountMismatch { of: Quantity::Operands, expected, found: given.len() };
            prop_assert_eq!(run(&text, given).unwrap_err(), error);
        }
    }
}

// Typed labels against text, in each mix of layers.

/// The same random elements under each of the extents types, in a random layout.
fn operand<E: Extents, L: Canonical + TrustedLayout<E>>(
    extents: &[usize],
    layout: L,
    seed: u64,
) -> TensorOf<E, i64, L> {
    let extents = E::from_extents(extents).unwrap();
    let elements = oracle::elements(extents.size(), seed);
    Tensor::from_vec(layout.of(extents), elements).unwrap()
}

/// `[a types] * [b types]`: each pair, in each pair of layouts, contracted by types and by text.
macro_rules! each_mix {
    ($a:expr, $b:expr, $seed:expr, $text:literal, [$($A:ty),*], $Bs:tt, $labels:tt) => {
        $(each_mix!(@a $A, $a, $b, $seed, $text, $Bs, $labels);)*
    };
    (@a $A:ty, $a:expr, $b:expr, $seed:expr, $text:literal, [$($B:ty),*], $labels:tt) => {
        $(
            each_mix!(@pair $A, $B, RowMajor, ColMajor, $a, $b, $seed, $text, $labels);
            each_mix!(@pair $A, $B, ColMajor, RowMajor, $a, $b, $seed, $text, $labels);
        )*
    };
    (@pair $A:ty, $B:ty, $L:ident, $M:ident, $a:expr, $b:expr, $seed:expr, $text:literal,
        ($left:tt $right:tt $out:tt)) => {{
        let a = operand::<$A, _>(&$a, $L, $seed);
        let b = operand::<$B, _>(&$b, $M, !$seed);
        let typed = contract!(a $left * b $right => $out).unwrap();
        let by_text = einsum($text, &[&a, &b]).unwrap();
        prop_assert_eq!(typed.extents(), by_text.extents());
        prop_assert_eq!(typed.as_slice(), by_text.as_slice());
    }};
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn typed_and_text_contraction_agree(n in 0_usize..=4, seed in any::<u64>()) {
        use extents::label::{b, i, j, k};
        each_mix!(
            [2, 3], [3, n], seed, "ij,jk->ki",
            [StaticExtents![2, 3], StaticExtents![2, dyn], StaticExtents![dyn, 3], DynExtents<2>,
                DynRankExtents],
            [StaticExtents![3, dyn], StaticExtents![dyn, dyn], DynExtents<2>, DynRankExtents],
            ([i, j] [j, k] [k, i])
        );
        each_mix!(
            [n, 2, 2], [2, n], seed, "bii,ib->b",
            [StaticExtents![dyn, 2, 2], StaticExtents![dyn, dyn, 2], DynExtents<3>, DynRankExtents],
            [StaticExtents![2, dyn], DynExtents<2>, DynRankExtents],
            ([b, i, i] [i, b] [b])
        );
        each_mix!(
            [3, n], [2], seed, "ij,k->jk",
            [StaticExtents![3, dyn], StaticExtents![dyn; 2], DynRankExtents],
            [StaticExtents![2], StaticExtents![dyn], DynExtents<1>],
            ([i, j] [k] [j, k])
        );
        each_mix!(
            [n, n], [n], seed, "ii,i->",
            [StaticExtents![dyn, dyn], DynExtents<2>, DynRankExtents],
            [StaticExtents![dyn], DynExtents<1>, DynRankExtents],
            ([i, i] [i] [])
        );
    }

    #[test]
    fn typed_and_text_contraction_of_three_operands_agree(
        [m, n, p] in prop::array::uniform3(0_usize..=4),
        seed in any::<u64>(),
    ) {
        use extents::label::{i, j, k, l};
        let x = operand::<StaticExtents![dyn, dyn], _>(&[m, n], ColMajor, seed);
        let y = operand::<DynRankExtents, _>(&[n, p, n], RowMajor, seed ^ 1);
        let z = operand::<DynExtents<2>, _>(&[p, m], ColMajor, seed ^ 2);
        let typed = contract!(x[i, j] * y[j, k, l] * z[k, i] => [l, i]).unwrap();
        let by_text = einsum("ij,jkl,ki->li", &[&x, &y, &z]).unwrap();
        prop_assert_eq!(typed.extents(), by_text.extents());
        prop_assert_eq!(typed.as_slice(), by_text.as_slice());

        let mut target = Tensor::full(ColMajor.of(DynExtents::new([n, m]).unwrap()), 5_i64).unwrap();
        contract!(target[l, i] += x[i, j] * y[j, k, l] * z[k, i]).unwrap();
        for index in oracle::indices(&[n, m]) {
            let index = [index[0], index[1]];
            prop_assert_eq!(target[index], by_text[index] + 5);
        }
    }
}

#[test]
fn typed_and_text_contraction_agree_where_all_is_static() {
    use extents::label::{i, j, k};
    for seed in 0..20 {
        let a = operand::<StaticExtents![2, 3], _>(&[2, 3], ColMajor, seed);
        let b = operand::<StaticExtents![3, 4], _>(&[3, 4], RowMajor, !seed);
        let typed: TensorOf<StaticExtents![4, 2], i64> =
            contract!(a[i, j] * b[j, k] => [k, i]).unwrap();
        let by_text = einsum("ij,jk->ki", &[&a, &b]).unwrap();
        assert_eq!(typed, by_text);
    }
}

// Texts.

/// Text that is mostly made of what labels are made of.
fn label_text() -> impl Strategy<Value = String> {
    prop_oneof!["[ a-dI,>-]{0,16}", "(\\PC|[ij,>\\-\\s]){0,12}", ".{0,24}"]
}

proptest! {
    #![proptest_config(cases(4_000))]

    /// Whatever the text is, it is read or refused; and what was read keeps its promises.
    #[test]
    fn no_text_panics(text in label_text(), other in label_text()) {
        let read = [Composition::einsum(&text), Composition::of_labels(&[&text, &other], &text)];
        for composition in read.into_iter().flatten() {
            let names = composition.names().len();
            let used: Vec<usize> = composition.operands().iter().flat_map(|o| o.to_vec()).collect();
            prop_assert!((0..names).all(|name| used.contains(&name)));
            prop_assert!(composition.result().iter().all(|label| *label < names));
        }
        match parse_labels(&text) {
            Ok(labels) => {
                let dense: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                prop_assert_eq!(labels.join(","), dense);
            }
            Err(error) => {
                let empty = text.split(',').any(|part| part.trim().is_empty());
                prop_assert!(empty, "{error}");
                prop_assert!(matches!(error, ShapeError::Text { expected: "a label", found: None, .. }), "{error}");
            }
        }
        let scalar = Tensor::full(extents::extents![], 1_i64).unwrap();
        // A result or an error, but no panic; a scalar has no mode to sum.
        if let Ok(result) = einsum(&text, &[&scalar]) {
            prop_assert_eq!(result.as_slice(), [1]);
        }
    }

    #[test]
    fn white_space_in_a_text_means_nothing((operands, result) in contraction()) {
        let dense = text(&operands, &result);
        let spaced: String = (dense.replace("->", "\t>").chars())
            .flat_map(|c| [' ', if c == '\t' { '-' } else { c }])
            .collect::<String>()
            .replace("- >", "->");
        let read = Composition::einsum(&spaced).unwrap();
        prop_assert_eq!(read.result().len(), result.len());
        prop_assert_eq!(&read, &Composition::einsum(&dense).unwrap());
    }
}
