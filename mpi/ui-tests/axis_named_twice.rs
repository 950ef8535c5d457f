use extents::labels;
use extents_mpi::{NamedMesh};

labels! { node, core }

fn mesh() {
    let _ = NamedMesh::<(node, core, node)>::scope([2, 3, 2], |mesh| mesh.mesh().processes());
}

fn main() {}
