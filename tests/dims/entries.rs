//! The names of what is padded, repeated, cut to windows and tiles, and sliced up to the end.

use super::*;
use extents::arrange::Padding;
use extents::rearrange::Named;

dims! { Rows ..= 4096, once Width ..= 64, Heads = 8 }

fn is<T>(_: &T) {}

/// The entries `0..extent`, as a vector of this name.
fn count<D: Dim>(extent: usize) -> TensorOf<StaticExtents![dyn D], i32> {
    Tensor::from_fn(extents![dyn D = extent].unwrap(), |[n]| n as i32).unwrap()
}

#[test]
fn names_are_written_as_arithmetic_is() {
    let text = |name: LabelName| name.as_str().to_string();
    macro_rules! name {
        ($($dim:tt)+) => {
            <StaticExtents![($($dim)+)] as Extents>::NAMES[0].map(text).unwrap()
        };
    }
    assert_eq!(name!(Time - 2), "Time-2");
    assert_eq!(name!(Time - 3 + 1), "Time-3+1");
    assert_eq!(name!(Time - (Past + 1)), "Time-(Past+1)");
    assert_eq!(name!(Time + Past - 1), "Time+Past-1");
    assert_eq!(name!((Time - 1) / 2), "(Time-1)/2");
    assert_eq!(name!(2 * Time / 3), "2*Time/3");
    assert_eq!(name!(2 * (Time / 3)), "2*(Time/3)");
    assert_eq!(name!(Time / 3 * 2), "(Time/3)*2");
    assert_eq!(name!(Time / (2 * 3)), "Time/(2*3)");
    assert_eq!(name!(Time / 2 / 3), "Time/2/3");
    assert_eq!(name!(Time / 2 - 1), "Time/2-1");
}

#[test]
fn brackets_to_the_left_make_no_difference() {
    fn same<T>(_: fn(T), _: fn(T)) {}
    type Of<T> = fn(T);
    same::<StaticExtents![(Time - 3 + 1)]>(
        |_| (),
        (|_| ()) as Of<StaticExtents![((Time - 3) + 1)]>,
    );
    same::<StaticExtents![(Time * Past / 2)]>(
        |_| (),
        (|_| ()) as Of<StaticExtents![((Time * Past) / 2)]>,
    );
    same::<StaticExtents![(Time + Past - 1 - 2)]>(
        |_| (),
        (|_| ()) as Of<StaticExtents![(((Time + Past) - 1) - 2)]>,
    );
}

#[test]
fn numbers_stay_numbers() {
    let all = extents![(8 - 3), (7 / 2), (6 / 3), ((Heads - 2) / 4)];
    assert_eq!((all.extents(), size_of_val(&all)), ([5, 4, 2, 2], 0));
    assert_eq!(Mapping::<StaticExtents![(8 - 3), (7 / 2), 2]>::STRIDES, [8, 2, 1]);
    let Ok(y) = contract!((extents![(8 - 3), 2])[i, j] * (extents![5, 3])[i, k] => [j, k]);
    assert_eq!(y, extents![2, 3]);
    assert!(<StaticExtents![(8 - 3)]>::from_extents(&[6]).is_err());
    // As strides of the modes before them.
    let x = Tensor::from_fn(extents![2, (9 / 2)], |[m, n]| 10 * m + n).unwrap();
    assert_eq!(x.as_slice(), [0, 1, 2, 3, 4, 10, 11, 12, 13, 14]);
    assert_eq!((x[[1, 2]], x.mapping().strides()), (12, [5, 1]));
}

