use extents::{StaticExtents, labels};
use extents_mpi::{Dist, NamedMesh, Partial, Replicated};

labels! { node, core }
type On<'b, E, P, S = ()> = Dist<f64, E, NamedMesh<'b, (node, core)>, P, S>;

fn norm(parts: &On<StaticExtents![4], (Replicated,), (Partial<core>,)>) -> f64 {
    parts.local().iter().map(|x| x * x).sum()
}

fn main() {}
