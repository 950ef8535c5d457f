use extents::labels;
use extents_mpi::{NamedMesh};

labels! { node, core }

fn mesh() {
    let _ = NamedMesh::<(node, core)>::scope([4], |mesh| mesh.mesh().processes());
}

fn main() {}