#[test]
fn slices_up_to_the_end_are_named() {
    let x = count::<Time>(7);
    let later = x.slice(slice![(2..)]).unwrap();
    is::<StaticExtents![(Time - 2)]>(later.extents());
    assert!(later.iter().eq(&[2, 3, 4, 5, 6]));
    assert_eq!(format!("{:?}", later.extents()), "[Time-2 = 5]");
    let every = x.slice(slice![(..; 3)]).unwrap();
    is::<StaticExtents![(Time / 3)]>(every.extents());
    assert!(every.iter().eq(&[0, 3, 6]));
    let odd = x.slice(slice![(1..; 2)]).unwrap();
    is::<StaticExtents![((Time - 1) / 2)]>(odd.extents());
    assert!(odd.iter().eq(&[1, 3, 5]));
    is::<StaticExtents![dyn Time]>(x.slice(slice![(..; 1)]).unwrap().extents());
    is::<StaticExtents![(Time - 2)]>(x.slice(slice![(2..; 1)]).unwrap().extents());
    let earlier = x.slice(slice![(..-2)]).unwrap();
    is::<StaticExtents![(Time - 2)]>(earlier.extents());
    assert!(earlier.iter().eq(&[0, 1, 2, 3, 4]));
    assert_eq!((later - earlier).eval().unwrap().as_slice(), [2; 5]);
    let inner = x.slice(slice![(2..-1)]).unwrap();
    is::<StaticExtents![(Time - 3)]>(inner.extents());
    assert!(inner.iter().eq(&[2, 3, 4, 5]));
    let inner = x.slice(slice![({ 2 }..-{ 1 })]).unwrap();
    is::<StaticExtents![(Time - 2 - 1)]>(inner.extents());
    is::<StaticExtents![(Time - 3)]>(inner.same::<StaticExtents![(Time - 3)]>().unwrap().extents());
    is::<StaticExtents![(Time - 1)]>(x.slice(slice![(0..-1)]).unwrap().extents());
    let error = x.slice(slice![(5..-3)]).unwrap_err().to_string();
    assert_eq!(error, "mode 0 of extent 7 has fewer entries than the 5 and 3 that are left out");
    let error = x.slice(slice![(..-8)]).unwrap_err().to_string();
    assert_eq!(error, "mode 0 of extent 7 has fewer entries than the 8 that are left out");
    // Of a slice, and where nothing is left.
    let last = later.slice(slice![(5..)]).unwrap();
    is::<StaticExtents![(Time - 2 - 5)]>(last.extents());
    assert_eq!(last.len(), 0);
    // All numbers of entries, against a list.
    for extent in 0..9 {
        let (x, all) = (count::<Time>(extent), (0..extent as i32).collect::<Vec<_>>());
        let part = x.slice(slice![(2..; 3)]);
        assert_eq!(part.is_ok(), extent >= 2);
        if let Ok(part) = part {
            assert!(part.iter().eq(all[2..].iter().step_by(3)));
        }
        assert!(x.slice(slice![(..; 2)]).unwrap().iter().eq(all.iter().step_by(2)));
        for first in 0..4 {
            for last in 0..4 {
                let inner = x.slice(slice![(first..-last)]);
                assert_eq!(inner.is_ok(), extent >= first + last);
                if let Ok(inner) = inner {
                    assert!(inner.iter().eq(&all[first..extent - last]));
                }
            }
        }
        let but = x.slice(slice![(..-3)]);
        assert_eq!(but.is_ok(), extent >= 3);
        if let Ok(but) = but {
            assert!(but.iter().eq(&all[..extent - 3]));
        }
    }
}

#[test]
fn slices_of_numbers_are_numbers_and_of_dyn_are_dyn() {
    let x = Tensor::from_fn(extents![7, dyn 4].unwrap(), |[m, n]| 10 * m + n).unwrap();
    let part = x.slice(slice![(2..), (1..)]).unwrap();
    is::<StaticExtents![(7 - 2), dyn]>(part.extents());
    assert_eq!(part[[4, 2]], 63);
    let begin = 3;
    is::<StaticExtents![dyn, dyn]>(x.slice(slice![(begin..), ..]).unwrap().extents());
    let chip = x.chip(slice![(..; 2), 0]).unwrap();
    is::<StaticExtents![(7 / 2)]>(chip.extents());
    assert!(chip.iter().eq(&[0, 20, 40, 60]));
    // Nothing is left to fail.
    let x = Tensor::from_fn(extents![7], |[n]| n).unwrap();
    let Ok(part) = x.slice(slice![(3..)]);
    let Ok(but) = part.slice(slice![(..-1)]);
    is::<StaticExtents![(7 - 3 - 1)]>(but.extents());
    assert!(but.iter().eq(&[3, 4, 5]));
    is::<StaticExtents![dyn]>(x.slice(slice![(..-begin)]).unwrap().extents());
    let Ok(inner) = x.slice(slice![(1..-2)]);
    is::<StaticExtents![(7 - 3)]>(inner.extents());
    assert!(inner.iter().eq(&[1, 2, 3, 4]));
    is::<StaticExtents![dyn]>(x.slice(slice![(begin..-1)]).unwrap().extents());
    assert!(x.slice(slice![(begin..-1)]).unwrap().iter().eq(&[3, 4, 5]));
    let Ok(every) = part.slice(slice![(..; 3)]);
    is::<StaticExtents![((7 - 3) / 3)]>(every.extents());
    assert!(every.iter().eq(&[3, 6]));
    assert_eq!(size_of_val(every.mapping()), 0);
    // An index in brackets is an index.
    assert_eq!(x.slice(slice![(begin + 1)]).unwrap()[[0]], 4);
}

