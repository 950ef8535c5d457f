//! Plans of storage: no byte has two owners in any step.

use extents::DType;
use extents_graph::{
    Assignable, DescriptionError, StoragePlan, StorageRequest, TensorDescription, TensorKind,
    check_allocatable,
};
use proptest::prelude::*;

use crate::Dice;

const STEPS: usize = 8;

fn requests() -> impl Strategy<Value = Vec<StorageRequest>> {
    let request = (0_usize..40, 0_usize..6, 0..=STEPS, 0..=STEPS).prop_map(|(bytes, log, a, b)| {
        let alignment = if log == 5 { 3 } else { 1 << log };
        StorageRequest { bytes, alignment, live: a.min(b)..a.max(b) }
    });
    prop::collection::vec(request, 0..14)
}

/// For each step and each byte, who is there.
fn check(requests: &[StorageRequest], plan: &StoragePlan) -> Result<(), TestCaseError> {
    prop_assert_eq!(plan.offsets().len(), requests.len());
    let mut peak = 0;
    for step in 0..STEPS {
        let mut owner = vec![None; plan.total()];
        let mut live = 0;
        for (number, request) in requests.iter().enumerate() {
            if request.live.contains(&step) {
                live += request.bytes;
                let begin = plan.offsets()[number];
                for owner in &mut owner[begin..begin + request.bytes] {
                    prop_assert_eq!(*owner, None, "at {} in step {}", begin, step);
                    *owner = Some(number);
                }
            }
        }
        peak = peak.max(live);
    }
    for (request, offset) in requests.iter().zip(plan.offsets()) {
        prop_assert_eq!(offset % request.alignment, 0);
    }
    prop_assert_eq!(plan.lower_bound(), peak);
    prop_assert!(plan.total() >= peak);
    let sum: usize = requests.iter().map(|request| request.bytes).sum();
    prop_assert_eq!(plan.sum(), sum);
    let rounded: usize = requests.iter().map(|r| r.bytes + r.alignment - 1).sum();
    prop_assert!(plan.total() <= rounded);
    // The buffer ends where the last byte does.
    let ends = requests.iter().zip(plan.offsets()).filter(|(request, _)| request.bytes > 0);
    let end = ends.map(|(request, offset)| offset + request.bytes).max().unwrap_or(0);
    prop_assert_eq!(plan.total(), end);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_byte_has_two_owners(requests in requests()) {
        check(&requests, &StoragePlan::best_fit(&requests).unwrap())?;
    }
}

/// Chains as programs have them: each tensor is live for a few steps.
#[test]
fn plans_are_close_to_the_bound() {
    let (mut totals, mut bounds, mut sums, mut tight) = (0, 0, 0, 0);
    for seed in 0..500 {
        let mut dice = Dice(seed);
        let requests: Vec<StorageRequest> = (0..60)
            .map(|step| StorageRequest {
                bytes: 64 * (1 + dice.below(64)),
                alignment: 64,
                live: step..step + 1 + dice.below(6),
            })
            .collect();
        let plan = StoragePlan::best_fit(&requests).unwrap();
        totals += plan.total();
        bounds += plan.lower_bound();
        sums += plan.sum();
        tight += usize::from(plan.total() == plan.lower_bound());
    }
    println!("total {totals}, bound {bounds}, sum {sums}, tight in {tight} of 500");
    assert!(totals * 100 < bounds * 110, "within a tenth: {totals} and {bounds}");
    assert!(totals * 5 < sums, "{totals} of {sums}");
}

#[test]
fn requests_that_make_no_sense() {
    let request = |bytes, alignment, live| StorageRequest { bytes, alignment, live };
    let plan = |requests: &[StorageRequest]| StoragePlan::best_fit(requests);
    assert_eq!(plan(&[request(1, 0, 0..1)]), Err(DescriptionError::ZeroAlignment));
    let backwards = core::ops::Range { start: 3, end: 1 };
    let error = plan(&[request(1, 1, 0..1), request(1, 1, backwards)]).unwrap_err();
    assert_eq!(error.to_string(), "tensor 1 is live from step 3, but only until 1");
    let half = usize::MAX / 4 + 1;
    assert_eq!(
        plan(&[request(half, 1, 0..1), request(half, 1, 0..1)]).unwrap_err().to_string(),
        "the size of the storage is more than 9223372036854775807"
    );
    assert_eq!(
        plan(&[request(1, 1, 0..1), request(1, usize::MAX, 0..1)]).unwrap_err().to_string(),
        "the size of the storage is more than 9223372036854775807"
    );
    assert_eq!(plan(&[]).unwrap().total(), 0);
    // The last one has room at 0, and a multiple of its alignment after the others is not needed.
    let others = [request(8, 1, 0..2), request(4, 1, 1..3), request(3, 1, 1..3)];
    for alignment in [isize::MAX as usize + 1, usize::MAX] {
        let all = [&others[..], &[request(1, alignment, 2..3)]].concat();
        let found = plan(&all).unwrap();
        assert_eq!((found.offsets(), found.total()), (&[0, 8, 12, 0][..], 15));
    }
}

/// Two gaps are left in step 1, of 30 and of 20 bytes; the smaller one holds it.
#[test]
fn the_smallest_gap_is_taken() {
    let request = |bytes, live| StorageRequest { bytes, alignment: 1, live };
    let [both, first, second] = [0..2, 0..1, 1..2];
    let requests = [
        request(40, both.clone()),
        request(30, first.clone()),
        request(25, both.clone()),
        request(20, first),
        request(15, both),
        request(10, second),
    ];
    assert_eq!(StoragePlan::best_fit(&requests).unwrap().offsets(), [0, 40, 70, 95, 115, 95]);
}

