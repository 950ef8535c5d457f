//! Ragged matrices: 10 million rows of 0 to 15 elements, built, looked up, walked, compared and cut.

use std::hint::black_box;

use extents_peers::{BY_HAND, Table};
use extents_shapes::{CompactMemory, JaggedShape, ShapeBase};

const ROWS: usize = 10_000_000;
const LOOK_UPS: usize = 1_000_000;

fn main() {
    let lengths: Vec<u8> = random(1).take(ROWS).map(|number| (number % 16) as u8).collect();
    build(&lengths);
    let offsets = offsets_by_hand(Vec::new(), &lengths).expect("a small sum");
    validate(&offsets);
    // The loops by hand read the very memory of the shape: how fast random loads are depends on where it is.
    let (begin, count) = (offsets.as_ptr(), offsets.len());
    let shape = JaggedShape::from_offsets(offsets).expect("offsets");
    // SAFETY: the shape holds the array, never writes to it, and is there until the end.
    let offsets = unsafe { std::slice::from_raw_parts(begin, count) };
    let compact = JaggedShape::compact_from_lengths(in_usize(&lengths)).expect("lengths");
    look_up(offsets, &shape, &compact);
    find(offsets, &shape, &compact);
    walk(offsets, &shape, &compact);
    compare(offsets, &shape, &compact);
    take(&shape, &compact);
    let bytes = |shape: &JaggedShape| shape.bytes() as f64 / ROWS as f64;
    println!("Bytes a row: {:.2}, compact {:.2}", bytes(&shape), bytes(&compact));
}

/// Random numbers, the same in each run.
fn random(seed: u64) -> impl Iterator<Item = u64> + Clone {
    let next = |state: &u64| {
        Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963))
    };
    std::iter::successors(Some(seed), next).skip(1).map(|state| state >> 33)
}

fn in_usize(lengths: &[u8]) -> impl ExactSizeIterator<Item = usize> + Clone {
    lengths.iter().map(|&length| usize::from(length))
}

/// A checked prefix sum.
#[inline(never)]
fn offsets_by_hand(mut memory: Vec<usize>, lengths: &[u8]) -> Option<Vec<usize>> {
    memory.clear();
    memory.reserve(lengths.len() + 1);
    memory.push(0);
    let mut end = 0_usize;
    for &length in lengths {
        end = end.checked_add(usize::from(length))?;
        memory.push(end);
    }
    Some(memory)
}

/// The same where the memory has its length already, as in C.
#[inline(never)]
fn offsets_in_place(offsets: &mut [usize], lengths: &[u8]) -> bool {
    let (first, rest) = offsets.split_first_mut().expect("an end");
    *first = 0;
    let mut end = 0_usize;
    for (offset, &length) in rest.iter_mut().zip(lengths) {
        let Some(sum) = end.checked_add(usize::from(length)) else { return false };
        end = sum;
        *offset = end;
    }
    true
}

fn build(lengths: &[u8]) {
    let mut table = Table::new("Build from lengths");
    for (column, lengths) in [("10M rows", lengths), ("10k rows", &lengths[..10_000])] {
        table.race(column, |race| {
            let mut memory = vec![0; lengths.len() + 1];
            race.enter(BY_HAND, move || {
                assert!(offsets_in_place(black_box(&mut memory), black_box(lengths)));
                memory[lengths.len()]
            });
            let mut memory = Vec::new();
            race.enter("by hand, push", move || {
                let all = offsets_by_hand(std::mem::take(&mut memory), black_box(lengths));
                memory = all.expect("a small sum");
                memory[lengths.len()]
            });
            let mut memory = Vec::new();
            race.enter("extents, warm memory", move || {
                let lengths = in_usize(black_box(lengths));
                let shape = JaggedShape::from_lengths_in(std::mem::take(&mut memory), lengths);
                let shape = black_box(shape.expect("lengths"));
                let size = shape.size();
                memory = shape.into_offsets().expect("the only one");
                size
            });
            let mut memory = CompactMemory::default();
            race.enter("extents, compact, warm memory", move || {
                let lengths = in_usize(black_box(lengths));
                let shape =
                    JaggedShape::compact_from_lengths_in(std::mem::take(&mut memory), lengths);
                let shape = black_box(shape.expect("lengths"));
                let size = shape.size();
                memory = shape.into_compact_memory().expect("the only one");
                size
            });
            race.enter("extents, compact, new memory", move || {
                let lengths = in_usize(black_box(lengths));
                black_box(JaggedShape::compact_from_lengths(lengths)).expect("lengths").size()
            });
            race.enter("extents, new memory", move || {
                let lengths = in_usize(black_box(lengths));
                black_box(JaggedShape::from_lengths(lengths)).expect("lengths").size()
            });
            race.enter("by hand, new memory", move || {
                let all = black_box(offsets_by_hand(Vec::new(), black_box(lengths)));
                all.expect("a small sum")[lengths.len()]
            });
        });
    }
}

