use extents::label::i;
use extents::{contract, extents, labels};
use extents_mpi::{Dist, DistError, NamedMesh, Shard, simulated};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

fn product(world: &simulated::Rank) -> Result<(), DistError> {
    NamedMesh::<(node, core)>::scope([2, 2], |one| {
        NamedMesh::<(node, core)>::scope([1, 4], |other| {
            let a: On<_, (Shard<node>,)> = Dist::from_fn(world, one, extents![4], |_| 1.0)?;
            let b: On<_, (Shard<node>,)> = Dist::from_fn(world, other, extents![4], |_| 1.0)?;
            contract!(a[i] * b[i] => [i])?;
            Ok(())
        })?
    })?
}

fn main() {}