/// What is left without as many entries has one extent, wherever they stood.
#[test]
fn slices_of_a_stencil_meet() {
    let x = count::<Time>(7).map(|n| n * n).unwrap();
    let (next, last) = (x.slice(slice![(2..)]).unwrap(), x.slice(slice![(..-2)]).unwrap());
    let curve = (next + last - x.slice(slice![(1..-1)]).unwrap() * 2).eval().unwrap();
    is::<StaticExtents![(Time - 2)]>(curve.extents());
    assert_eq!(curve.as_slice(), [2; 5]);
    // In two modes whose extents are numbers: the four neighbors of each.
    let x = Tensor::from_fn(extents![4, 5], |[i, j]| 100 * i * i + j * j).unwrap();
    let Ok(up) = x.slice(slice![(..-2), (1..-1)]);
    let Ok(down) = x.slice(slice![(2..), (1..-1)]);
    let Ok(left) = x.slice(slice![(1..-1), (..-2)]);
    let Ok(right) = x.slice(slice![(1..-1), (2..)]);
    let Ok(inner) = x.slice(slice![(1..-1), (1..-1)]);
    let sum = (up + down + left + right - inner * 4).eval().unwrap();
    is::<StaticExtents![(4 - 2), (5 - 2)]>(sum.extents());
    assert_eq!(sum.as_slice(), [202; 6]);
    // An index in brackets may begin with a sign.
    let back = -3_isize;
    assert_eq!(x.chip(slice![(-back as usize), 0]).unwrap()[[]], 900);
    // More is left out than there is.
    let short = count::<Time>(2);
    assert!(short.slice(slice![(1..-1)]).unwrap().is_empty());
    assert!(short.slice(slice![(2..-1)]).is_err());
}

#[test]
fn slices_of_bounded_names_are_bounded() {
    let rows = count::<Rows>(5);
    let part = rows.slice(slice![(3..)]).unwrap();
    let Ok(y) = contract!((*part.extents())[i] * (extents![4])[j] => [i, j]);
    assert_eq!(format!("{y:?}"), "[Rows-3 = 2, 4]");
    let error = <StaticExtents![(Rows - 96)]>::from_extents(&[4001]).unwrap_err();
    assert_eq!(error.to_string(), "dim `Rows-96` has at most 4000 entries, but should get 4001");
    assert!(<StaticExtents![(Rows / 3)]>::from_extents(&[1366]).is_ok());
    assert!(<StaticExtents![(Rows / 3)]>::from_extents(&[1367]).is_err());
    // What is left out may be nothing.
    assert!(<StaticExtents![(Rows - Time)]>::from_extents(&[4096]).is_ok());
    // Each has a number of its own, though the width is one.
    let wide = Sym::<Width>::bind(5).unwrap().extent();
    let three = <StaticExtents![(Width - 2), dyn Width]>::from_extents(&[3, wide]);
    let two = <StaticExtents![(Width - 2), dyn Width]>::from_extents(&[2, wide]);
    assert!(contract!((three.unwrap())[b, h] * (two.unwrap())[b, k] => [h, k]).is_err());
}

#[test]
fn padded_modes_are_named() {
    let x = count::<Time>(3);
    let both = x.pad::<Named, _, _, _>(Const::<0>, (Const::<1>, Const::<2>), Padding::Constant(9));
    let both = both.unwrap();
    is::<StaticExtents![(1 + Time + 2)]>(both.extents());
    assert_eq!(both.as_slice(), [9, 0, 1, 2, 9, 9]);
    let behind = x.pad::<Named, _, _, _>(Const::<0>, ((), Const::<2>), Padding::Edge).unwrap();
    is::<StaticExtents![(Time + 2)]>(behind.extents());
    assert_eq!(behind.as_slice(), [0, 1, 2, 2, 2]);
    let before = x.pad::<Named, _, _, _>(Const::<0>, (Const::<2>, ()), Padding::Wrap).unwrap();
    is::<StaticExtents![(2 + Time)]>(before.extents());
    assert_eq!(before.as_slice(), [1, 2, 0, 1, 2]);
    let open = x.pad::<Named, _, _, _>(Const::<0>, (1, ()), Padding::Constant(9)).unwrap();
    is::<StaticExtents![dyn]>(open.extents());
    assert_eq!(x.pad(0, ((), 1), Padding::Edge).unwrap().as_slice(), [0, 1, 2, 2]);
    let mut target = Tensor::full(*both.extents(), 0).unwrap();
    x.pad_into(Const::<0>, (Const::<1>, 2), Padding::Constant(9), &mut target).unwrap();
    assert_eq!(target.as_slice(), both.as_slice());
    let five = Tensor::full(extents![2, 5], 1).unwrap();
    let wide = five.pad::<Named, _, _, _>(Const::<1>, (Const::<1>, ()), Padding::Constant(0));
    is::<StaticExtents![2, (1 + 5)]>(wide.unwrap().extents());
}

