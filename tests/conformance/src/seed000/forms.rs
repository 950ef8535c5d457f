//! The types of the library that can hold a shape.

use extents::{DynExtents, DynRankExtents, Extents};
use extents_shapes::{Nested, PlacedShape, Shape, ShapeBase};

use super::made;
use crate::answer::{ShapeAnswer, ShapeOutcome};
use crate::spec::{Layered, Spec};

/// A question that all shapes answer.
pub(crate) trait Ask {
    fn ask<S: ShapeBase>(&self, shape: &S) -> ShapeAnswer;
}

/// Evaluates `$answer` with the type of extents of each compile-time rank up to 5; nothing for more.
macro_rules! with_rank {
    ($rank:expr, $E:ident => $answer:expr) => {
        match $rank {
            0 => Some({
                type $E = DynExtents<0>;
                $answer
            }),
            1 => Some({
                type $E = DynExtents<1>;
                $answer
            }),
            2 => Some({
                type $E = DynExtents<2>;
                $answer
            }),
            3 => Some({
                type $E = DynExtents<3>;
                $answer
            }),
            4 => Some({
                type $E = DynExtents<4>;
                $answer
            }),
            5 => Some({
                type $E = DynExtents<5>;
                $answer
            }),
            _ => None,
        }
    };
}
pub(crate) use with_rank;

/// The answer of all types that can hold the shape.
pub(crate) fn each_form(shape: &Layered, ask: &impl Ask) -> ShapeOutcome {
    match &shape.layers {
        None => each_plain(&shape.spec, ask),
        Some(layers) => {
            let jagged = made(Nested::new(layers.clone(), made(shape.spec.jagged())?))?;
            let mut answers = vec![ask.ask(&jagged)];
            if shape.spec.is_smooth_type() {
                let smooth = made(Nested::new(layers.clone(), made(shape.spec.smooth())?))?;
                answers.push(ask.ask(&smooth));
            }
            agreed(answers)
        }
    }
}

fn each_plain(spec: &Spec, ask: &impl Ask) -> ShapeOutcome {
    let mut answers = vec![ask.ask(&made(spec.jagged())?)];
    match spec {
        Spec::Null => {
            answers.push(ask.ask(&Shape::null()));
            answers.push(ask.ask(&PlacedShape::from(Shape::null())));
        }
        Spec::Smooth { extents, origin } => {
            let open = DynRankExtents::new(extents).map_err(|error| error.to_string())?;
            answers.push(ask.ask(&made(Shape::at(open.clone(), origin))?));
            answers.extend(with_rank!(extents.len(), E => {
                let ranked = E::from_extents(extents).map_err(|error| error.to_string())?;
                ask.ask(&made(Shape::at(ranked, origin))?)
            }));
            if origin.iter().all(|&first| first == 0) {
                answers.push(ask.ask(&Shape::new(open)));
            }
        }
        Spec::Jagged { .. } | Spec::AsJagged(_) => {}
    }
    agreed(answers)
}

/// The answer that all have given. Refusals may have reasons of their own.
pub(crate) fn agreed(answers: impl IntoIterator<Item = ShapeAnswer>) -> ShapeOutcome {
    let mut answers = answers.into_iter();
    let Some(first) = answers.next() else { return Err("nothing could be asked".into()) };
    for other in answers {
        let alike = match (&first, &other) {
            (Ok(left), Ok(right)) => left == right,
            (Err(_), Err(_)) => true,
            _ => false,
        };
        if !alike {
            return Err(format!("the types disagree: {first:?} and {other:?}"));
        }
    }
    Ok(first)
}