#[inline(never)]
fn is_valid_by_hand(offsets: &[usize]) -> bool {
    offsets.first() == Some(&0) && offsets.windows(2).all(|pair| pair[0] <= pair[1])
}

#[inline(never)]
fn is_valid_without_branch(offsets: &[usize]) -> bool {
    let pairs = offsets.iter().zip(&offsets[1..]);
    offsets[0] == 0 && !pairs.fold(false, |falls, (begin, end)| falls | (begin > end))
}

fn validate(offsets: &[usize]) {
    let mut table = Table::new("Validate offsets");
    for (column, offsets) in [("10M rows", offsets), ("10k rows", &offsets[..10_001])] {
        table.race(column, |race| {
            race.enter(BY_HAND, move || is_valid_by_hand(black_box(offsets)));
            race.enter("by hand, no branch", move || is_valid_without_branch(black_box(offsets)));
            let mut memory = offsets.to_vec();
            race.enter("extents", move || {
                let shape = JaggedShape::from_offsets(black_box(std::mem::take(&mut memory)));
                memory = black_box(shape.expect("offsets")).into_offsets().expect("the only one");
                true
            });
        });
    }
}

fn look_up(offsets: &[usize], shape: &JaggedShape, compact: &JaggedShape) {
    let mut table = Table::new("A million random rows");
    let rows: Vec<usize> = random(2).take(LOOK_UPS).map(|n| n as usize % ROWS).collect();
    let rows = &rows;
    table.race("10M rows", |race| {
        race.enter(BY_HAND, move || rows_by_hand(black_box(offsets), rows));
        for (name, shape) in [("extents", shape), ("extents, compact", compact)] {
            race.enter(&format!("{name}, rows().get"), move || rows_of(black_box(shape), rows));
        }
    });
    let mut table = Table::new("A million random (row, column) to offsets");
    let size = shape.size();
    let indices = random(3).take(LOOK_UPS);
    let indices = indices.map(|n| shape.index_of::<2>(n as usize % size).expect("an element"));
    let indices: Vec<[usize; 2]> = indices.collect();
    let indices = &indices;
    table.race("10M rows", |race| {
        race.enter(BY_HAND, move || sum_by_hand(black_box(offsets), indices));
        for (name, shape) in [("extents", shape), ("extents, compact", compact)] {
            race.enter(&format!("{name}, offset"), move || sum_of(black_box(shape), indices));
        }
    });
}

#[inline(never)]
fn rows_by_hand(offsets: &[usize], rows: &[usize]) -> usize {
    rows.iter().fold(0, |sum, &row| sum.wrapping_add(offsets[row] ^ offsets[row + 1]))
}

#[inline(never)]
fn rows_of(shape: &JaggedShape, rows: &[usize]) -> usize {
    let all = shape.rows();
    rows.iter().fold(0, |sum, &row| {
        let elements = all.get(row).expect("a row");
        sum.wrapping_add(elements.start ^ elements.end)
    })
}

#[inline(never)]
fn sum_of(shape: &JaggedShape, indices: &[[usize; 2]]) -> usize {
    indices.iter().map(|index| shape.offset(index).expect("an element")).sum()
}

#[inline(never)]
fn sum_by_hand(offsets: &[usize], indices: &[[usize; 2]]) -> usize {
    let offset = |&[row, column]: &[usize; 2]| {
        let (begin, end) = (offsets[row], offsets[row + 1]);
        assert!(column < end - begin);
        begin + column
    };
    indices.iter().map(offset).sum()
}

