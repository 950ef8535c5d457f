use extents::label::{i, j, l};
use extents::{StaticExtents, contract, labels};
use extents_mpi::{Dist, NamedMesh, Partial, Replicated, Shard};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

fn again(
    ab: &On<StaticExtents![10, 5], (Shard<node>, Replicated), (Partial<core>,)>,
    c: &On<StaticExtents![5, 5], (Replicated, Replicated)>,
) {
    let _ = contract!(ab[i, j] * c[j, l] => [i, l]);
}

fn main() {}