fn rows(shape: &[usize]) -> TensorDescription<Assignable> {
    TensorDescription::of_shape(DType::F32, shape).unwrap().row_major().unwrap()
}

#[test]
fn views_share_the_place_of_their_base() {
    let x = rows(&[4, 4]);
    let (turned, part) = (x.transpose().unwrap(), x.slice(&[2.into()]).unwrap());
    let y = rows(&[4]);
    let z = rows(&[4]);
    // `x` itself is needed in step 0 only, its views until step 4.
    let set = [(x, 0..1), (turned, 1..2), (part, 3..4), (y, 1..4), (z, 4..5)];
    let plan = StoragePlan::for_tensors(&set, 1).unwrap();
    assert_eq!(plan.offsets(), [0, 0, 0, 64, 0]);
    assert_eq!((plan.total(), plan.sum(), plan.lower_bound()), (80, 96, 80));

    // Weights are live always.
    let kind = |kind| {
        let axes = extents_graph::Axes::of_shape(&[4]);
        TensorDescription::of_kind(kind, DType::F32, axes).unwrap().row_major().unwrap()
    };
    let weights = (kind(TensorKind::Variable), 0..1);
    let plan = StoragePlan::for_tensors(&[weights, (rows(&[4]), 5..6)], 1).unwrap();
    assert_eq!(plan.total(), 32);
    let temporary = (kind(TensorKind::Temporary), 0..1);
    let plan = StoragePlan::for_tensors(&[temporary, (rows(&[4]), 5..6)], 1).unwrap();
    assert_eq!(plan.total(), 16);
}

#[test]
fn padding_has_a_place_too() {
    let padded = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3]).unwrap();
    let padded = padded.with_sizes(&[2, 4]).unwrap().row_major().unwrap();
    let plan = StoragePlan::for_tensors(&[(padded, 0..1)], 1).unwrap();
    assert_eq!(plan.total(), 32);
}

#[test]
fn sets_that_are_not_ready() {
    let x = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3]).unwrap();
    let (r, c) = (x.row_major().unwrap(), x.column_major().unwrap());
    assert!(check_allocatable(&[r.clone(), r.transpose().unwrap(), rows(&[2])]).is_ok());
    assert!(check_allocatable::<Assignable>(&[]).is_ok());
    let empty = rows(&[0, 4]);
    assert!(check_allocatable(&[empty.transpose().unwrap(), empty]).is_ok());
    let says = |result: Result<(), DescriptionError>, expected: &str| {
        assert_eq!(result.unwrap_err().to_string(), expected);
    };
    says(
        check_allocatable(&[r.clone(), x.transpose().unwrap()]),
        "tensor 1 cannot be allocated: it has no layout",
    );
    says(
        check_allocatable(&[c.transpose().unwrap(), rows(&[2]), r.clone()]),
        "tensors 0 and 2 share a base, but not its layout",
    );
    says(check_allocatable(&[r.clone(), c]), "tensors 0 and 1 share a base, but not its layout");
    let axes = extents_graph::Axes::of_shape(&[2]);
    let sum = TensorDescription::computed(DType::F32, axes.clone()).unwrap();
    says(
        check_allocatable(&[r.to_read_only(), sum]),
        "tensor 1 cannot be allocated: it is computed, so materialise it first",
    );
    let ones = TensorDescription::uniform(DType::F32, axes).unwrap();
    says(
        check_allocatable(&[ones]),
        "tensor 0 cannot be allocated: it is one value, so materialise it first",
    );
}

#[test]
fn a_request_without_bytes_makes_nothing_longer() {
    let request = |bytes| StorageRequest { bytes, alignment: 8, live: 0..1 };
    let plan = StoragePlan::best_fit(&[request(5), request(0)]).unwrap();
    assert_eq!((plan.total(), plan.offsets()[0]), (5, 0));
}

#[test]
fn of_equal_gaps_the_first_is_taken() {
    let request = |bytes, live| StorageRequest { bytes, alignment: 1, live };
    let closer = StoragePlan::best_fit(&[
        request(9, 0..2),
        request(8, 0..1),
        request(7, 0..2),
        request(6, 0..1),
        request(5, 0..2),
        request(1, 1..2),
    ])
    .unwrap();
    // Free in step 1: 9..17 and 24..30. The closer one is taken.
    assert_eq!(closer.offsets(), [0, 9, 17, 24, 30, 24]);
    let equal = StoragePlan::best_fit(&[
        request(9, 0..2),
        request(8, 0..1),
        request(8, 0..2),
        request(8, 0..1),
        request(5, 0..2),
        request(1, 1..2),
    ])
    .unwrap();
    // Free in step 1: 9..17 and 25..33.
    assert_eq!(equal.offsets(), [0, 9, 17, 25, 33, 9]);
}

#[test]
fn a_view_that_is_never_live_keeps_nothing() {
    let tensor = |n| {
        TensorDescription::<Assignable>::of_shape(DType::F32, &[n]).unwrap().row_major().unwrap()
    };
    let (x, y) = (tensor(100), tensor(50));
    let tensors = [(x.clone(), 0..1), (x, 3..3), (y, 1..3)];
    let plan = StoragePlan::for_tensors(&tensors, 1).unwrap();
    assert_eq!((plan.offsets(), plan.total()), (&[0, 0, 0][..], 400));
}
