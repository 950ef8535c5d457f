//! The places of elements in the layouts of XLA, dense, padded and tiled: of 4096 random indices of 60 x 1000 elements,
//! and of the indices at as many places of their buffer, padding among them.

use std::hint::black_box;

use extents::layout::{Canonical, Layout, MinorToMajor, RowMajor, Tiled};
use extents::{DynExtents, Mapping, StaticExtents, extents, modes};
use extents_peers::{BY_HAND, Race, Table};
use extents_xla::{ArrayShape, BufferLayout, TileDimension};

type Shape = StaticExtents![60, 1000];
const ROWS: usize = 60;
const COLUMNS: usize = 1000;
const COUNT: usize = 4096;

fn main() {
    let dense = Mapping::with_layout(extents![60, 1000], MinorToMajor::new(modes![0, 1]));
    let padded = Mapping::with_layout(extents![60, 1000], RowMajor.padded(extents::Const::<128>));
    let tiled = Mapping::with_layout(extents![60, 1000], Tiled::new(modes![8, 128]));
    let nested = Tiled::new((modes![8, 128], modes![2, 1]));
    let nested = Mapping::with_layout(extents![60, 1000], nested);
    let (dense, padded) = (dense.expect("a small shape"), padded.expect("a small shape"));
    let (tiled, nested) = (tiled.expect("a small shape"), nested.expect("a small shape"));
    let shape = |text: &str| text.parse::<ArrayShape>().expect("a shape");
    let of_padded = ArrayShape::of_mapping(extents::DType::F32, &padded).expect("an order");
    let of_dense = shape("f32[60,1000]{0,1}");
    let of_tiled = shape("f32[60,1000]{1,0:T(8,128)}");
    let of_nested = shape("f32[60,1000]{1,0:T(8,128)(2,1)}");

    let mut table = Table::new("Index to place");
    table.race("dense", |race| offsets(race, dense_by_hand, dense, &of_dense));
    table.race("padded", |race| offsets(race, padded_by_hand, padded, &of_padded));
    table.race("tiled", |race| offsets(race, tiled_by_hand, tiled, &of_tiled));
    table.race("nested", |race| offsets(race, nested_by_hand, nested, &of_nested));
    drop(table);

    let mut table = Table::new("Place to index");
    table.race("dense", |race| indices(race, dense_back, 60_000, dense, &of_dense));
    // The last row has no room behind it in the layouts of the crate.
    table.race("padded", |race| indices(race, padded_back, 59 * 1024 + 1000, padded, &of_padded));
    table.race("tiled", |race| indices(race, tiled_back, 65_536, tiled, &of_tiled));
    table.race("nested", |race| indices(race, nested_back, 65_536, nested, &of_nested));
    drop(table);

    let texts: Vec<String> = texts().collect();
    let mut table = Table::new("Ten thousand texts");
    table.race("parse", |race| parse(race, &texts));
    table.race("print", |race| print(race, &texts));
}

/// Texts such as `f32[60,1000]{1,0:T(8,128)}`, of random numbers.
fn texts() -> impl Iterator<Item = String> {
    let mut numbers = random(7, 4096);
    (0..10_000).map(move |_| {
        let mut next = || numbers.next().expect("without end") + 1;
        format!("f32[{},{}]{{1,0:T({},{})}}", next(), next(), next(), next())
    })
}

/// What these texts need: the four numbers between their signs, in vectors as a shape has them.
fn parse_by_hand(text: &str) -> Option<(Vec<usize>, Vec<usize>)> {
    let (dimensions, rest) = text.strip_prefix("f32[")?.split_once("]{1,0:T(")?;
    let list = |text: &str| -> Option<Vec<usize>> {
        text.split(',').map(|number| number.parse().ok()).collect()
    };
    Some((list(dimensions)?, list(rest.strip_suffix(")}")?)?))
}

fn parse<'a>(race: &mut Race<'a, usize>, texts: &'a [String]) {
    race.enter(BY_HAND, move || {
        let shapes = black_box(texts).iter().map(|text| parse_by_hand(text).expect("a shape"));
        shapes.map(|(dimensions, tile)| black_box(dimensions)[0] + black_box(tile)[1]).sum()
    });
    race.enter("extents", move || {
        let shapes =
            black_box(texts).iter().map(|text| text.parse::<ArrayShape>().expect("a shape"));
        let sums = shapes.map(|shape| {
            let shape = black_box(shape);
            let tile = &shape.layout().expect("a layout").tiles()[0];
            let TileDimension::Size(minor) = tile.dimensions()[1] else { return 0 };
            shape.dimensions()[0].bound().expect("a bound") + minor
        });
        sums.sum()
    });
}

fn print<'a>(race: &mut Race<'a, usize>, texts: &'a [String]) {
    let by_hand: Vec<_> = texts.iter().map(|text| parse_by_hand(text).expect("a shape")).collect();
    race.enter(BY_HAND, move || {
        let texts = black_box(&by_hand).iter().map(|(dimensions, tile)| {
            let (a, b, c, d) = (dimensions[0], dimensions[1], tile[0], tile[1]);
            format!("f32[{a},{b}]{{1,0:T({c},{d})}}")
        });
        texts.map(|text| black_box(text).len()).sum()
    });
    let shapes: Vec<ArrayShape> = texts.iter().map(|text| text.parse().expect("a shape")).collect();
    race.enter("extents", move || {
        black_box(&shapes).iter().map(|shape| black_box(shape.to_string()).len()).sum()
    });
}

