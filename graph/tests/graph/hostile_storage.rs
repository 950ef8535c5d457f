//! Attacks from safe code on described views and on storage plans.

#[path = "../../../tests/optional/random.rs"]
mod random;

use extents::DType;
use extents_graph::{Assignable, Axes, Axis, StoragePlan, StorageRequest, TensorDescription};
use random::Random;

#[test]
fn described_views() {
    let mut r = Random(11);
    let (mut made, mut refused) = (0, 0);
    for _ in 0..5000 {
        let rank = r.below(4);
        let shape: Vec<usize> = (0..rank).map(|_| [0, 1, 2, 3, 4][r.below(5)]).collect();
        let axes = shape.iter().enumerate().map(|(k, n)| Axis::new(["A", "B", "C", "D"][k], *n));
        let axes = Axes::new(axes).unwrap();
        let strides: Vec<isize> = (0..rank)
            .map(|_| [0, 1, -1, 2, -3, 4, 12, isize::MAX, isize::MIN][r.below(9)])
            .collect();
        let offset = [0, 1, 5, 9, usize::MAX, isize::MAX as usize][r.below(6)];
        let plain = TensorDescription::<Assignable>::new(DType::S32, axes).unwrap();
        let Ok(tensor) = plain.with_strides(&strides, offset) else {
            refused += 1;
            continue;
        };
        let mut parts = vec![tensor.clone()];
        parts.extend(tensor.transpose());
        for part in parts {
            for length in [0, 1, 7, 30, 64] {
                let mut data: Vec<i32> = vec![0; length];
                let Ok(mut view) = part.view_mut(&mut data) else { continue };
                let count = view.iter_mut().map(|x| *x += 1).count();
                view.apply(|x| *x += 1);
                assert_eq!(count, shape.iter().product::<usize>());
                assert_eq!(data.iter().filter(|x| **x == 2).count(), count, "{strides:?}");
                assert_eq!(data.iter().filter(|x| **x == 0).count(), length - count);
                made += 1;
            }
        }
    }
    assert!(made > 100 && refused > 100, "{made} {refused}");
}

#[test]
fn storage_that_two_hold_at_once() {
    let mut r = Random(5);
    for _ in 0..2000 {
        let requests: Vec<StorageRequest> = (0..r.below(9))
            .map(|_| {
                let first = r.below(6);
                StorageRequest {
                    bytes: [0, 1, 8, 13, 64, 100][r.below(6)],
                    alignment: [1, 3, 16, 64][r.below(4)],
                    live: first..first + r.below(4),
                }
            })
            .collect();
        let plan = StoragePlan::best_fit(&requests).unwrap();
        for (n, one) in requests.iter().enumerate() {
            let at = plan.offsets()[n];
            assert!(at.is_multiple_of(one.alignment));
            assert!(one.bytes == 0 || at + one.bytes <= plan.total());
            for (m, other) in requests.iter().enumerate().skip(n + 1) {
                let there = plan.offsets()[m];
                let both = one.live.clone().any(|t| other.live.contains(&t));
                let overlap = at < there + other.bytes && there < at + one.bytes;
                assert!(!(both && overlap && one.bytes > 0 && other.bytes > 0), "{requests:?}");
            }
        }
    }
    let huge = |bytes, alignment| StorageRequest { bytes, alignment, live: 0..1 };
    for sizes in [[usize::MAX, 1], [isize::MAX as usize, 1], [1, usize::MAX]] {
        for alignment in [1, 2, usize::MAX] {
            let _ = StoragePlan::best_fit(&[huge(sizes[0], alignment), huge(sizes[1], alignment)]);
        }
    }
    let mut found = 0;
    // Each of the tensors of a plan finds its elements in what the plan gives it.
    for _ in 0..500 {
        let axes = Axes::new([Axis::new("A", 1 + r.below(4)), Axis::new("B", 1 + r.below(4))]);
        let plain = TensorDescription::<Assignable>::new(DType::S32, axes.unwrap()).unwrap();
        let strides = [r.below(9) as isize - 4, r.below(19) as isize - 9];
        let Ok(tensor) = plain.with_strides(&strides, r.below(40)) else { continue };
        let Ok(turned) = tensor.transpose() else { continue };
        let Ok(plan) = StoragePlan::for_tensors(&[(tensor, 0..2), (turned.clone(), 1..3)], 4)
        else {
            continue;
        };
        let mut storage = vec![0_i32; plan.total() / 4];
        let place = &mut storage[plan.offsets()[1] / 4..];
        assert!(turned.view_mut(place).is_ok(), "{strides:?}");
        found += 1;
    }
    assert!(found > 50, "{found}");
}
