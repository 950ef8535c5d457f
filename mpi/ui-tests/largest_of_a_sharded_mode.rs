use extents::{Const, StaticExtents, labels};
use extents_mpi::{Dist, NamedMesh, Replicated, Shard};

labels! { node, core }
type Rows<'b> = Dist<f64, StaticExtents![10, 7], NamedMesh<'b, (node, core)>, (Shard<node>, Replicated)>;

fn largest(rows: &Rows) {
    let _ = rows.max(Const::<0>);
}

fn main() {}
