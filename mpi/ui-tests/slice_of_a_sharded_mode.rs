use extents::{StaticExtents, labels, slice};
use extents_mpi::{Dist, NamedMesh, Replicated, Shard};

labels! { node, core }
type Rows<'b> = Dist<f64, StaticExtents![10, 7], NamedMesh<'b, (node, core)>, (Shard<node>, Replicated)>;

fn upper(rows: &Rows) {
    let _ = rows.slice(slice![0..5, ..]);
}

fn main() {}
