//! What is done with XLA's shapes and layouts: by the vectors of `tests/vectors/xla_ops.json`, and against definitions
//! spelled out by brute force.

mod bitcasts;
mod compare;
mod edits;
mod vectors;

use extents::DType;
use extents_xla::{ArrayShape, Layout, TileDimension};
use proptest::prelude::*;
use proptest::sample::Index;

/// The shape that a text says.
fn array(text: &str) -> ArrayShape {
    text.parse().unwrap()
}

/// An array of `f32` with an order of its dimensions.
fn laid_out(sizes: &[usize], minor_to_major: &[usize]) -> ArrayShape {
    let layout = Layout::new(minor_to_major.iter().copied()).unwrap();
    ArrayShape::new(DType::F32, sizes.iter().copied()).with_layout(layout).unwrap()
}

fn sizes(shape: &ArrayShape) -> Vec<usize> {
    shape.sizes().unwrap().to_vec()
}

fn order(shape: &ArrayShape) -> Vec<usize> {
    shape.layout().unwrap().minor_to_major().to_vec()
}

/// All orders of so many numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![vec![]] };
    let insert = |order: Vec<usize>| {
        (0..count).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, last);
            longer
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

/// All lists of so many numbers out of some.
fn lists(of: &[usize], count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![vec![]], |shorter, _| {
        let longer = |list: Vec<usize>| of.iter().map(move |&n| [&list[..], &[n]].concat());
        shorter.into_iter().flat_map(longer).collect()
    })
}

/// All indices of an array in row-major order.
fn indices(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![vec![]], |shorter, &size| {
        let longer = |list: Vec<usize>| (0..size).map(move |n| [&list[..], &[n]].concat());
        shorter.into_iter().flat_map(longer).collect()
    })
}

/// The position of an element, by definition: each tile cuts the last sizes into how many tiles there are and the sizes of
/// one, which then stand behind all others; and the last position counts in row-major order.
fn position(shape: &ArrayShape, index: &[usize]) -> usize {
    let (sizes, index) = cut(shape, index);
    index.iter().zip(&sizes).fold(0, |position, (at, size)| position * size + at)
}

fn allocated(shape: &ArrayShape) -> usize {
    cut(shape, &vec![0; shape.rank()]).0.iter().product()
}

/// The sizes of a buffer after all tiles, and an index in it.
fn cut(shape: &ArrayShape, index: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let layout = shape.layout().unwrap();
    let sizes = sizes(shape);
    let widths = layout.padded_dimensions().unwrap_or(&sizes);
    let slowest_first = layout.minor_to_major().iter().rev();
    let (mut sizes, mut index): (Vec<usize>, Vec<usize>) =
        slowest_first.map(|&dimension| (widths[dimension], index[dimension])).unzip();
    for tile in layout.tiles() {
        // A tile of more dimensions than there are has more of size 1 in front.
        let missing = tile.dimensions().len().saturating_sub(sizes.len());
        sizes.splice(0..0, vec![1; missing]);
        index.splice(0..0, vec![0; missing]);
        let mut first = sizes.len() - tile.dimensions().len();
        let (mut tile_sizes, mut tile_index) = (Vec::new(), Vec::new());
        for dimension in tile.dimensions() {
            match dimension {
                TileDimension::Combine => {
                    let (size, at) = (sizes.remove(first), index.remove(first));
                    index[first] += at * sizes[first];
                    sizes[first] *= size;
                }
                TileDimension::Size(size) => {
                    tile_sizes.push(*size);
                    tile_index.push(index[first] % size);
                    sizes[first] = sizes[first].div_ceil(*size);
                    index[first] /= size;
                    first += 1;
                }
            }
        }
        sizes.extend(tile_sizes);
        index.extend(tile_index);
    }
    (sizes, index)
}

/// A shuffled list of the numbers below `rank`.
fn any_order(rank: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..rank).collect::<Vec<_>>()).prop_shuffle()
}

/// A dense array of rank 0 to 5 with small sizes.
fn any_dense() -> impl Strategy<Value = ArrayShape> {
    prop::collection::vec(0_usize..4, 0..6).prop_flat_map(|sizes| {
        any_order(sizes.len()).prop_map(move |order| laid_out(&sizes, &order))
    })
}

/// The sizes of a reshape: some neighbours merged, sizes split at a divisor, ones put in.
fn any_reshape(sizes: Vec<usize>) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec((0_u8..3, any::<Index>()), 0..6).prop_map(move |steps| {
        let mut sizes = sizes.clone();
        for (what, at) in steps {
            match what {
                0 if sizes.len() > 1 => {
                    let at = at.index(sizes.len() - 1);
                    sizes[at] *= sizes.remove(at + 1);
                }
                1 if !sizes.is_empty() => {
                    let at = at.index(sizes.len());
                    if let Some(divisor) = (2..sizes[at]).find(|d| sizes[at].is_multiple_of(*d)) {
                        sizes[at] /= divisor;
                        sizes.insert(at, divisor);
                    }
                }
                _ => sizes.insert(at.index(sizes.len() + 1), 1),
            }
        }
        sizes
    })
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
