use extents::{Const, StaticExtents, labels};
use extents_mpi::{Dist, NamedMesh, Replicated, Shard};

labels! { node, core }
type Rows<'b> = Dist<f64, StaticExtents![10, 7], NamedMesh<'b, (node, core)>, (Shard<node>, Replicated)>;

fn twice(rows: &Rows) {
    let _ = rows.concat::<Const<20>, _, 0>(Const, rows);
}

fn main() {}
