//! Composition of typed extents, and the labels in it.

use extents_static::__private::{LabelList, Tag, Tuple};
use extents_static::label::{self, Label, a, b, digits, i, j, k, label_id, z};
use extents_static::{
    Compose, Composed, Dyn, Extents, LabelName, ShapeError, StaticExtents, error::Place, extents,
    labels,
};
use static_assertions::assert_type_eq_all;

fn mismatch(label: &str, left: usize, right: usize) -> ShapeError {
    ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new(label)),
        expected: left,
        found: right,
    }
}

fn open(rows: usize, columns: usize) -> StaticExtents![dyn, dyn] {
    extents![dyn rows, dyn columns].unwrap()
}

type Product<A, B> = Composed<(A, B), ((i, j), (j, k)), (i, k)>;
assert_type_eq_all!(Product<StaticExtents![2, 3], StaticExtents![3, 4]>, StaticExtents![2, 4]);
assert_type_eq_all!(Product<StaticExtents![2, dyn], StaticExtents![3, dyn]>, StaticExtents![2, dyn]);

#[test]
fn results_have_the_extents_of_their_labels() {
    let Ok(product) =
        Compose::<((i, j), (j, k)), (i, k)>::compose((extents![2, 3], extents![3, 4]));
    assert_eq!(product, extents![2, 4]);
    let Ok(batch) = Compose::<((b, i, j), (b, j, k)), (k, b, i)>::compose((
        extents![7, 2, 3],
        extents![7, 3, 4],
    ));
    assert_eq!(batch, extents![4, 7, 2]);
    let Ok(trace) = Compose::<((i, i, j),), (j,)>::compose((extents![3, 3, 5],));
    assert_eq!(trace, extents![5]);
    let Ok(scalar) = Compose::<((),), ()>::compose((extents![],));
    assert_eq!(scalar, extents![]);
}

#[test]
fn what_either_operand_knows_the_result_knows() {
    let (left, right) = (extents![dyn 2, 3].unwrap(), extents![dyn 3, dyn 4].unwrap());
    type Out = (i, j, k);
    let all = Compose::<((i, j), (j, k)), Out>::compose((left, right)).unwrap();
    let _: StaticExtents![dyn, 3, dyn] = all;
    assert_eq!(all.extents(), [2, 3, 4]);
    let other = Compose::<((j, k), (i, j)), Out>::compose((right, left)).unwrap();
    let _: StaticExtents![dyn, 3, dyn] = other;
    assert_eq!(other.extents(), [2, 3, 4]);
}

#[test]
fn extents_under_one_label_are_equal() {
    let compose = |left, right| Compose::<((i, j), (j, k)), (i, k)>::compose((left, right));
    assert_eq!(compose(open(2, 3), open(3, 4)).unwrap().extents(), [2, 4]);
    assert_eq!(compose(open(2, 3), open(5, 4)), Err(mismatch("j", 3, 5)));
    let known = Compose::<((i, j), (j, k)), (i, k)>::compose((extents![2, 3], open(5, 4)));
    assert_eq!(known, Err(mismatch("j", 3, 5)));
    let known = Compose::<((i, j), (j, k)), (i, k)>::compose((open(2, 3), extents![5, 4]));
    assert_eq!(known, Err(mismatch("j", 3, 5)));
    assert_eq!(Compose::<((a, a),), (a,)>::compose((open(2, 3),)), Err(mismatch("a", 2, 3)));
    let large = open(1, isize::MAX as usize);
    let error = ShapeError::SizeOverflow { mode: 1, elements: isize::MAX as usize, extent: 2 };
    assert_eq!(Compose::<((i, j), (k, z)), (j, k)>::compose((large, open(2, 1))), Err(error));
}

