//! Compositions whose labels are text.

use std::borrow::Cow;

use extents_dynamic::{Composition, DynExtents, DynRankExtents, ModeArray, parse_labels};
use extents_static::label::{i, j, k};
use extents_static::{
    Compose, Extents, LabelName, ShapeError, StaticExtents,
    error::{Place, Quantity},
    extents, labels,
};

fn dynamic(extents: &[usize]) -> DynRankExtents {
    DynRankExtents::new(extents).unwrap()
}

fn label(name: &str) -> LabelName {
    LabelName::new(name)
}

/// The labels of each operand and of the result, as positions.
fn positions(composition: &Composition) -> (Vec<Vec<usize>>, Vec<usize>) {
    let operands = composition.operands().iter().map(|labels| labels.to_vec());
    (operands.collect(), composition.result().to_vec())
}

#[test]
fn labels_are_numbered_by_their_first_use() {
    let product = Composition::einsum("ik, kj -> ji").unwrap();
    assert_eq!(product.names(), ["i", "k", "j"]);
    assert_eq!(positions(&product), (vec![vec![0, 1], vec![1, 2]], vec![2, 0]));
    let trace = Composition::einsum("aa,->").unwrap();
    assert_eq!(trace.names(), ["a"]);
    assert_eq!(positions(&trace), (vec![vec![0, 0], vec![]], vec![]));
    let named = Composition::of_labels(&["row, sum", "sum,col"], "col,row").unwrap();
    assert_eq!(named.names(), ["row", "sum", "col"]);
    assert_eq!(positions(&named), (vec![vec![0, 1], vec![1, 2]], vec![2, 0]));
    let same = Composition::from_labels(&[vec!["row", "sum"], vec!["sum", "col"]], &["col", "row"]);
    assert_eq!(same.as_ref(), Ok(&named));
}

/// NumPy's rule: the labels that stand once in all, in alphabetical order.
#[test]
fn without_an_arrow_what_stands_once_is_kept() {
    for (short, long) in [
        ("ba,ac", "ba,ac->bc"),
        ("zb,bya", "zb,bya->ayz"),
        ("ii", "ii->"),
        ("iij", "iij->j"),
        ("ab,ab", "ab,ab->"),
        ("aB", "aB->Ba"),
        ("", "->"),
    ] {
        assert_eq!(Composition::einsum(short), Composition::einsum(long), "{short}");
    }
    assert_ne!(Composition::einsum("ba"), Composition::einsum("ba->ba"));
}

#[test]
fn what_is_wrong_with_a_text_is_said_with_its_place() {
    let character = |character, position| ShapeError::Text {
        position,
        expected: "a label",
        found: Some(character),
    };
    for (text, error) in [
        ("i1,j->ij", character('1', 1)),
        ("i,j;->ij", character(';', 3)),
        ("éi,j!", character('!', 5)),
        ("ij,jk->i.k", character('.', 8)),
        ("i -> i -> i", character('-', 7)),
        ("ij->k", ShapeError::UnknownLabel { label: label("k") }),
        ("ij->ii", ShapeError::Repeated { place: Place::Label(label("i")) }),
    ] {
        assert_eq!(Composition::einsum(text), Err(error), "{text}");
    }
    assert_eq!(
        Composition::of_labels(&["i", "i,,j"], "i"),
        Err(ShapeError::Text { position: 2, expected: "a label", found: None })
    );
    assert_eq!(
        Composition::of_labels(&["i"], "i,"),
        Err(ShapeError::Text { position: 2, expected: "a label", found: None })
    );
    let none = Composition::from_labels::<&str>(&[], &[]);
    let error = ShapeError::CountMismatch { of: Quantity::Parts, expected: 1, found: 0 };
    assert_eq!(error.to_string(), "there should be at least 1 operand, but there are 0");
    assert_eq!(none, Err(error));
    let places = |text| match parse_labels(text) {
        Err(ShapeError::Text { position, expected: "a label", found: None }) => Some(position),
        _ => None,
    };
    assert_eq!([places(",i"), places("ab, ,c"), places("ab,c,")], [Some(0), Some(3), Some(5)]);
    assert_eq!(parse_labels(" b a t , I").unwrap(), ["bat", "I"]);
    assert!(parse_labels(" \t").unwrap().is_empty());
}

