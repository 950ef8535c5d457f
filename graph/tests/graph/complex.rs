//! Complex views: padding, concatenation, pieces.

use extents::DType;
use extents_graph::{
    Assignable, Axes, Axis, ComplexView, DescriptionError, IndexMap, Piece, TensorDescription,
};

use crate::{Dice, listed};

fn tensor(shape: &[usize]) -> TensorDescription {
    <TensorDescription>::of_shape(DType::F32, shape).unwrap()
}

#[test]
fn padding_puts_zeros_around() {
    for seed in 0..500 {
        let mut dice = Dice(seed);
        let rank = dice.below(4);
        let shape: Vec<usize> = (0..rank).map(|_| dice.below(4)).collect();
        let room: Vec<(usize, usize)> = (0..rank).map(|_| (dice.below(3), dice.below(3))).collect();
        let view = ComplexView::pad(&tensor(&shape), &room).unwrap();
        let new: Vec<usize> = shape.iter().zip(&room).map(|(n, (b, e))| b + n + e).collect();
        assert_eq!(view.shape(), new);
        for index in listed(&new) {
            // Inside where each coordinate is; then without what is before.
            let inside: Option<Vec<usize>> = (0..rank)
                .map(|k| index[k].checked_sub(room[k].0).filter(|at| *at < shape[k]))
                .collect();
            let expected = inside.map_or((1, vec![]), |index| (0, index));
            assert_eq!(view.select(&index), Ok(expected));
        }
        assert!(rank == 0 || view.select(&new).is_err());
        let stored = view.materialise().unwrap();
        assert_eq!((stored.shape(), stored.is_allocatable()), (new, true));
    }
}

#[test]
fn concatenation_puts_one_behind_the_other() {
    for seed in 0..300 {
        let mut dice = Dice(seed);
        let rank = 1 + dice.below(3);
        let along = dice.below(rank);
        let shape: Vec<usize> = (0..rank).map(|_| dice.below(4)).collect();
        let lengths: Vec<usize> = (0..1 + dice.below(3)).map(|_| dice.below(4)).collect();
        let tensors: Vec<_> = lengths
            .iter()
            .map(|length| {
                let mut shape = shape.clone();
                shape[along] = *length;
                tensor(&shape)
            })
            .collect();
        let view = ComplexView::concat(&tensors, &along.to_string()).unwrap();
        // Which tensor and which of its entries each entry along the axis is.
        let entries: Vec<(usize, usize)> = lengths
            .iter()
            .enumerate()
            .flat_map(|(source, length)| (0..*length).map(move |at| (source, at)))
            .collect();
        let mut new = shape.clone();
        new[along] = entries.len();
        assert_eq!(view.shape(), new);
        for index in listed(&new) {
            let (source, at) = entries[index[along]];
            let mut within = index.clone();
            within[along] = at;
            assert_eq!(view.select(&index), Ok((source, within)));
        }
    }
}

#[test]
fn views_of_complex_views_compose() {
    let view = ComplexView::pad(&tensor(&[2, 2]), &[(0, 1), (1, 0)]).unwrap();
    let x = [[1, 3], [2, 5]];
    let read = |source: usize, index: &[usize]| if source == 0 { x[index[0]][index[1]] } else { 0 };
    assert_eq!(view.values(read).unwrap(), [0, 1, 3, 0, 2, 5, 0, 0, 0]);
    let turned = IndexMap::permute(&[3, 3], &[1, 0]).unwrap();
    let turned = view.through(Axes::of_shape(&[3, 3]), &turned).unwrap();
    assert_eq!(turned.values(read).unwrap(), [0, 0, 0, 1, 2, 0, 3, 5, 0]);
    let part = IndexMap::slice(&[3, 3], &["1:".parse().unwrap(), "::-2".parse().unwrap()]).unwrap();
    let part = turned.through(Axes::of_shape(&[2, 2]), &part).unwrap();
    assert_eq!(part.values(read).unwrap(), [0, 1, 0, 3]);
    assert_eq!(
        part.through(Axes::of_shape(&[2]), &IndexMap::identity(&[2, 2]).unwrap())
            .unwrap_err()
            .to_string(),
        "the rank should be 2, but is 1"
    );
}

