// What the mistakes beside this file look like when they are put right.
use extents::label::{i, j, k};
use extents::{extents, modes, slice};
use extents_shapes::{Nested, Shape, ShapeBase, StructureError, TiledShape, jagged};

fn main() -> Result<(), StructureError> {
    let (a, b) = (Shape::new(extents![2, 3]), Shape::new(extents![3, 4]));
    let Ok(c) = (a.labelled::<(i, j)>() * b.labelled::<(j, k)>()).to::<(i, k)>();
    let Ok(row) = c.chip_typed(slice![1, ..]);
    assert_eq!(row, Shape::new(extents![4]));

    let Ok(tiled) = TiledShape::uniform(extents![32, 64], extents![8, 16]);
    assert_eq!(tiled.tile_typed([1, 2])?.to_string(), "[8, 16] at [8, 32]");
    let nested = Nested::typed(modes![1, 1], Shape::new(extents![10, 20]));
    assert_eq!(nested.n_layers(), 2);
    assert_eq!(jagged![[10], [20]]?.size(), 30);
    Ok(())
}
