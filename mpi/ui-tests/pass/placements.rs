use extents::label::{b, i, j, k};
use extents::{Const, StaticExtents, contract, extents, labels, modes, slice};
use extents_mpi::{Dist, DistError, NamedMesh, Partial, Replicated, Shard, Transport, simulated};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

// A batch that is sharded, and a sum that is: no word is moved before `reduce`.
fn attention<'b>(
    world: &impl Transport<f64>,
    q: &On<'b, StaticExtents![8, 10, 7], (Shard<node>, Replicated, Shard<core>)>,
    w: &On<'b, StaticExtents![8, 7, 5], (Shard<node>, Shard<core>, Replicated)>,
) -> Result<On<'b, StaticExtents![8, 10, 5], (Shard<node>, Shard<core>, Replicated)>, DistError> {
    let parts: On<'b, StaticExtents![8, 10, 5], (Shard<node>, Replicated, Replicated), (Partial<core>,)> =
        contract!(q[b, i, k] * w[b, k, j] => [b, i, j])?;
    (&parts + &parts.scaled(2.0)?)?.reduce(world)
}

// Parts of whole modes, joined again, sums and another order: what moves is the sums.
fn parts<'b>(
    world: &impl Transport<f64>,
    q: &On<'b, StaticExtents![8, 10, 7], (Shard<node>, Replicated, Shard<core>)>,
) -> Result<On<'b, StaticExtents![12, 8], (Replicated, Shard<node>)>, DistError> {
    let upper = q.slice(slice![.., 4..10, ..])?;
    let both = upper.concat::<Const<12>, _, 1>(Const, &upper)?;
    both.sum(Const::<2>)?.reduce::<(Shard<node>, Replicated)>(world)?.permute(modes![1, 0])
}

fn main() {
    let sums = simulated::run(4, |world| {
        NamedMesh::scope([2, 2], |mesh| {
            let q = Dist::from_fn(world, mesh, extents![8, 10, 7], |_| 1.0)?;
            let w = Dist::from_fn(world, mesh, extents![8, 7, 5], |_| 0.5)?;
            assert_eq!(parts(world, &q)?.chip(slice![0, ..])?.local().as_slice(), [7.0; 4]);
            Ok::<_, DistError>(attention(world, &q, &w)?.gather(world)?.map(|all| all[[7, 9, 4]]))
        })?
    });
    assert_eq!(sums[0], Ok(Some(10.5)));
}