#[test]
fn pieces_hold_each_index_once() {
    let piece = |begin: &[usize], shape: &[usize], source| Piece {
        begin: begin.to_vec(),
        source,
        map: IndexMap::broadcast(&[], shape, &[]).unwrap(),
    };
    let scalar = || tensor(&[]);
    let new = |pieces: Vec<Piece>| {
        ComplexView::new(Axes::of_shape(&[4, 4]), [scalar(), scalar()], pieces)
    };
    let quarters =
        [[0, 0], [0, 2], [2, 0], [2, 2]].map(|begin| piece(&begin, &[2, 2], begin[0] / 2));
    assert_eq!(new(quarters.to_vec()).unwrap().select(&[3, 0]), Ok((1, vec![])));
    let backwards: Vec<Piece> = quarters.iter().rev().cloned().collect();
    assert_eq!(new(backwards).unwrap().select(&[3, 0]), Ok((1, vec![])));
    let says = |result: Result<ComplexView, DescriptionError>, expected: &str| {
        assert_eq!(result.unwrap_err().to_string(), expected);
    };
    says(new(quarters[1..].to_vec()), "the pieces should contain 16 elements, but contain 12");
    says(new(vec![]), "the pieces should contain 16 elements, but contain 0");
    let overlap = vec![piece(&[0, 0], &[3, 4], 0), piece(&[2, 0], &[1, 4], 1)];
    says(new(overlap), "pieces 0 and 1 contain the same index");
    says(
        new(vec![piece(&[3, 0], &[2, 4], 0)]),
        "slice 3..5 is out of bounds for mode 0 of extent 4",
    );
    says(new(vec![piece(&[0, 0], &[4, 4], 2)]), "there is no source 2 among 2");
    says(new(vec![piece(&[0], &[4], 0)]), "the rank should be 2, but is 1");
    let wrong = Piece { begin: vec![0, 0], source: 0, map: IndexMap::identity(&[4, 4]).unwrap() };
    says(new(vec![wrong]), "the rank should be 0, but is 2");
    let double = <TensorDescription>::of_shape(DType::F64, &[]).unwrap();
    says(
        ComplexView::new(Axes::of_shape(&[]), [scalar(), double], []),
        "the elements should be f32, but are f64",
    );
    says(ComplexView::new(Axes::default(), [], []), "there is no source 0 among 0");
}

#[test]
fn what_cannot_be_concatenated() {
    let hw = |h, w| Axes::new([Axis::new("H", h), Axis::new("W", w)]).unwrap();
    let tensor = |axes| <TensorDescription>::new(DType::F32, axes).unwrap();
    let says = |tensors: &[TensorDescription], axis, expected: &str| {
        assert_eq!(ComplexView::concat(tensors, axis).unwrap_err().to_string(), expected);
    };
    let (a, b) = (tensor(hw(2, 3)), tensor(hw(4, 3)));
    assert!(ComplexView::concat(&[a.clone(), b.clone()], "H").is_ok());
    says(&[a.clone(), b.clone()], "W", "axis `H` should have length 2, but has 4");
    says(std::slice::from_ref(&a), "C", "there is no axis `C`");
    says(
        &[a.clone(), a.transpose().unwrap()],
        "H",
        "the order of the axes cannot change: axis 0 is `H`, but `W` was given",
    );
    says(&[], "H", "there is no source 0 among 0");
    let long = <TensorDescription>::of_shape(DType::U8, &[isize::MAX as usize]).unwrap();
    says(
        &[long.clone(), long],
        "0",
        "the length of a concatenation is more than 9223372036854775807",
    );
    let assignable = TensorDescription::<Assignable>::new(DType::F32, hw(2, 3)).unwrap();
    assert!(ComplexView::pad(&assignable, &[1, 1]).is_ok());
}

#[test]
fn pieces_without_elements_overlap_nothing() {
    let sources = [tensor(&[2]), tensor(&[0])];
    let whole = || Piece { begin: vec![0], source: 0, map: IndexMap::identity(&[2]).unwrap() };
    let empty = || Piece { begin: vec![1], source: 1, map: IndexMap::identity(&[0]).unwrap() };
    for pieces in [vec![whole(), empty()], vec![empty(), whole(), empty()]] {
        let place = pieces.iter().position(|piece| piece.source == 0).unwrap();
        let view = ComplexView::new(Axes::of_shape(&[2]), sources.clone(), pieces).unwrap();
        assert_eq!(view.select(&[1]), Ok((0, vec![1])), "the whole is piece {place}");
    }
}

#[test]
fn a_view_of_a_view_has_the_axes_that_it_is_given() {
    let padded = ComplexView::pad(&tensor(&[2]), &[(1, 0)]).unwrap();
    let axes = Axes::new([Axis::new("M", 2), Axis::new("N", 3)]).unwrap();
    let map = IndexMap::broadcast(&[3], &[2, 3], &[1]).unwrap();
    let repeated = padded.through(axes.clone(), &map).unwrap();
    assert_eq!((repeated.axes(), repeated.shape()), (&axes, &[2, 3][..]));
    assert_eq!(repeated.sources().len(), 2);
    assert_eq!(repeated.to_string(), "f32[M: 2, N: 3] of f32[0: 2], f32[] strides [] offset 0");
    for index in listed(&[2, 3]) {
        let expected = if index[1] == 0 { (1, vec![]) } else { (0, vec![index[1] - 1]) };
        assert_eq!(repeated.select(&index), Ok(expected));
    }
}