/// Random numbers, the same in each run.
fn random(seed: u64, below: usize) -> impl Iterator<Item = usize> {
    let next = |state: &u64| {
        Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963))
    };
    std::iter::successors(Some(seed), next).skip(1).map(move |state| (state >> 33) as usize % below)
}

#[inline(always)]
fn dense_by_hand(i: usize, j: usize) -> Option<usize> {
    (i < ROWS && j < COLUMNS).then(|| j * ROWS + i)
}

#[inline(always)]
fn padded_by_hand(i: usize, j: usize) -> Option<usize> {
    (i < ROWS && j < COLUMNS).then(|| i * 1024 + j)
}

#[inline(always)]
fn tiled_by_hand(i: usize, j: usize) -> Option<usize> {
    let at = || ((i / 8) * 8 + j / 128) * 1024 + (i % 8) * 128 + j % 128;
    (i < ROWS && j < COLUMNS).then(at)
}

#[inline(always)]
fn nested_by_hand(i: usize, j: usize) -> Option<usize> {
    let within = ((i % 8) / 2 * 128 + j % 128) * 2 + i % 2;
    (i < ROWS && j < COLUMNS).then(|| ((i / 8) * 8 + j / 128) * 1024 + within)
}

#[inline(always)]
fn in_bounds(i: usize, j: usize) -> Option<[usize; 2]> {
    (i < ROWS && j < COLUMNS).then_some([i, j])
}

#[inline(always)]
fn dense_back(place: usize) -> Option<[usize; 2]> {
    in_bounds(place % ROWS, place / ROWS)
}

#[inline(always)]
fn padded_back(place: usize) -> Option<[usize; 2]> {
    in_bounds(place / 1024, place % 1024)
}

#[inline(always)]
fn tiled_back(place: usize) -> Option<[usize; 2]> {
    let (tile, within) = (place / 1024, place % 1024);
    in_bounds(tile / 8 * 8 + within / 128, tile % 8 * 128 + within % 128)
}

#[inline(always)]
fn nested_back(place: usize) -> Option<[usize; 2]> {
    let (tile, within) = (place / 1024, place % 1024);
    let (pair, odd) = (within / 2, within % 2);
    in_bounds(tile / 8 * 8 + pair / 128 * 2 + odd, tile % 8 * 128 + pair % 128)
}

/// All places, joined so that none can be left out.
#[inline(always)]
fn sum_of(indices: &[[usize; 2]], place: impl Fn([usize; 2]) -> Option<usize>) -> usize {
    indices.iter().fold(0, |all: usize, &index| all.rotate_left(1) ^ place(index).unwrap_or(7))
}

#[inline(always)]
fn sum_of_indices(places: &[usize], index: impl Fn(usize) -> Option<[usize; 2]>) -> usize {
    places.iter().fold(0, |all: usize, &place| {
        let [i, j] = index(place).unwrap_or([7, 7]);
        all.rotate_left(1) ^ (i << 16 | j)
    })
}

fn offsets<'a, L: Layout<Shape> + Copy + 'a>(
    race: &mut Race<'a, usize>,
    by_hand: impl Fn(usize, usize) -> Option<usize> + Copy + 'a,
    typed: Mapping<Shape, L>,
    shape: &'a ArrayShape,
) {
    let all: Vec<[usize; 2]> =
        random(1, ROWS).zip(random(2, COLUMNS)).map(|(i, j)| [i, j]).take(COUNT).collect();
    let all = &*all.leak();
    let buffer: Mapping<DynExtents<2>, BufferLayout> = shape.mapping().expect("a small shape");
    let layout = shape.to_layout().expect("a small shape");
    race.enter(BY_HAND, move || sum_of(black_box(all), |[i, j]| by_hand(i, j)));
    race.enter("extents static", move || sum_of(black_box(all), |at| typed.offset(at).ok()));
    race.enter("extents, `BufferLayout`", move || {
        sum_of(black_box(all), |at| black_box(&buffer).offset(at).ok())
    });
    race.enter("extents, `BufferLayout::linear_index`", move || {
        sum_of(black_box(all), |at| black_box(&layout).linear_index(&at).ok())
    });
}

fn indices<'a, L: Layout<Shape> + Copy + 'a>(
    race: &mut Race<'a, usize>,
    by_hand: impl Fn(usize) -> Option<[usize; 2]> + Copy + 'a,
    span: usize,
    typed: Mapping<Shape, L>,
    shape: &'a ArrayShape,
) {
    let all: Vec<usize> = random(3, span).take(COUNT).collect();
    let all = &*all.leak();
    let buffer: Mapping<DynExtents<2>, BufferLayout> = shape.mapping().expect("a small shape");
    race.enter(BY_HAND, move || sum_of_indices(black_box(all), by_hand));
    race.enter("extents static", move || sum_of_indices(black_box(all), |at| typed.index(at).ok()));
    race.enter("extents, `BufferLayout`", move || {
        sum_of_indices(black_box(all), |at| black_box(&buffer).index(at).ok())
    });
}