fn find(offsets: &[usize], shape: &JaggedShape, compact: &JaggedShape) {
    let mut table = Table::new("Random offsets to row and column");
    let size = shape.size();
    let elements: Vec<usize> = random(3).take(LOOK_UPS / 20).map(|n| n as usize % size).collect();
    let elements = &elements;
    table.race("10M rows", |race| {
        race.enter(BY_HAND, move || {
            let offsets = black_box(offsets);
            elements.iter().fold(0_usize, |sum, &element| {
                let row = offsets.partition_point(|&offset| offset <= element) - 1;
                sum.wrapping_add(row ^ (element - offsets[row]))
            })
        });
        for (name, shape) in [("extents", shape), ("extents, compact", compact)] {
            race.enter(&format!("{name}, index"), move || {
                let shape = black_box(shape);
                elements.iter().fold(0_usize, |sum, &element| {
                    let index = shape.index(element).expect("an element");
                    sum.wrapping_add(index[0] ^ index[1])
                })
            });
            race.enter(&format!("{name}, index_of"), move || {
                let shape = black_box(shape);
                elements.iter().fold(0_usize, |sum, &element| {
                    let [row, column] = shape.index_of(element).expect("an element");
                    sum.wrapping_add(row ^ column)
                })
            });
            for every in [16, 64, 256] {
                let sampled = shape.sampled(every).expect("a small table");
                race.enter(&format!("{name}, sampled({every})"), move || {
                    let sampled = black_box(&sampled);
                    elements.iter().fold(0_usize, |sum, &element| {
                        let [row, column] = sampled.index_of(element).expect("an element");
                        sum.wrapping_add(row ^ column)
                    })
                });
            }
        }
    });
}

fn walk(offsets: &[usize], shape: &JaggedShape, compact: &JaggedShape) {
    let mut table = Table::new("All indices");
    let add = |sum: usize, [i, j]: [usize; 2]| sum.wrapping_mul(3) ^ i.wrapping_add(j);
    table.race("10M rows", |race| {
        race.enter(BY_HAND, move || {
            let offsets = black_box(offsets);
            let mut sum = 0;
            for row in 0..offsets.len() - 1 {
                for column in 0..offsets[row + 1] - offsets[row] {
                    sum = add(sum, [row, column]);
                }
            }
            sum
        });
        for (name, shape) in [("extents", shape), ("extents, compact", compact)] {
            race.enter(&format!("{name}, indices_of in a `for`"), move || {
                let mut sum = 0;
                for index in black_box(shape).indices_of::<2>().expect("a matrix") {
                    sum = add(sum, index);
                }
                sum
            });
            race.enter(&format!("{name}, indices_of, fold"), move || {
                black_box(shape).indices_of::<2>().expect("a matrix").fold(0, add)
            });
            race.enter(&format!("{name}, rows"), move || {
                let mut sum = 0;
                for (row, elements) in black_box(shape).rows().iter().enumerate() {
                    for column in 0..elements.len() {
                        sum = add(sum, [row, column]);
                    }
                }
                sum
            });
        }
    });
}

fn compare(offsets: &[usize], shape: &JaggedShape, compact: &JaggedShape) {
    let mut table = Table::new("Are two equal?");
    let same = offsets.to_vec();
    let lengths = || shape.rows().iter().map(|row| row.len()).collect::<Vec<_>>();
    let other = &JaggedShape::from_lengths(lengths()).expect("lengths");
    let other_compact = &JaggedShape::compact_from_lengths(lengths()).expect("lengths");
    table.race("10M rows", |race| {
        race.enter(BY_HAND, move || black_box(offsets) == black_box(&same[..]));
        race.enter("extents", move || black_box(shape) == black_box(other));
        race.enter("extents, compact", move || black_box(compact) == black_box(other_compact));
        race.enter("extents, one is compact", move || black_box(shape) == black_box(other_compact));
        race.enter("extents, the same", move || black_box(shape) == black_box(&shape.clone()));
    });
}

fn take(shape: &JaggedShape, compact: &JaggedShape) {
    let mut table = Table::new("A third of the rows");
    for (column, rows) in [("10M rows", ROWS), ("10k rows", 10_000)] {
        let (first, last) = (rows / 3, rows / 3 * 2);
        let [shape, compact] =
            [shape, compact].map(|shape| shape.slice_rows(0..rows).expect("rows"));
        let ends = shape.rows().iter().map(|row| row.start).chain([shape.size()]);
        let offsets: Vec<usize> = ends.collect();
        let size = move |part: &[usize]| part[part.len() - 1] - part[0];
        table.race(column, |race| {
            race.enter(BY_HAND, move || {
                size(black_box(&black_box(&offsets)[first..last + 1].to_vec()))
            });
            for (name, shape) in [("extents", shape), ("extents, compact", compact)] {
                race.enter(&format!("{name}, slice_rows"), move || {
                    black_box(black_box(&shape).slice_rows(first..last)).expect("rows").size()
                });
            }
        });
    }
}
