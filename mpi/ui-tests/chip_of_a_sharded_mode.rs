use extents::{StaticExtents, labels, slice};
use extents_mpi::{Dist, NamedMesh, Replicated, Shard};

labels! { node, core }
type Rows<'b> = Dist<f64, StaticExtents![10, 7], NamedMesh<'b, (node, core)>, (Shard<node>, Replicated)>;

fn first(rows: &Rows) {
    let _ = rows.chip(slice![0, ..]);
}

fn main() {}
