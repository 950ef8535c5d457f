//! What a device is asked for by contractions of more than two operands: plans that are constants, and few temporaries.

use extents::backend::Array;
use extents::label::{a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p};
use extents::plan::{PathPlan, Source};
use extents::{DynRankExtents, Extents, StaticExtents, Tensor, TensorOf, contract, extents, plan};

use super::loops::{Failure, Loops};
use super::{matrix, product};

#[test]
fn each_step_of_static_operands_has_a_static_plan() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b) = (matrix(2, 3, 1), matrix(3, 2, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 3], a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, 2], b.clone())?)?;
    let dimension = (2, 3, 2);
    let two = product(&a, &b, dimension);
    let four = product(&two, &two, (2, 2, 2));
    device.forget();
    let z = contract!(x[i, j] * y[j, k] * x[k, l] * y[l, m] => [i, m])?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans), (3, 0));
    assert_eq!(z.download()?.as_slice(), four);

    // Into an array that is there, and of one more operand.
    let six = product(&four, &two, (2, 2, 2));
    let mut into = Array::zeros(&device, (), extents![2, 2])?;
    device.forget();
    contract!(into[i, o] += x[i, j] * y[j, k] * x[k, l] * y[l, m] * x[m, n] * y[n, o])?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans), (5, 0));
    assert_eq!(into.download()?.as_slice(), six);

    // One extent is a value, which no other operand knows.
    let w = Array::upload(&device, &Tensor::from_vec(extents![dyn 2, 3]?, a)?)?;
    device.forget();
    let z = contract!(w[i, j] * y[j, k] * x[k, l] * y[l, m] => [i, m])?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans), (0, 3));
    assert_eq!(z.download()?.as_slice(), four);
    // What a static operand knows holds for the others.
    let w = Array::upload(&device, &Tensor::from_vec(extents![3, dyn 2]?, b)?)?;
    device.forget();
    let z = contract!(x[i, j] * w[j, k] * x[k, l] * y[l, m] => [i, m])?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans), (3, 0));
    assert_eq!(z.download()?.as_slice(), four);
    Ok(())
}

/// From left to right, the temporary has 2 x 4 elements and not 3.
#[test]
fn a_path_that_is_given_is_the_one() -> Result<(), Failure> {
    let device = Loops::default();
    let (a, b, c) = (matrix(2, 3, 1), matrix(3, 4, 2), matrix(4, 1, 5));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 3], a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, 4], b.clone())?)?;
    let z = Array::upload(&device, &Tensor::from_vec(extents![4, dyn 1]?, c.clone())?)?;
    let w = Array::upload(&device, &Tensor::from_vec(extents![4, 1], c.clone())?)?;
    let expected = product(&product(&a, &b, (2, 3, 4)), &c, (2, 4, 1));
    let all = contract!(x[i, j] * y[j, k] * z[k, l] => [i, l]; path [(0, 1), (0, 1)])?;
    assert_eq!((device.counts().largest_temporary, device.counts().made_plans), (8, 2));
    assert_eq!(all.download()?.as_slice(), expected);
    device.forget();
    let mut into = Array::zeros(&device, (), extents![2, 1])?;
    contract!(into[i, l] += x[i, j] * y[j, k] * w[k, l]; path [(0, 1), (0, 1)])?;
    assert_eq!((device.counts().largest_temporary, device.counts().static_plans), (8, 2));
    assert_eq!(into.download()?.as_slice(), expected);
    Ok(())
}

/// A step of one operand sums the labels that it alone has.
#[test]
fn what_one_operand_alone_has_is_summed_before_it_meets_another() -> Result<(), Failure> {
    let device = Loops::default();
    let (s, t, u) = (matrix(3, 5, 1), matrix(3, 4, 2), matrix(4, 2, 5));
    let sums: Vec<f64> = s.chunks(5).map(|row| row.iter().sum()).collect();
    let expected = product(&product(&sums, &t, (1, 3, 4)), &u, (1, 4, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![3, 5], s.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, 4], t)?)?;
    let z = Array::upload(&device, &Tensor::from_vec(extents![4, 2], u)?)?;
    device.forget();
    let all = contract!(x[i, l] * y[i, j] * z[j, k] => [k])?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans), (3, 0));
    // Of 3 and of 4 elements, beside the result.
    assert_eq!((counts.allocated, counts.released, counts.most_held), (3, 2, 2 + 3 + 4));
    assert_eq!(all.download()?.as_slice(), expected);

    let x = Array::upload(&device, &Tensor::from_vec(extents![3, dyn 5]?, s)?)?;
    device.forget();
    let mut into = Array::zeros(&device, (), extents![2])?;
    contract!(into[k] += x[i, l] * y[i, j] * z[j, k])?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans, counts.held), (0, 3, 0));
    assert_eq!(into.download()?.as_slice(), expected);
    Ok(())
}

/// The sums of the rows are 2 and 3.
#[test]
fn each_of_twelve_operands_is_summed() -> Result<(), Failure> {
    let device = Loops::default();
    let elements = vec![1.0, 1.0, 1.0, 2.0];
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 2], elements.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![2, dyn 2]?, elements)?)?;
    macro_rules! twelve {
        ($x:ident) => {
            contract!($x[i, a] * $x[i, b] * $x[i, c] * $x[i, d] * $x[i, e] * $x[i, f]
                * $x[i, g] * $x[i, h] * $x[i, j] * $x[i, k] * $x[i, l] * $x[i, m] => [i])?
        };
    }
    device.forget();
    let all = twelve!(x);
    assert_eq!((device.counts().static_plans, device.counts().made_plans), (12 + 11, 0));
    assert_eq!(all.download()?.as_slice(), [4096.0, 531_441.0]);
    device.forget();
    let all = twelve!(y);
    assert_eq!((device.counts().static_plans, device.counts().made_plans), (0, 12 + 11));
    assert_eq!(all.download()?.as_slice(), [4096.0, 531_441.0]);
    Ok(())
}

