// Two scopes of one dim may have two extents, so that their modes do not meet.
use extents::prelude::*;

dims! { Batch ..= 4096 }

fn main() -> Result<(), ShapeError> {
    let (train, test) = (Sym::<Batch>::try_new(64)?, Sym::<Batch>::try_new(16)?);
    train.scope(|train| {
        let x = extents![dyn = train, 3]?;
        test.scope(|test| {
            let y = extents![dyn = test, 3]?;
            let _ = contract!(x[b, h] * y[b, h] => [h]);
            Ok(())
        })
    })
}
