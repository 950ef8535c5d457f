//! XLA's text, read and written.

use extents_xla::{ArrayShape, Layout, ProgramShape, Shape};
use serde_json::{Value, json};

use super::compare::judge_shape;
use super::read::{describe, expected, layout, only_layout};
use crate::answer::{Check, Found, Problem, both, judge_as, judge_found, made};
use crate::json::{get, only};

fn read(input: &Value) -> Result<Shape, Problem> {
    only(input, &["text"])?;
    let text: String = get(input, "text")?;
    let shape = text.parse::<Shape>();
    let array = text.parse::<ArrayShape>();
    if let (Ok(Shape::Array(shape)), array) = (&shape, &array) {
        both("read an array", Some(shape), &array.as_ref().ok())?;
    } else {
        both("read an array", array.is_err(), &true)?;
    }
    let shape = shape?;
    // What it writes is read as the same; the only order of a scalar need not be written.
    let again = made(shape.to_string().parse::<Shape>())?;
    both("read what is written", describe(&shape), &describe(&again))?;
    Ok(shape)
}

/// The shape that a text says, and how it is written.
pub(super) fn parse_print(input: &Value, case: &Value) -> Check {
    let answer = read(input).map(|shape| {
        let mut all = json!({ "parsed": describe(&shape), "print_with_layout": shape.to_string() });
        if let (Some(all), Some(_)) = (all.as_object_mut(), case.pointer("/out/print")) {
            all.insert("print".into(), json!(format!("{shape:#}")));
        }
        all
    });
    let with_parsed = |out: &Value| {
        let mut out = out.clone();
        if let Some(parsed) = out.get_mut("parsed") {
            *parsed = expected(parsed)?;
        }
        Ok(out)
    };
    match answer {
        Ok(answer) => judge_as(case, "out", with_parsed, Ok::<_, String>(answer)),
        Err(problem) => judge_found(case, Err(problem)),
    }
}

pub(super) fn parse(input: &Value, case: &Value) -> Check {
    judge_shape(case, read(input))
}

pub(super) fn print_layout(input: &Value) -> Found {
    only_layout(input, &[])?;
    let layout = layout(input)?;
    let text = layout.to_string();
    both("read what is written", &layout, &&made(text.parse::<Layout>())?)?;
    Ok(json!(text))
}

/// A tuple of so many times one element.
pub(super) fn print_tuple(op: &str, input: &Value) -> Found {
    only(input, &["element"])?;
    let count = op.trim_start_matches("print_tuple_of_").parse::<usize>();
    let count = count.map_err(|_| format!("no such operation yet: `{op}` of XLA"))?;
    crate::spec::check_walk(count)?;
    let element: Shape = made(get::<String>(input, "element")?.parse())?;
    let tuple = made(Shape::tuple(vec![element; count]))?;
    let text = tuple.to_string();
    both("read what is written", describe(&tuple), &describe(&made(text.parse::<Shape>())?))?;
    Ok(json!(text))
}

pub(super) fn print_program(input: &Value) -> Found {
    only(input, &["params", "result"])?;
    let shape = |text: &str| made(text.parse::<Shape>());
    let parameters: Vec<(String, String)> = get(input, "params")?;
    let parameters: Vec<(String, Shape)> = parameters
        .into_iter()
        .map(|(name, text)| Ok((name, shape(&text)?)))
        .collect::<Result<_, Problem>>()?;
    let program = ProgramShape::new(parameters, shape(&get::<String>(input, "result")?)?);
    let text = program.to_string();
    let again = made(text.parse::<ProgramShape>())?;
    both("read what is written", again.to_string(), &text)?;
    Ok(json!(text))
}
