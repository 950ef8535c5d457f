//! [`Call`]: what a rank calls, which all ranks do alike; compared before anything moves.

use std::fmt::Display;
use std::hash::{DefaultHasher, Hasher};

use crate::{DistError, Distribution, World};

/// The longest text of a difference, in bytes.
const LONGEST: usize = 160;

/// What a rank calls, fact by fact: the method, the type of the elements, the extents, who holds what.
#[derive(Debug)]
pub(crate) struct Call {
    facts: Vec<[String; 2]>,
}

impl Call {
    /// A call of a method, with elements of type `T`.
    pub(crate) fn new<T>(method: &str) -> Self {
        Call { facts: vec![] }
            .with("call of", format_args!("`{method}`"))
            .with("elements of type", format_args!("`{}`", std::any::type_name::<T>()))
    }

    /// A rank that makes no more calls.
    #[cfg(feature = "mpi")]
    pub(crate) fn end() -> Self {
        Call { facts: vec![] }.with("end of", "the program")
    }

    pub(crate) fn with(mut self, what: impl Display, value: impl Display) -> Self {
        self.facts.push([what.to_string(), value.to_string()]);
        self
    }

    /// Who holds what of a tensor, and its extents.
    pub(crate) fn placed(self, tensor: impl Display, placement: &Distribution) -> Self {
        let mut call = self
            .with(format_args!("{tensor} of extents"), format_args!("{:?}", &*placement.extents()))
            .with(
                format_args!("{tensor} on mesh"),
                format_args!("{:?}", placement.mesh().lengths()),
            )
            .with(
                format_args!("{tensor} with parts of sums along axes"),
                format_args!("{:?}", placement.partial()),
            );
        for (mode, share) in placement.modes().iter().enumerate() {
            call = call.with(format_args!("{tensor} with mode {mode} as"), share);
        }
        call
    }
}

/// Compares what all ranks call, where the world checks calls. A difference is the same error on all ranks.
pub(crate) fn agree(
    world: &(impl World + ?Sized),
    call: impl FnOnce() -> Call,
) -> Result<(), DistError> {
    if !world.checks_calls() || world.ranks() < 2 {
        return Ok(());
    }
    let facts = call().facts;
    let mut hasher = DefaultHasher::new();
    for text in facts.iter().flatten() {
        hasher.write_usize(text.len());
        hasher.write(text.as_bytes());
    }
    let all = world.all_gather(hasher.finish())?;
    let mut others = all.iter().enumerate();
    let Some((other, _)) = others.find(|(_, one)| Some(*one) != all.first()) else { return Ok(()) };
    // All ranks know that there is a difference, so that all of them say what it is.
    let texts: Vec<Vec<[String; 2]>> =
        gather_text(world, &written(&facts))?.into_iter().map(|text| read(&text)).collect();
    let of = |rank: usize| texts.get(rank).map_or(&[][..], |facts| facts);
    let length = of(0).len().max(of(other).len());
    let nothing = ["call of".to_string(), "something else".to_string()];
    let differing = (0..length).find_map(|fact| {
        let [first, second] = [0, other].map(|rank| of(rank).get(fact).unwrap_or(&nothing));
        (first != second).then_some([first, second])
    });
    let [first, second] = differing.unwrap_or([&nothing, &nothing]);
    let [[first_what, first], [second_what, second]] = [first, second];
    let calls = match first_what == second_what {
        true => around(first, second).map(|value| format!("{first_what} {value}")),
        false => [format!("{first_what} {first}"), format!("{second_what} {second}")],
    };
    Err(DistError::OtherCall { ranks: [0, other], calls })
}

/// Two values that differ, without what is far from where they do.
fn around(first: &str, second: &str) -> [String; 2] {
    let same = first.chars().zip(second.chars()).take_while(|(one, two)| one == two).count();
    let begin = match first.len().max(second.len()) > LONGEST {
        true => same.saturating_sub(LONGEST / 4),
        false => 0,
    };
    [first, second].map(|text| {
        let before = if begin > 0 { ".. " } else { "" };
        let rest: String = text.chars().skip(begin).take(LONGEST).collect();
        let after = if text.chars().count() > begin.saturating_add(LONGEST) { " .." } else { "" };
        format!("{before}{rest}{after}")
    })
}

/// Facts as one text, of which two characters are the marks between them: where a path or a label has one, a question mark is shown.
fn written(facts: &[[String; 2]]) -> String {
    let shown = |text: &String| text.replace(['\u{1e}', '\u{1f}'], "?");
    let lines: Vec<String> =
        facts.iter().map(|fact| fact.each_ref().map(shown).join("\u{1f}")).collect();
    lines.join("\u{1e}")
}

fn read(text: &str) -> Vec<[String; 2]> {
    let facts = text.split('\u{1e}').map(|fact| fact.split_once('\u{1f}').unwrap_or((fact, "")));
    facts.map(|(what, value)| [what.to_string(), value.to_string()]).collect()
}

/// The text of each rank, word by word: it is short, and gathered only where something is wrong.
pub(crate) fn gather_text(
    world: &(impl World + ?Sized),
    text: &str,
) -> Result<Vec<String>, DistError> {
    let text = text.as_bytes();
    let lengths = world.all_gather(text.len() as u64)?;
    let longest = lengths.iter().max().copied().unwrap_or(0);
    let mut words = text.chunks(8).map(|bytes| {
        let mut word = [0; 8];
        word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        u64::from_le_bytes(word)
    });
    let mut texts: Vec<Vec<u8>> = vec![vec![]; lengths.len()];
    for _ in 0..longest.div_ceil(8) {
        let all = world.all_gather(words.next().unwrap_or(0))?;
        texts.iter_mut().zip(all).for_each(|(text, word)| text.extend(word.to_le_bytes()));
    }
    let texts = texts.into_iter().zip(lengths).map(|(mut text, length)| {
        text.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        String::from_utf8_lossy(&text).into_owned()
    });
    Ok(texts.collect())
}