/// Numbers beyond the names are no labels: whatever resolves the composition, or orders it, takes its numbers as positions.
#[test]
fn other_modes_have_names_that_are_there() {
    let chain = Composition::einsum("ij,jk,kl->il").unwrap();
    let labels = |list: &[usize]| Cow::Owned(list.to_vec());
    let step = chain.with_labels(vec![labels(&[3, 2, 3]), labels(&[2, 0])], vec![3, 0]);
    assert_eq!((step.to_string().as_str(), step.names().len()), ("lkl,ki->li", 3));
    let with_others = chain.with_labels(vec![labels(&[9, 1]), labels(&[4])], vec![1, 7]);
    assert_eq!(with_others, Composition::einsum("j,->j").unwrap());
    // A result has each label once, and of an operand.
    let twice = chain.with_labels(vec![labels(&[0])], vec![0, 0, 1]);
    assert_eq!(twice, Composition::einsum("i->i").unwrap());
}

#[test]
fn extents_are_those_of_the_labels() {
    let product = Composition::einsum("ij,jk->ki").unwrap();
    let resolved = product.resolve(&[dynamic(&[2, 3]), dynamic(&[3, 4])]).unwrap();
    assert_eq!((resolved.extents, resolved.result), (vec![2, 3, 4], dynamic(&[4, 2])));
    let trace = Composition::einsum("ii->").unwrap();
    let resolved = trace.resolve(&[dynamic(&[3, 3])]).unwrap();
    assert_eq!((resolved.extents, resolved.result), (vec![3], dynamic(&[])));

    let one = || dynamic(&[2, 3]);
    let count =
        |expected, found| ShapeError::CountMismatch { of: Quantity::Operands, expected, found };
    assert_eq!(product.resolve(&[one()]), Err(count(2, 1)));
    assert_eq!(product.resolve(&[one(), one(), one()]), Err(count(2, 3)));
    let mismatch =
        ShapeError::ExtentMismatch { place: Place::Label(label("j")), expected: 3, found: 2 };
    assert_eq!(product.resolve(&[one(), one()]), Err(mismatch));
    let labels = |operand, labels, rank| ShapeError::CountMismatch {
        of: Quantity::Labels { operand },
        expected: rank,
        found: labels,
    };
    assert_eq!(product.resolve(&[one(), dynamic(&[3])]), Err(labels(1, 2, 1)));
    assert_eq!(product.resolve(&[dynamic(&[2, 3, 4]), one()]), Err(labels(0, 2, 3)));
    assert_eq!(product.resolve(&[one(), DynRankExtents::null()]), Err(ShapeError::Null));
    let scalar = Composition::einsum("->").unwrap();
    assert_eq!(scalar.resolve(&[DynRankExtents::null()]), Err(ShapeError::Null));
    let most = isize::MAX as usize;
    let outer = Composition::einsum("i,j->ij").unwrap();
    assert_eq!(
        outer.resolve(&[dynamic(&[most]), dynamic(&[2])]),
        Err(ShapeError::SizeOverflow { mode: 1, elements: most, extent: 2 })
    );
}

#[test]
fn compositions_print_as_they_are_written() {
    for text in ["ij,jk->ik", "ii->", "->", ",i->i", "é,é->é"] {
        assert_eq!(Composition::einsum(text).unwrap().to_string(), text);
    }
    let print =
        |operands: &[&str], result| Composition::of_labels(operands, result).unwrap().to_string();
    assert_eq!(print(&["row,sum", "sum"], "row"), "(row, sum), (sum) -> (row)");
    assert_eq!(print(&["i,sum", ""], "i"), "(i, sum), () -> (i)");
    // A digit is no letter of einsum's.
    assert_eq!(print(&["1,i"], "i"), "(1, i) -> (i)");
}

/// Typed labels over extents that are values.
#[test]
fn run_time_extents_compose_under_typed_labels() {
    type Labels = ((i, j), (j, k));
    let ranked = |extents| DynExtents::<2>::new(extents).unwrap();
    let product = |left: [usize; 2], right: &[usize]| {
        Compose::<Labels, (k, i)>::compose((ranked(left), dynamic(right)))
    };
    let found: DynExtents<2> = product([2, 3], &[3, 4]).unwrap();
    assert_eq!(found.extents(), [4, 2]);
    let mismatch =
        ShapeError::ExtentMismatch { place: Place::Label(label("j")), expected: 3, found: 5 };
    assert_eq!(product([2, 3], &[5, 4]), Err(mismatch));
    let labels =
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 1 }, expected: 3, found: 2 };
    assert_eq!(product([2, 3], &[3, 4, 1]), Err(labels));
    let null = Compose::<Labels, (i,)>::compose((ranked([2, 3]), DynRankExtents::null()));
    assert_eq!(null, Err(ShapeError::Null));
    let known = Compose::<Labels, (i, k)>::compose((extents![2, 3], dynamic(&[3, 4])));
    let known: StaticExtents![2, dyn] = known.unwrap();
    assert_eq!(known.extents(), [2, 4]);
    let first = Compose::<((i, j), (j,)), (i,)>::compose((dynamic(&[2]), dynamic(&[2])));
    assert_eq!(
        first,
        Err(ShapeError::CountMismatch {
            of: Quantity::Labels { operand: 0 },
            expected: 1,
            found: 2
        })
    );
}

