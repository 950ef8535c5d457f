//! Any set of tensors that share bases, bases among them or not, against the places of all elements, spelled out.

use extents::DType;
use extents_graph::{
    Assignable, AxisSlice, DescriptionError, StoragePlan, TensorDescription, check_allocatable,
};

use crate::{Dice, listed};

/// A tensor, which base it is of, the strides and the offset that the base had, and the steps in which it is live.
struct Member {
    tensor: TensorDescription<Assignable>,
    base: TensorDescription<Assignable>,
    of: usize,
    strides: [isize; 2],
    offset: usize,
    live: std::ops::Range<usize>,
}

impl Member {
    /// Each element: its index in the base, and its place.
    fn elements(&self) -> Vec<(Vec<usize>, usize)> {
        let all = listed(&self.tensor.shape()).into_iter();
        all.map(|index| {
            let of_base = self.tensor.index_map().apply(&index).unwrap();
            (of_base, self.tensor.offset_of(&index).unwrap())
        })
        .collect()
    }

    /// Whether the layout that its base had puts all elements of the other where they are. A layout in which the other
    /// has no strides at some step on its way from the base does not.
    fn places(&self, other: &Member) -> bool {
        other.tensor.on_base(&self.base).is_ok()
            && other.elements().iter().all(|(index, place)| {
                let far = self.strides[0] * index[0] as isize + self.strides[1] * index[1] as isize;
                self.offset.checked_add_signed(far) == Some(*place)
            })
    }

    fn agrees(&self, other: &Member) -> bool {
        self.of != other.of || self.places(other) || other.places(self)
    }
}

/// A view: turned, cut, made flat, several times over.
fn view(dice: &mut Dice, base: &TensorDescription<Assignable>) -> TensorDescription<Assignable> {
    let mut view = base.clone();
    for _ in 0..dice.below(4) {
        let cut = |dice: &mut Dice, length: usize| {
            let at = dice.below(length) as i64;
            match dice.below(4) {
                0 => AxisSlice::from(at),
                1 => AxisSlice::from(at..),
                2 => AxisSlice::from(..).step_by(-1),
                _ => AxisSlice::default(),
            }
        };
        let next = match dice.below(3) {
            0 => view.transpose(),
            1 => view.reshape(extents_graph::Axes::of_shape(&[view.size()])),
            _ => {
                let cuts: Vec<_> =
                    view.shape().iter().map(|length| cut(dice, (*length).max(1))).collect();
                view.slice(&cuts)
            }
        };
        view = next.unwrap_or(view);
    }
    view
}

/// Tensors of two bases, each of which was laid out one way or more.
fn members(dice: &mut Dice) -> Vec<Member> {
    let mut members = Vec::new();
    for of in 0..2 {
        let shape = [1 + dice.below(3), 1 + dice.below(3)];
        let open = TensorDescription::<Assignable>::of_shape(DType::F32, &shape).unwrap();
        for _ in 0..1 + dice.below(2) {
            let offset = dice.below(6);
            let strides = match dice.below(4) {
                0 => [shape[1] as isize, 1],
                1 => [1, shape[0] as isize],
                2 => [4, 1],
                _ => [dice.below(7) as isize - 3, dice.below(7) as isize - 3],
            };
            let Ok(base) = open.with_strides(&strides, offset) else { continue };
            for _ in 0..dice.below(4) {
                let tensor = view(dice, &base);
                let begin = dice.below(4);
                let live = begin..begin + dice.below(4);
                let base = base.clone();
                members.push(Member { tensor, base, of, strides, offset, live });
            }
        }
    }
    let order = dice.order(members.len());
    let mut members: Vec<_> = members.into_iter().map(Some).collect();
    order.into_iter().map(|place| members[place].take().unwrap()).collect()
}