/// Along this path, the third temporary has all 42 labels of two entries. One of one entry needs no loop.
#[test]
fn labels_beyond_the_loops_of_a_step_are_counted() -> Result<(), Failure> {
    extents::labels! {
        a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11,
        c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, d0, d1, d2, d3, d4, d5, d6
    }
    let device = Loops::default();
    let x = Array::zeros(&device, (), extents![2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, dyn 2]?)?;
    let y = Array::zeros(&device, (), extents![2, 2, 2, 2, 2, 2, dyn 1]?)?;
    device.forget();
    let error = contract!(
        x[a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11]
            * x[b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11]
            * x[c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11]
            * y[d0, d1, d2, d3, d4, d5, d6]
            * x[b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11]
            * x[c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11]
            * y[d0, d1, d2, d3, d4, d5, d6]
            => [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11];
        path [(0, 1), (0, 5), (0, 4), (0, 3), (0, 2), (0, 1)]
    );
    let error = error.unwrap_err();
    assert_eq!(error.0, "a plan has at most 40 loops, but 42 labels need one each");
    assert_eq!(device.counts().made_plans, 0);
    Ok(())
}

/// The sizes of the temporaries of a path, and the steps that write and read each.
fn lives(path: &PathPlan) -> Vec<(usize, usize, usize)> {
    let steps: Vec<_> = path.steps().collect();
    let reader = |made: usize| {
        steps.iter().position(|step| step.sources().contains(&Source::Temporary(made))).unwrap()
    };
    let made = steps[..steps.len() - 1].iter().enumerate();
    made.map(|(n, step)| (usize::try_from(step.cost().temporary).unwrap(), n, reader(n))).collect()
}

/// The most elements of temporaries that are there at once: each from the step that writes it to the one that reads it.
fn most_at_once(lives: &[(usize, usize, usize)]) -> usize {
    let at = |step: usize| {
        let there = lives.iter().filter(|(_, first, last)| (*first..=*last).contains(&step));
        there.map(|(size, ..)| size).sum()
    };
    (0..=lives.len()).map(at).max().unwrap()
}

/// The least number of elements of places for all, over each way to give temporaries a place that do not live at once.
fn least_room(
    lives: &[(usize, usize, usize)],
    places: &mut Vec<Vec<(usize, usize, usize)>>,
) -> usize {
    let Some((first, rest)) = lives.split_first() else {
        let size = |place: &Vec<(usize, usize, usize)>| place.iter().map(|life| life.0).max();
        return places.iter().filter_map(size).sum();
    };
    let mut least = usize::MAX;
    for place in 0..=places.len() {
        if place == places.len() {
            places.push(Vec::new());
        }
        if places[place].iter().all(|life| life.2 < first.1) {
            places[place].push(*first);
            least = least.min(least_room(rest, places));
            places[place].pop();
        }
        places.retain(|place| !place.is_empty());
    }
    least
}

type Matrix = TensorOf<StaticExtents![dyn, dyn], f64>;

/// Chains of seven matrices, of random extents.
#[test]
fn temporaries_take_the_places_of_those_that_were_read() -> Result<(), Failure> {
    let mut seed = 1_u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + (seed >> 60) as usize
    };
    let (mut reused, mut least) = (0, 0);
    for _ in 0..200 {
        let extents: Vec<usize> = (0..8).map(|_| draw()).collect();
        let values = |n: usize| matrix(extents[n], extents[n + 1], n);
        let tensor = |n: usize| -> Result<Matrix, Failure> {
            let shape = DynRankExtents::new(&extents[n..n + 2])?;
            Ok(Tensor::from_vec(shape.strengthen::<StaticExtents![dyn, dyn]>()?, values(n))?)
        };
        let device = Loops::default();
        let upload = |n: usize| Array::upload(&device, &tensor(n)?);
        let (a, b, c, d) = (tensor(0)?, tensor(1)?, tensor(2)?, tensor(3)?);
        let (e, f, g) = (tensor(4)?, tensor(5)?, tensor(6)?);
        let path =
            plan!(a[i, j] * b[j, k] * c[k, l] * d[l, m] * e[m, n] * f[n, o] * g[o, p] => [i, p])?;
        let lives = lives(&path);
        let expected = most_at_once(&lives);
        let room = least_room(&lives, &mut Vec::new());
        assert!((expected..=lives.iter().map(|life| life.0).sum()).contains(&path.scratch()));
        least += usize::from(path.scratch() == room);

        let (a, b, c, d) = (upload(0)?, upload(1)?, upload(2)?, upload(3)?);
        let (e, f, g) = (upload(4)?, upload(5)?, upload(6)?);
        device.forget();
        let all: Array<_, StaticExtents![dyn, dyn]> = contract!(a[i, j] * b[j, k] * c[k, l] * d[l, m] * e[m, n] * f[n, o] * g[o, p] => [i, p])?;
        let counts = device.counts();
        let result = extents[0] * extents[7];
        assert_eq!(counts.held, result, "a temporary was not released");
        assert_eq!(counts.allocated, counts.released + 1);
        assert!(counts.most_held - result <= path.scratch());
        reused += 5 - counts.released;
        let mut expected = values(0);
        for n in 1..7 {
            expected = product(&expected, &values(n), (extents[0], extents[n], extents[n + 1]));
        }
        assert_eq!(all.download()?.as_slice(), expected);
    }
    // The place is chosen for one temporary after another, which is the least room mostly.
    assert!(least >= 180 && reused > 400, "{least} of 200, {reused}");
    Ok(())
}