#[test]
fn lists_of_a_number_a_mode_are_slices() {
    use extents_static::StrideList;
    let mut list: ModeArray<usize> = [1, 2, 3].into_iter().collect();
    list.push(7);
    list.as_mut()[0] = 9;
    list[1] += 3;
    assert_eq!((list.as_ref(), &list[..]), (&[9, 5, 3, 7][..], &[9, 5, 3, 7][..]));
    assert_eq!(list.clone().into_iter().rev().collect::<Vec<_>>(), [7, 3, 5, 9]);
    assert_eq!(ModeArray::from(&[9, 5, 3, 7][..]), list);
    let strides: ModeArray<isize> = ModeArray::from_list(&[6, -2]).unwrap();
    assert_eq!(strides.with_strides(<[isize]>::to_vec), [6, -2]);
    assert!(<ModeArray<isize> as StrideList>::STATIC.is_empty());
}

/// By the definition in NumPy's documentation of `einsum`: an ellipsis stands for the modes in front that have no label.
#[test]
fn an_ellipsis_stands_for_the_modes_without_labels() {
    let product = Composition::einsum("i...j,jk->k...i").unwrap();
    assert_eq!(product.names(), ["i", "...", "j", "k"]);
    for rank in 0..3 {
        let extra = &[5, 6, 7][..rank];
        let operands = [dynamic(&[&[2][..], extra, &[3]].concat()), dynamic(&[3, 4])];
        let expanded = product.expanded(&operands).unwrap();
        let labels: Vec<String> = (0..rank).map(|mode| format!("...{mode}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        assert_eq!(expanded.names(), [&["i"][..], &labels, &["j", "k"]].concat());
        let result = expanded.resolve(&operands).unwrap().result;
        assert_eq!(result.as_slice(), [&[4][..], extra, &[2]].concat());
    }
    // A composition without one stays as it is, whatever the operands.
    let plain = Composition::einsum("ij->i").unwrap();
    assert_eq!(*plain.expanded(&[dynamic(&[1])]).unwrap(), plain);
}

#[test]
fn an_ellipsis_is_of_one_number_of_modes() {
    let sum = Composition::einsum("...i,...->...").unwrap();
    let fine = [dynamic(&[2, 3, 4]), dynamic(&[2, 3])];
    assert_eq!(sum.expanded(&fine).unwrap().names(), ["...0", "...1", "i"]);
    let other = [dynamic(&[2, 3, 4]), dynamic(&[2])];
    let of = Quantity::EllipsisModes { operand: 1 };
    let error = ShapeError::CountMismatch { of, expected: 2, found: 1 };
    assert_eq!(sum.expanded(&other).unwrap_err(), error);
    let short = [dynamic(&[]), dynamic(&[])];
    let of = Quantity::Labels { operand: 0 };
    let error = ShapeError::CountMismatch { of, expected: 0, found: 1 };
    assert_eq!(sum.expanded(&short).unwrap_err(), error);
    assert_eq!(sum.expanded(&[DynRankExtents::null(), dynamic(&[])]), Err(ShapeError::Null));
    let place = Place::OperandLabel(label("..."));
    let twice = Composition::einsum("...i...->i");
    assert_eq!(twice, Err(ShapeError::Repeated { place }));
    // In two operands it stands twice, and once in each.
    assert!(Composition::einsum("...,...->...").is_ok());
}

#[test]
fn labels_of_types_are_those_of_the_text() {
    const PRODUCT: Composition = Composition::of_types::<((i, j), (j, k)), (k, i)>();
    assert_eq!(PRODUCT, Composition::einsum("ij,jk->ki").unwrap());
    let shapes = [dynamic(&[2, 3]), dynamic(&[3, 4])];
    assert_eq!(PRODUCT.resolve(&shapes).unwrap().result, dynamic(&[4, 2]));
    let sum: Composition = Composition::of_types::<((i, i, j), ()), ()>();
    assert_eq!(sum, Composition::einsum("iij,->").unwrap());
    // Names are whole, also those that errors cut.
    labels! { a_label_of_a_long_name, a_label_of_a_long_named_mode }
    type Ins = ((a_label_of_a_long_name, a_label_of_a_long_named_mode),);
    const LONG: Composition = Composition::of_types::<Ins, (a_label_of_a_long_named_mode,)>();
    assert_eq!(LONG.names(), ["a_label_of_a_long_name", "a_label_of_a_long_named_mode"]);
}
