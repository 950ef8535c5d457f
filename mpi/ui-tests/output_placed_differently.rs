use extents::label::{i, j, k};
use extents::{StaticExtents, contract, labels};
use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard};

labels! { node, core }
type On<'b, E, P> = Dist<f64, E, NamedMesh<'b, (node, core)>, P>;

fn product<'b>(
    c: &mut On<'b, StaticExtents![10, 5], (Replicated, Shard<node>)>,
    a: &On<'b, StaticExtents![10, 7], (Shard<node>, Replicated)>,
    b: &On<'b, StaticExtents![7, 5], (Replicated, Replicated)>,
) -> Result<(), DistError> {
    contract!(c[i, j] += a[i, k] * b[k, j])
}

fn main() {}
