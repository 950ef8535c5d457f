use extents::{StaticExtents, labels};
use extents_mpi::{Dist, NamedMesh, Replicated, Shard};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

fn sum(
    a: &On<StaticExtents![10, 7], (Shard<node>, Replicated)>,
    b: &On<StaticExtents![10, 7], (Replicated, Shard<node>)>,
) {
    let _ = a + b;
}

fn main() {}
