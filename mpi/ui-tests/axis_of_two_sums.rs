use extents::label::{i, j, k, l};
use extents::{StaticExtents, contract, labels};
use extents_mpi::{Dist, NamedMesh, Replicated, Shard};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

fn sum(
    a: &On<StaticExtents![10, 7], (Replicated, Shard<node>)>,
    b: &On<StaticExtents![4, 5], (Shard<node>, Replicated)>,
) {
    let _ = contract!(a[i, k] * b[l, j] => [i, j]);
}

fn main() {}