/// No element has two places, and no place has two elements that are live in one step.
fn check_plan(members: &[Member], plan: &StoragePlan) {
    let hull = |of: usize| {
        let live = members.iter().filter(|member| member.of == of && !member.live.is_empty());
        let (mut begin, mut end) = (usize::MAX, 0);
        for member in live {
            (begin, end) = (begin.min(member.live.start), end.max(member.live.end));
        }
        begin..end
    };
    let mut places = std::collections::BTreeMap::new();
    for (member, start) in members.iter().zip(plan.offsets()) {
        for (index, place) in member.elements() {
            let byte = start + 4 * place;
            assert!(byte + 4 <= plan.total());
            let before = places.insert((member.of, index), byte);
            assert!(before.is_none_or(|before| before == byte));
        }
    }
    let both = hull(0).any(|step| hull(1).contains(&step));
    for ((one, index), place) in &places {
        for ((other, second), at) in &places {
            if (one, index) != (other, second) && (one == other || both) {
                assert_ne!(place, at, "{index:?} of {one} and {second:?} of {other}");
            }
        }
    }
}

#[test]
fn subsets_of_views_agree_or_are_refused() {
    let (mut refused_without_base, mut planned_without_base, mut with_base) = (0, 0, 0);
    for seed in 0..2000 {
        let members = members(&mut Dice(seed));
        let tensors: Vec<_> = members.iter().map(|member| member.tensor.clone()).collect();
        let pairs = || (0..members.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
        // The base says what its layout is, if it is there.
        let base = |of| members.iter().find(|member| member.of == of && member.tensor.is_base());
        let agrees = |one: &Member, other: &Member| match base(one.of) {
            Some(base) if one.of == other.of => base.places(one) && base.places(other),
            _ => one.agrees(other),
        };
        let agree = pairs().all(|(one, other)| agrees(&members[one], &members[other]));
        let found = check_allocatable(&tensors);
        let has_base = tensors.iter().any(TensorDescription::is_base);
        match &found {
            Ok(()) => {
                let set: Vec<_> =
                    members.iter().map(|all| (all.tensor.clone(), all.live.clone())).collect();
                check_plan(&members, &StoragePlan::for_tensors(&set, 4).unwrap());
                planned_without_base += usize::from(!has_base && pairs().count() > 0);
            }
            Err(DescriptionError::LayoutsDisagree { first, second }) => {
                assert!(first < second && !agrees(&members[*first], &members[*second]));
                refused_without_base += usize::from(!has_base);
            }
            Err(other) => panic!("{other}"),
        }
        with_base += usize::from(has_base);
        assert_eq!(found.is_ok(), agree, "{tensors:?}");
    }
    let seen = [refused_without_base, planned_without_base, with_base];
    assert!(seen.iter().all(|count| *count > 30), "{seen:?}");
}

#[test]
fn views_that_lie_on_their_base_agree_whatever_they_were_taken_from() {
    let x = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3]).unwrap();
    // Row 0 is where rows of 3 begin at 0, row 1 where they begin at 2; rows of 5 have both.
    let base = x.with_strides(&[5, 1], 0).unwrap();
    let row = |offset, at: i64| {
        let rows = x.with_strides(&[3, 1], offset).unwrap();
        rows.slice(&[at.into(), AxisSlice::default()]).unwrap()
    };
    assert_eq!((row(0, 0).offset(), row(2, 1).offset()), (Some(0), Some(5)));
    assert_eq!(check_allocatable(&[row(0, 0), base.clone(), row(2, 1)]), Ok(()));
    let error = check_allocatable(&[row(0, 1), base, row(2, 1)]).unwrap_err();
    assert_eq!(error.to_string(), "tensors 0 and 1 share a base, but not its layout");
    assert!(check_allocatable(&[row(0, 0), row(2, 1)]).is_err());
}

#[test]
fn two_views_of_one_base_that_is_not_there() {
    let x = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3]).unwrap();
    let by_rows = x.row_major().unwrap().transpose().unwrap();
    let by_columns = x.column_major().unwrap().transpose().unwrap();
    let set = [(by_rows.clone(), 0..1), (by_columns.clone(), 0..1)];
    let error = StoragePlan::for_tensors(&set, 4).unwrap_err();
    assert_eq!(error.to_string(), "tensors 0 and 1 share a base, but not its layout");
    // The place of an entry that both layouts give.
    let corner = by_columns.slice(&[0.into(), 0.into()]).unwrap();
    let set = [(by_rows, 0..1), (corner, 0..1)];
    assert_eq!(StoragePlan::for_tensors(&set, 4).unwrap().offsets(), [0, 0]);
}
