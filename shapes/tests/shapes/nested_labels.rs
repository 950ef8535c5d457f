//! Labels as types on nested shapes in the type: what the seed says of layers under labels, kept in the type.

use extents::label::{i, j, k, l};
use extents::{Const, Dyn, StaticExtents, extents, modes};
use extents_shapes::{Nested, PlacedShape, Shape, ShapeBase, StructureError};

type Layers<const A: usize, const B: usize> = (Const<A>, Const<B>);
type S1_2 = Nested<Shape<StaticExtents![10, 20, 30]>, Layers<1, 2>>;
type S2_1 = Nested<Shape<StaticExtents![10, 20, 30]>, Layers<2, 1>>;

fn shapes() -> (S1_2, S2_1) {
    let s = Shape::new(extents![10, 20, 30]);
    (Nested::typed(modes![1, 2], s), Nested::typed(modes![2, 1], s))
}

#[test]
fn what_the_seed_says_of_layers_under_labels_stays_in_the_type() {
    let (s1_2, s2_1) = shapes();
    let (a, b) = (s1_2.labelled::<(i, j, k)>(), s2_1.labelled::<(i, j, k)>());

    // result("i,j,k") = s1_2("i,j,k") + s1_2("i,j,k");
    let Ok(sum) = (a + a).to::<(i, j, k), _>(modes![1, 2]);
    let sum: S1_2 = sum;
    assert_eq!((size_of_val(&sum), sum == s1_2), (0, true));

    // result("i,j") = s1_2("i,j,k") * s1_2("i,j,k");
    let Ok(product) = (a * a).to::<(i, j), _>(modes![1, 1]);
    let product: Nested<Shape<StaticExtents![10, 20]>, Layers<1, 1>> = product;
    assert_eq!(product.layers().as_ref(), [1, 1]);

    // result("j,k") = s1_2("i,j,k") * s1_2("i,j,k");
    let Ok(product) = (a * a).to::<(j, k), _>(modes![0, 2]);
    let product: Nested<Shape<StaticExtents![20, 30]>, Layers<0, 2>> = product;
    assert_eq!(product.layers().as_ref(), [0, 2]);

    // Layers only need compatible, not identical, shapes: `j` takes its outermost layer, whichever factor has it.
    let Ok(product) = (a * b).to::<(j, k), _>(modes![1, 1]);
    let product: Nested<Shape<StaticExtents![20, 30]>, Layers<1, 1>> = product;
    assert_eq!(product.shape().extents(), &extents![20, 30]);
    let Ok(product) = (b * a).to::<(j, k), _>(modes![1, 1]);
    assert_eq!(product.layers().as_ref(), [1, 1]);
    let Ok(product) = (a * b * a).to::<(j, k), _>(modes![1, 1]);
    assert_eq!(product.layers().as_ref(), [1, 1]);
}

#[test]
fn modes_are_permuted_within_a_layer_and_summed_in_any() {
    let (s1_2, _) = shapes();
    let Ok(turned) = s1_2.labelled::<(i, j, k)>().to::<(i, k, j), _>(modes![1, 2]);
    let turned: Nested<Shape<StaticExtents![10, 30, 20]>, Layers<1, 2>> = turned;
    let Ok(back) = (turned.labelled::<(i, k, j)>() - s1_2.labelled::<(i, j, k)>())
        .to::<(i, j, k), _>(modes![1, 2]);
    assert_eq!(back, s1_2);
    let Ok(inner) = s1_2.labelled::<(i, j, k)>().to::<(k,), _>(modes![0, 1]);
    assert_eq!((inner.layers().as_ref(), inner.shape().extents()), (&[0, 1][..], &extents![30]));
    // The diagonal over two layers is in the outer one.
    let square = Nested::typed(modes![1, 1], Shape::new(extents![4, 4]));
    let Ok(diagonal) = square.labelled::<(i, i)>().to::<(i,), _>(modes![1, 0]);
    assert_eq!(
        (diagonal.layers().as_ref(), diagonal.shape().extents()),
        (&[1, 0][..], &extents![4])
    );
}

#[test]
fn run_time_modes_and_origins_are_checked() -> Result<(), StructureError> {
    let rows = |n: usize| extents![dyn n, 3];
    let (a, b) = (Shape::at(rows(2)?, [5, 0])?, Shape::at(rows(2)?, [5, 0])?);
    let (a, b) = (Nested::typed(modes![1, 1], a), Nested::typed(modes![1, 1], b));
    let product =
        (a.labelled::<(i, j)>() * b.labelled::<(i, l)>()).to::<(i, j, l), _>(modes![1, 2])?;
    let product: Nested<PlacedShape<StaticExtents![dyn, 3, 3]>, Layers<1, 2>> = product;
    assert_eq!(product.to_string(), "[2, 3, 3] at [5, 0, 0] in layers [1, 2]");

    let other = Nested::typed(modes![1, 1], Shape::at(rows(4)?, [5, 0])?);
    let error = (a.labelled::<(i, j)>() * other.labelled::<(i, l)>()).to::<(j, l), _>(modes![0, 2]);
    assert_eq!(
        error.unwrap_err().to_string(),
        "label `i` names modes of different extents: 2 and 4",
    );
    let moved = Nested::typed(modes![1, 1], Shape::at(rows(2)?, [6, 0])?);
    let error = (a.labelled::<(i, j)>() + moved.labelled::<(i, j)>()).to::<(i, j), _>(modes![1, 1]);
    assert_eq!(error.unwrap_err().to_string(), "label `i` names modes that begin at 5 and at 6");
    Ok(())
}

/// Consistency of labels as types and as text.
#[test]
fn types_and_text_agree() -> Result<(), StructureError> {
    let (s1_2, s2_1) = shapes();
    let text = (s1_2.ix("i,j,k") * s2_1.ix("i,j,l")).to("i,j,k,l")?;
    let Ok(typed) = (s1_2.labelled::<(i, j, k)>() * s2_1.labelled::<(i, j, l)>())
        .to::<(i, j, k, l), _>(modes![2, 2]);
    assert_eq!(typed, text);
    assert_eq!(typed.layers().as_ref(), [2, 2]);
    // Layers that are values have labels as types too, and values come out.
    let values = Nested::new([1, 2], Shape::new(extents![10, 20, 30]))?;
    let product = (values.ix_labels::<(i, j, k)>() * values.ix_labels::<(i, j, k)>()).to("j,k")?;
    assert_eq!(product, Nested::new([0, 2], Shape::new(extents![20, 30]))?);
    assert_eq!(size_of::<Nested<Shape<StaticExtents![2, dyn]>, Layers<1, 1>>>(), size_of::<Dyn>());
    Ok(())
}
