//! Calls in which one rank differs, for simulated ranks and those of an MPI.

use extents::{Composition, DynExtents, DynRankExtents, Tensor, extents};
use extents_mpi::{
    DistError, DistPlan, DistTensor, Distribution, Exchange, Mesh, Share, Transport, World,
};

/// What the ranks need of a world.
pub(crate) trait Both: Transport<i64> + Transport<f64> + Transport<u64> {}

impl<W: Transport<i64> + Transport<f64> + Transport<u64>> Both for W {}

pub(crate) struct Differing<W: ?Sized> {
    pub(crate) name: &'static str,
    /// Makes a call, another one where it is the odd rank.
    pub(crate) call: fn(&W, bool) -> Result<(), DistError>,
    /// What the error says of rank 0, and of the odd rank.
    says: [&'static str; 2],
}

/// Whether an error is that of the odd rank, and has both texts.
pub(crate) fn is_named<W>(error: &DistError, differing: &Differing<W>, odd: usize) -> bool {
    let DistError::OtherCall { ranks, calls } = error else { return false };
    let text = error.to_string();
    let [one, other] = differing.says;
    *ranks == [0, odd]
        && text.contains(&format!("rank {odd}"))
        && calls[0].contains(one)
        && calls[1].contains(other)
}

fn columns(extents: [usize; 2], ranks: usize) -> Result<Distribution, DistError> {
    let mesh = Mesh::new([ranks])?;
    Distribution::new(&mesh, [Share::whole(extents[0])?, Share::block(extents[1], &mesh, &[0])?])
}

fn rows(extents: [usize; 2], ranks: usize) -> Result<Distribution, DistError> {
    let mesh = Mesh::new([ranks])?;
    Distribution::new(&mesh, [Share::block(extents[0], &mesh, &[0])?, Share::whole(extents[1])?])
}

fn tensor<W: World>(
    world: &W,
    extents: [usize; 2],
) -> Result<DistTensor<i64, DynExtents<2>>, DistError> {
    let placement = rows(extents, world.ranks())?;
    DistTensor::from_fn(world, DynExtents::new(extents)?, &placement, |[i, j]| (i + j) as i64)
}

fn contracts<W: Both>(world: &W, text: &str, extents: &[usize]) -> Result<(), DistError> {
    let composition = Composition::einsum(text)?;
    let plan = DistPlan::at_home(world.ranks(), &composition, extents)?;
    let mut operands = vec![];
    for (operand, labels) in composition.operands().iter().enumerate() {
        let shape: Vec<usize> = labels.iter().map(|&label| extents[label]).collect();
        let shape = DynRankExtents::new(&shape)?;
        operands.push(DistTensor::from_fn(world, shape, plan.operand(operand)?, |_| 1_i64)?);
    }
    plan.contract(world, &operands.iter().collect::<Vec<_>>()).map(|_| ())
}

pub(crate) fn differing<W: Both>() -> Vec<Differing<W>> {
    vec![
        Differing {
            name: "the method",
            call: |world, is_odd| {
                let tensor = tensor(world, [6, 4])?;
                match is_odd {
                    false => tensor.gather(world).map(|_| ()),
                    true => tensor.reshard(world, &columns([6, 4], world.ranks())?).map(|_| ()),
                }
            },
            says: ["call of `gather`", "call of `reshard`"],
        },
        Differing {
            name: "the extents",
            call: |world, is_odd| {
                let extents = if is_odd { [6, 5] } else { [6, 4] };
                tensor(world, extents)?.gather(world).map(|_| ())
            },
            says: ["the tensor of extents [6, 4]", "the tensor of extents [6, 5]"],
        },
        Differing {
            name: "the placement",
            call: |world, is_odd| {
                let ranks = world.ranks();
                let to = if is_odd { rows([6, 4], ranks)? } else { columns([6, 4], ranks)? };
                tensor(world, [6, 4])?.reshard(world, &to).map(|_| ())
            },
            says: ["the target with mode 0 as tiles [6] along axes []", "along axes [0]"],
        },
        Differing {
            name: "the mesh",
            call: |world, is_odd| {
                let to = Distribution::everywhere(&[6, 4], if is_odd { 1 } else { 2 })?;
                tensor(world, [6, 4])?.reshard(world, &to).map(|_| ())
            },
            says: ["the target on mesh [2]", "the target on mesh [1]"],
        },
        Differing {
            name: "the type of the elements",
            call: |world, is_odd| match is_odd {
                false => tensor(world, [6, 4])?.gather(world).map(|_| ()),
                true => {
                    let placement = rows([6, 4], world.ranks())?;
                    let tensor = DistTensor::from_fn(world, extents![6, 4], &placement, |_| 0.5)?;
                    tensor.gather(world).map(|_| ())
                }
            },
            says: ["elements of type `i64`", "elements of type `f64`"],
        },
        Differing {
            name: "the composition",
            call: |world, is_odd| {
                contracts(world, if is_odd { "ij,jk->ki" } else { "ij,jk->ik" }, &[4, 4, 4])
            },
            says: ["composition `", "composition `"],
        },
        Differing {
            name: "the extents of labels",
            call: |world, is_odd| {
                contracts(world, "ij,jk->ik", &[4, if is_odd { 5 } else { 4 }, 4])
            },
            says: ["the tensor of extents [4, 4]", "the tensor of extents [4, 5]"],
        },
        Differing {
            name: "one tensor more",
            call: |world, is_odd| {
                let tensor = tensor(world, [6, 4])?;
                match is_odd {
                    false => tensor.gather(world).map(|_| ()),
                    true => self::tensor(world, [6, 4]).map(|_| ()),
                }
            },
            says: ["call of `gather`", "call of `from_fn`"],
        },
        Differing {
            name: "an error on one rank",
            call: |world, is_odd| {
                let source = tensor(world, [6, 4])?;
                let other = if is_odd { [6, 5] } else { [6, 4] };
                source.reshard(world, &rows(other, world.ranks())?).map(|_| ())
            },
            says: ["the target of extents [6, 4]", "the target of extents [6, 5]"],
        },
        Differing {
            name: "where a whole tensor goes",
            call: |world, is_odd| {
                let whole = Tensor::zeros(extents![6, 4])?;
                let ranks = world.ranks();
                let to = if is_odd { rows([6, 4], ranks)? } else { columns([6, 4], ranks)? };
                let given = (world.rank() == 0).then_some(&whole);
                DistTensor::<i64, _>::scatter(world, given, extents![6, 4], &to).map(|_| ())
            },
            says: ["the target with mode 0", "the target with mode 0"],
        },
        Differing {
            name: "lists of another type",
            call: |world, is_odd| match is_odd {
                false => world.all_to_all(vec![vec![1_i64]; world.ranks()]).map(|_| ()),
                true => world.all_to_all(vec![vec![1_u64]; world.ranks()]).map(|_| ()),
            },
            says: ["elements of type `i64`", "elements of type `u64`"],
        },
        Differing {
            name: "another number of lists",
            call: |world, is_odd| {
                let count = world.ranks() + usize::from(is_odd);
                world.all_to_all(vec![vec![1_i64]; count]).map(|_| ())
            },
            says: ["number of lists ", "number of lists "],
        },
        Differing {
            name: "another number of elements",
            call: |world, is_odd| {
                let everywhere = Distribution::everywhere(&[4], world.ranks())?;
                let exchange = Exchange::new(&everywhere, &everywhere)?;
                let source = vec![1_i64; if is_odd { 3 } else { 4 }];
                world.exchange(&exchange, &source, &mut [0; 4])
            },
            says: ["all there", "the shape needs 4 elements, but 3 were given"],
        },
    ]
}
