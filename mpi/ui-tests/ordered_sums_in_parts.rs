use std::num::Saturating;

use extents::label::{i, j};
use extents::{StaticExtents, contract, extents, labels};
use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};

labels! { node }
type On<'b, E, P> = Dist<Saturating<i8>, E, NamedMesh<'b, (node,)>, P>;

fn main() {
    simulated::run(2, |world| {
        NamedMesh::scope([2], |mesh| {
            let a: On<StaticExtents![3, 4], (Replicated, Shard<node>)> =
                Dist::from_fn(world, mesh, extents![3, 4], |_| Saturating(100))?;
            let _ = contract!(a[i, j] => [i])?;
            Ok::<_, DistError>(())
        })
    });
}
