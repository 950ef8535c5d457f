//! A file of cases: `{"cases": [..]}` or `{"sections": {name: [..]}}`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::json::{get, overlaid};

/// One case of a file.
pub(crate) struct Case {
    /// Its name, or its position where it has none.
    pub(crate) id: String,
    /// The section it stands in, if the file has sections.
    pub(crate) section: Option<String>,
    /// What is asked: `op`, or `kind` in the files that say so.
    pub(crate) op: String,
    /// All fields, with those of `std` (the standard's answers, where the original differs) laid
    /// over them.
    pub(crate) fields: Value,
}

/// All cases of a file, in order.
pub(crate) fn read_suite(path: &Path) -> Result<Vec<Case>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot be read: {error}"))?;
    let suite: Value =
        serde_json::from_str(&text).map_err(|error| format!("is not JSON: {error}"))?;
    let mut cases = Vec::new();
    let (sections, list) = (suite.get("sections"), suite.get("cases"));
    if sections.is_none() && list.is_none() {
        return Err("has neither `cases` nor `sections`".into());
    }
    if let Some(sections) = sections {
        let sections = sections.as_object().ok_or("`sections` is not an object")?;
        for (section, list) in sections {
            push_cases(&mut cases, Some(section), list)?;
        }
    }
    if let Some(list) = list {
        push_cases(&mut cases, None, list)?;
    }
    if cases.is_empty() { Err("has no cases".into()) } else { Ok(cases) }
}

fn push_cases(cases: &mut Vec<Case>, section: Option<&String>, list: &Value) -> Result<(), String> {
    let name = section.map_or("cases", String::as_str);
    let list = list.as_array().ok_or_else(|| format!("`{name}` is not a list"))?;
    for (position, case) in list.iter().enumerate() {
        let id = get(case, "id").unwrap_or_else(|_| format!("{name}[{position}]"));
        let op = get(case, "op").or_else(|_| get(case, "kind")).unwrap_or_default();
        let fields = overlaid(case, case.get("std").unwrap_or(&Value::Null));
        cases.push(Case { id, section: section.cloned(), op, fields });
    }
    Ok(())
}
