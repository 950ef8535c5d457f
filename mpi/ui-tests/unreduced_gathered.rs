use extents::label::{i, j, k};
use extents::{StaticExtents, contract, labels};
use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, Transport};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

fn whole(
    world: &impl Transport<f64>,
    a: &On<StaticExtents![10, 7], (Replicated, Shard<core>)>,
    b: &On<StaticExtents![7, 5], (Shard<core>, Replicated)>,
) -> Result<(), DistError> {
    contract!(a[i, k] * b[k, j] => [i, j])?.gather(world)?;
    Ok(())
}

fn main() {}
