use extents::{StaticExtents, labels};
use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, Transport};

labels! { node, core }
type On<'b, E, P> = Dist<f64, E, NamedMesh<'b, (node, core)>, P>;

fn columns(
    world: &impl Transport<f64>,
    a: &On<StaticExtents![4, 4], (Shard<node>, Replicated)>,
) -> Result<(), DistError> {
    let _ = a.reshard::<(Shard<node>,)>(world)?;
    Ok(())
}

fn main() {}
