use extents::{StaticExtents, labels};
use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, Transport};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

fn again(
    world: &impl Transport<f64>,
    a: &On<StaticExtents![10, 7], (Shard<node>, Replicated)>,
) -> Result<(), DistError> {
    let _ = a.reduce::<(Replicated, Replicated)>(world)?;
    Ok(())
}

fn main() {}