#[test]
fn repeated_modes_are_named() {
    let x = count::<Time>(3);
    let each = x.repeat_each::<Named, _, _>(Const::<0>, Const::<2>).unwrap();
    is::<StaticExtents![(Time * 2)]>(each.extents());
    assert_eq!(each.as_slice(), [0, 0, 1, 1, 2, 2]);
    let pairs = each.split(Const::<0>, extents![dyn Time = 3, 2].unwrap()).unwrap();
    assert_eq!((pairs[[2, 0]], pairs[[2, 1]]), (2, 2));
    let whole = x.repeat_whole::<Named, _, _>(Const::<0>, Const::<2>).unwrap();
    is::<StaticExtents![(2 * Time)]>(whole.extents());
    assert_eq!(whole.as_slice(), [0, 1, 2, 0, 1, 2]);
    is::<StaticExtents![dyn]>(x.repeat_each::<Named, _, _>(Const::<0>, 2).unwrap().extents());
}

#[test]
fn windows_and_tiles_are_named() {
    let x = Tensor::from_fn(extents![dyn Time = 6, 4].unwrap(), |[m, n]| 10 * m + n).unwrap();
    let windows = x.windows::<Named, _>(extents![3, 2]).unwrap();
    is::<StaticExtents![(Time - 3 + 1), (4 - 2 + 1), 3, 2]>(windows.extents());
    assert_eq!(windows.extents().extents(), [4, 3, 3, 2]);
    assert_eq!(windows[[3, 2, 2, 1]], 53);
    let tiles = x.tiles::<Named, _>(extents![2, 2]).unwrap();
    is::<StaticExtents![(Time / 2), (4 / 2), 2, 2]>(tiles.extents());
    assert_eq!((tiles.extents().extents(), tiles[[2, 1, 1, 1]]), ([3, 2, 2, 2], 53));
    assert!(x.tiles::<Named, _>(extents![4, 2]).is_err());
    assert!(x.windows::<Named, _>(extents![7, 2]).is_err());
    let along = x.windows_along::<Named, _, _>(Const::<0>, Const::<3>).unwrap();
    is::<StaticExtents![(Time - 3 + 1), 4, 3]>(along.extents());
    assert_eq!((along.extents().extents(), along[[3, 1, 2]]), ([4, 4, 3], 51));
    let Ok(windows) = Tensor::full(extents![5], 1)
        .unwrap()
        .view()
        .windows::<Named, _>(extents![3])
        .map(|windows| *windows.extents());
    is::<StaticExtents![(5 - 3 + 1), 3]>(&windows);
}

/// A smoothing that is generic over dims: it has two entries less.
fn smooth<D: Dim>(
    x: &TensorOf<StaticExtents![dyn D], f64>,
) -> Result<TensorOf<StaticExtents![(D - 3 + 1)], f64>, ShapeError> {
    let windows = x.windows::<Named, _>(extents![3]).map_err(Into::into)?;
    windows.over(modes![1]).sum()
}

/// The same of each row.
fn smooth_rows<C: Dim, D: Dim>(
    x: &TensorOf<StaticExtents![dyn C, dyn D], f64>,
) -> Result<TensorOf<StaticExtents![dyn C, (D - 3 + 1)], f64>, ShapeError> {
    let windows = x.windows_along::<Named, _, _>(Const::<1>, Const::<3>).map_err(Into::into)?;
    windows.over(modes![2]).sum()
}

#[test]
fn generic_code_states_no_bound() {
    let x = Tensor::from_vec(extents![dyn Time = 4].unwrap(), vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    assert_eq!(smooth(&x).unwrap().as_slice(), [6.0, 9.0]);
    let rows = x.insert_mode(Const::<0>).strengthen::<StaticExtents![dyn Rows, dyn Time]>();
    assert_eq!(smooth_rows(&rows.unwrap().to_tensor().unwrap()).unwrap().as_slice(), [6.0, 9.0]);
}
