//! Numbers of elements, and the text that is made in consts.

use extents_static::__private::{ConstText, KnownExtents, product_of};
use extents_static::{ShapeError, check_size, squeeze_into};

#[test]
fn sizes_are_products_of_what_is_not_zero() {
    for a in 0..4 {
        for b in 0..4 {
            for c in 0..4 {
                let product: usize = [a, b, c].into_iter().filter(|&extent| extent != 0).product();
                assert_eq!(check_size(&[a, b, c]), Ok(product));
                assert_eq!(product_of(&[a, b, c]), a * b * c);
            }
        }
    }
    let most = isize::MAX as usize;
    assert_eq!(check_size(&[]), Ok(1));
    assert_eq!(check_size(&[1, most]), Ok(most));
    let error = ShapeError::SizeOverflow { mode: 1, elements: 1, extent: most + 1 };
    assert_eq!(check_size(&[1, most + 1]), Err(error));
    let error = ShapeError::SizeOverflow { mode: 2, elements: most / 2, extent: 3 };
    assert_eq!(check_size(&[most / 2, 0, 3, 7]), Err(error));
    assert_eq!(product_of(&[]), 1);
}

#[test]
fn extents_are_known_where_each_is() {
    let all = |modes: &[Option<usize>]| KnownExtents::all(modes).map(|all| all.as_slice().to_vec());
    assert_eq!(all(&[]), Some(vec![]));
    assert_eq!(all(&[Some(2), Some(0), Some(3)]), Some(vec![2, 0, 3]));
    assert_eq!(all(&[None, Some(3)]), None);
    assert_eq!(all(&[Some(3), None]), None);
    assert_eq!(all(&[Some(3); 12]), Some(vec![3; 12]));
    // More than a tuple has.
    assert_eq!(all(&[Some(3); 13]), None);
    let part = |modes: &[Option<usize>]| KnownExtents::static_part(modes).as_slice().to_vec();
    assert_eq!(part(&[None, Some(3), Some(0), None]), [1, 3, 0, 1]);
    assert_eq!(part(&[]), [0; 0]);
    assert_eq!(part(&[Some(5); 12]), [5; 12]);
    assert_eq!(part(&[Some(5); 13]), [5; 12]);
}

#[test]
fn what_is_not_one_is_kept_as_far_as_there_is_room() {
    let mut kept = [9; 3];
    assert_eq!((squeeze_into(&[1, 0, 1, 4, 5], &mut kept), kept), (3, [0, 4, 5]));
    assert_eq!((squeeze_into(&[2, 1, 3, 4, 5], &mut kept), kept), (3, [2, 3, 4]));
    assert_eq!((squeeze_into(&[1, 1], &mut kept), kept), (0, [2, 3, 4]));
    assert_eq!(squeeze_into(&[2], &mut []), 0);
}

#[test]
fn texts_of_consts_have_room_for_512_bytes() {
    for number in [0, 1, 9, 10, 11, 99, 100, 1797, usize::MAX] {
        let text = ConstText::new().then("<").number(number).then(">");
        assert_eq!(text.as_str(), format!("<{number}>"));
    }
    assert_eq!(ConstText::new().as_str(), "");
    let mut full = ConstText::new();
    for _ in 0..51 {
        full = full.then("0123456789");
    }
    let mut expected = "0123456789".repeat(51);
    assert_eq!(full.as_str(), expected);
    full = full.then("abc").number(45);
    expected.push_str("ab");
    assert_eq!(full.as_str(), expected);
    // Digits that have no room are left out, and a character that is cut makes no text.
    let mut full = ConstText::new();
    for _ in 0..511 {
        full = full.then("x");
    }
    assert_eq!(full.number(45).as_str(), "x".repeat(511) + "4");
    let mut full = ConstText::new();
    for _ in 0..511 {
        full = full.then("x");
    }
    assert_eq!(full.then("é").as_str(), "this shape");
}
