// Entries of a batch, each of some time, are not times of some batches.
use extents::label::{b, h};
use extents::{Extents, StaticExtents, contract, dims};

dims! { Batch, Time }

fn main() {
    let x = <StaticExtents![(Batch * Time), 4]>::from_extents(&[6, 4]).unwrap();
    let y = <StaticExtents![(Time * Batch), 4]>::from_extents(&[6, 4]).unwrap();
    let _ = contract!(x[b, h] * y[b, h] => [b]);
}