#[test]
fn tables_have_labels_in_the_order_of_their_first_use() {
    let operands = (extents![dyn 7, 2].unwrap(), extents![2, dyn 4].unwrap());
    let table = Compose::<((z, i), (i, k)), (k,)>::label_table(operands).unwrap();
    let lines: Vec<String> = table.iter().map(|entry| entry.to_string()).collect();
    assert_eq!(lines, ["z = dyn 7", "i = 2", "k = dyn 4"]);
    let known: Vec<bool> = table.iter().map(|entry| entry.is_static).collect();
    assert_eq!(known, [false, true, false]);
    let debug = format!("{table:?}");
    assert!(lines.iter().all(|line| debug.contains(line.split(' ').next().unwrap())), "{debug}");
    let second = &table[1];
    assert_eq!((second.label.as_str(), second.extent), ("i", 2));
}

#[test]
fn labels_are_numbered_apart() {
    labels! { first, second }
    // Two hexadecimal digits, the lower one first, each of which counts one more than it is, in base 17.
    let id_of = |number: u64| number % 16 + 1 + 17 * (number / 16 + 1);
    assert_eq!(
        [label_id::<a>(), label_id::<b>(), label_id::<i>(), label_id::<label::k>()],
        [0, 1, 8, 10].map(id_of)
    );
    let last = [label_id::<label::p>(), label_id::<label::q>(), label_id::<z>()];
    assert_eq!(last, [15, 16, 25].map(id_of));
    // The numbers of a set are one behind the other, and beyond those of the letters.
    let number = label_id::<first>();
    assert_eq!((digits(number) % 289, label_id::<second>()), (id_of(26), number + 1));
    assert!(number > 289);
    type List<Labels> = <Labels as Tuple>::List;
    assert_eq!(<List<(z, a, second)> as LabelList>::LEN, 3);
    assert_eq!(<List<()> as LabelList>::LEN, 0);
    let tags = |tags: [Tag; 12]| tags.map(|tag| (tag.id, tag.name.as_str().to_owned()));
    let mut expected = [const { (u64::MAX, String::new()) }; 12];
    assert_eq!(tags(<List<()> as LabelList>::TAGS), expected);
    for (place, (id, name)) in
        [(id_of(25), "z"), (id_of(0), "a"), (number + 1, "second")].into_iter().enumerate()
    {
        expected[place] = (id, name.to_owned());
    }
    assert_eq!(tags(<List<(z, a, second)> as LabelList>::TAGS), expected);
    assert_eq!(<second as Label>::NAME, "second");
}

#[test]
fn run_time_extents_are_named_in_their_order() {
    let table = |rows, cols| -> Vec<String> {
        let operands = (open(rows, cols),);
        Compose::<((i, j),), ()>::label_table(operands)
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert_eq!(table(4, 5), ["i = dyn 4", "j = dyn 5"]);
    assert_eq!(table(5, 4), ["i = dyn 5", "j = dyn 4"]);
    assert_eq!(format!("{:?}", Dyn::new(5)), "Dyn(5)");
}

#[test]
fn a_label_has_the_extent_of_the_operand_that_names_it_first() {
    type Ins = ((a, i), (), (k, i, j), (z, k, a));
    let operands = |last| {
        let third = extents![dyn 4, 3, dyn 5].unwrap();
        (open(2, 3), extents![], third, extents![7, dyn 4, dyn last].unwrap())
    };
    let result = Compose::<Ins, (z, j, a, k)>::compose(operands(2)).unwrap();
    assert_eq!(result.extents(), [7, 5, 2, 4]);
    let table = Compose::<Ins, (z, j, a, k)>::label_table(operands(2)).unwrap();
    let lines: Vec<String> = table.iter().map(|entry| entry.to_string()).collect();
    assert_eq!(lines, ["a = dyn 2", "i = 3", "k = dyn 4", "j = dyn 5", "z = 7"]);
    let error = Compose::<Ins, (z, j, a, k)>::compose(operands(6));
    assert_eq!(error, Err(mismatch("a", 2, 6)));
}
