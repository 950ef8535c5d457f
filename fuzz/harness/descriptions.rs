//! Tensor descriptions: slices as text, views of views, and storage plans.

use extents::DType;
use extents_graph::{
    Assignable, Axes, Axis, AxisSlice, ComplexView, StoragePlan, StorageRequest, TensorDescription,
    row_major_strides, strides_in_order,
};

use super::bytes::Bytes;
use super::oracle::{indices, size};

pub(crate) fn descriptions(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.below(4) {
        0 => slice_text(&bytes.text()),
        1 => storage(&mut bytes),
        2 => numbers(&mut bytes),
        _ => views(&mut bytes),
    }
}

/// Python's slices, by the rule in its reference: an entry `start + k * step` before `stop`.
fn slice_text(text: &str) {
    let Ok(slice) = text.parse::<AxisSlice>() else { return };
    for length in [0, 1, 5, 12] {
        let found = slice.length_of(length);
        match slice {
            AxisSlice::Entry(index) => {
                let length = length as i64;
                assert_eq!(found.is_ok(), -length <= index && index < length, "{text:?}");
            }
            AxisSlice::Part { step: 0, .. } => assert!(found.is_err()),
            AxisSlice::Part { start, stop, step } => {
                assert_eq!(found, Ok(python(start, stop, step, length as i64)), "{text:?}");
            }
        }
    }
    let _ = (slice.length_of(usize::MAX), slice.step_by(i64::MIN).length_of(usize::MAX));
}

fn python(start: Option<i64>, stop: Option<i64>, step: i64, length: i64) -> usize {
    let (low, high) = if step > 0 { (0, length) } else { (-1, length - 1) };
    let clamp = |at: i64| if at < 0 { at.saturating_add(length) } else { at }.clamp(low, high);
    let stop = stop.map_or(if step > 0 { high } else { low }, clamp);
    let mut at = start.map_or(if step > 0 { low } else { high }, clamp);
    let mut count = 0;
    while if step > 0 { at < stop } else { at > stop } {
        count += 1;
        at = at.saturating_add(step);
    }
    count
}

/// Plans of requests: aligned, and free of overlap while both are live.
fn storage(bytes: &mut Bytes<'_>) {
    let requests: Vec<StorageRequest> = (0..bytes.below(12))
        .map(|_| {
            let (size, alignment) = (bytes.size(), bytes.below(70));
            let (begin, end) = (bytes.below(8), bytes.below(12));
            StorageRequest { bytes: size, alignment, live: begin..end }
        })
        .collect();
    let Ok(plan) = StoragePlan::best_fit(&requests) else { return };
    let ends: Vec<usize> = plan
        .offsets()
        .iter()
        .zip(&requests)
        .map(|(offset, request)| offset + request.bytes)
        .collect();
    assert_eq!(plan.offsets().len(), requests.len());
    for (at, request) in requests.iter().enumerate() {
        assert!(request.live.start <= request.live.end);
        assert_eq!(plan.offsets()[at] % request.alignment, 0);
        assert!(request.bytes == 0 || request.live.is_empty() || ends[at] <= plan.total());
        for (other, met) in requests.iter().enumerate().take(at) {
            let together =
                (0..12).any(|step| request.live.contains(&step) && met.live.contains(&step));
            let (begin, other_begin) = (plan.offsets()[at], plan.offsets()[other]);
            let overlap = begin.max(other_begin) < ends[at].min(ends[other]);
            assert!(!(together && overlap), "{requests:?} {plan:?}");
        }
    }
    let needed = (0..12).map(|step| {
        requests
            .iter()
            .filter(|request| request.live.contains(&step))
            .map(|r| r.bytes)
            .sum::<usize>()
    });
    let needed = needed.max().unwrap_or(0);
    assert!(plan.lower_bound() <= plan.total() && needed <= plan.total(), "{requests:?} {plan:?}");
}

/// Descriptions of any numbers.
fn numbers(bytes: &mut Bytes<'_>) {
    let shape: Vec<usize> = (0..bytes.below(6)).map(|_| bytes.size()).collect();
    let order = bytes.order(shape.len());
    let _ = (row_major_strides(&shape), strides_in_order(&shape, &order));
    let number = bytes.below(DType::all().len());
    let dtype = DType::all().nth(number).unwrap_or(DType::F32);
    let Ok(tensor) = TensorDescription::<Assignable>::of_shape(dtype, &shape) else { return };
    let strides: Vec<isize> = shape.iter().map(|_| bytes.stride()).collect();
    let offset = bytes.size();
    let laid_out = [
        tensor.row_major(),
        tensor.column_major(),
        tensor.in_order(&order),
        tensor.with_strides(&strides, offset),
        tensor.with_byte_strides(&strides, offset),
        tensor.aligned("0", bytes.size()),
    ];
    for tensor in laid_out.into_iter().flatten() {
        let _ = (tensor.spanned(), tensor.span(), tensor.flat_offsets(), tensor.mapping());
        let _ = (tensor.full_strides(), tensor.full_sizes(), tensor.byte_strides());
        let _ = (tensor.c_contiguous(), tensor.broadcast_contiguous(), tensor.parameter_key());
        let last: Vec<usize> = shape.iter().map(|extent| extent.saturating_sub(1)).collect();
        if let (Ok(offset), Ok(span)) = (tensor.offset_of(&last), tensor.span()) {
            assert!(offset < span);
        }
        assert!(!tensor.to_string().is_empty());
        let _ = (tensor.flatten_all(), tensor.materialise(), tensor.to_read_only());
    }
}

