use extents::{StaticExtents, labels, modes};
use extents_mpi::{Dist, NamedMesh, Replicated, Shard};

labels! { node, core }
type Rows<'b> = Dist<f64, StaticExtents![10, 7], NamedMesh<'b, (node, core)>, (Shard<node>, Replicated)>;

fn turned(rows: &Rows) {
    let _ = rows.permute(modes![1, 1]);
}

fn main() {}