/// One view of another: each element of it is one of the base, found by the definition.
fn views(bytes: &mut Bytes<'_>) {
    let shape = bytes.extents();
    let Ok(tensor) = TensorDescription::<Assignable>::of_shape(DType::F32, &shape) else { return };
    let base = tensor.row_major().expect("a small tensor");
    let storage: Vec<f32> = (0..size(&shape)).map(|at| at as f32).collect();
    let mut view = base.to_read_only();
    // For each element of the view the element of the base that it is.
    let mut expected: Vec<f32> = storage.clone();
    for _ in 0..6 {
        if bytes.is_empty() {
            return;
        }
        let shape = view.shape();
        let place = |index: &[usize]| index.iter().zip(&shape).fold(0, |at, (i, e)| at * e + i);
        let (next, elements): (Result<_, _>, Vec<f32>) = match bytes.below(5) {
            0 => {
                let elements: Vec<f32> = indices(&shape.iter().rev().copied().collect::<Vec<_>>())
                    .into_iter()
                    .map(|mut index| {
                        index.reverse();
                        expected[place(&index)]
                    })
                    .collect();
                (view.transpose(), elements)
            }
            1 => {
                let order = bytes.order(shape.len());
                if order.len() != shape.len() {
                    assert!(view.permute(&order).is_err());
                    return;
                }
                let permuted: Vec<usize> = order.iter().map(|&mode| shape[mode]).collect();
                let elements = indices(&permuted).into_iter().map(|index| {
                    let mut old = vec![0; shape.len()];
                    order.iter().zip(index).for_each(|(&mode, i)| old[mode] = i);
                    expected[place(&old)]
                });
                (view.permute(&order), elements.collect())
            }
            2 => {
                let Some((slices, kept)) = slices(bytes, &shape) else { return };
                let lengths: Vec<usize> = kept.iter().map(Vec::len).collect();
                let elements = indices(&lengths).into_iter().map(|index| {
                    let old: Vec<usize> =
                        index.into_iter().zip(&kept).map(|(i, kept)| kept[i]).collect();
                    expected[place(&old)]
                });
                (view.slice(&slices), elements.collect())
            }
            3 => (view.flatten_all(), expected.clone()),
            _ => {
                let axis = Axis::new("new", 1);
                (view.expand_dims(axis, bytes.below(shape.len() + 2)), expected.clone())
            }
        };
        let Ok(next) = next else { return };
        assert_eq!(next.size(), elements.len(), "{view} {next}");
        let read = next.view(&storage).expect("within the storage");
        assert!(read.iter().eq(&elements), "{view} {next}");
        assert!(next.is_view_of_same(&base));
        (view, expected) = (next, elements);
    }
    let paddings: Vec<usize> = view.shape().iter().map(|_| bytes.below(3)).collect();
    let _ = ComplexView::pad(&view, &paddings).map(|padded| padded.materialise());
    let _ = view.reshape(Axes::of_shape(&[bytes.below(30), bytes.below(4)]));
}

/// Parts of each axis, and the entries that they keep by Python's rule.
fn slices(bytes: &mut Bytes<'_>, shape: &[usize]) -> Option<(Vec<AxisSlice>, Vec<Vec<usize>>)> {
    let mut kept = Vec::new();
    let mut slices = Vec::new();
    for &length in shape {
        let step = bytes.below(5) as i64 - 2;
        if step == 0 {
            slices.push(AxisSlice::from(..));
            kept.push((0..length).collect());
            continue;
        }
        let ends = [bytes.below(14) as i64 - 7, bytes.below(14) as i64 - 7];
        slices.push(AxisSlice::Part { start: Some(ends[0]), stop: Some(ends[1]), step });
        let (low, high) = if step > 0 { (0, length as i64) } else { (-1, length as i64 - 1) };
        let [start, stop] =
            ends.map(|at| if at < 0 { at + length as i64 } else { at }.clamp(low, high));
        let mut entries = Vec::new();
        let mut at = start;
        while if step > 0 { at < stop } else { at > stop } {
            entries.push(at as usize);
            at += step;
        }
        kept.push(entries);
    }
    (!shape.is_empty()).then_some((slices, kept))
}
