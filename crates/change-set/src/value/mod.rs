//! One value of a configuration file, read or set by its key, with layout and comments of everything else kept.
//!
//! Each format has a reader that gives a tree of nodes with the places of keys and values, and a writer that edits
//! the text at such a place. After an edit the text is read again: it must be the old tree with that one value changed, or
//! the edit is refused. So a writer may be simple, and can never do harm.

mod error;
mod ini;
mod json;
mod key;
mod node;
#[cfg(test)]
mod tests;
mod toml;
mod yaml;

pub use error::ValueError;

use key::Step;
use node::{Kind, Node};
use serde_json::Value;
use source::RepoPath;

use limits::edits::VALUE_DEPTH as MAX_DEPTH;

/// A format, by file name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, with comments and trailing commas where they are there.
    Json,
    /// YAML: block and flow collections, scalars of one line; block scalars are only read.
    Yaml,
    /// TOML.
    Toml,
    /// Sections of keys with texts as values.
    Ini,
}

impl Format {
    /// The format of a file; None where its name says none of these.
    pub fn of(path: &RepoPath) -> Option<Self> {
        match path.file_name() {
            "Cargo.lock" | "poetry.lock" | "uv.lock" | "Pipfile" => return Some(Self::Toml),
            ".editorconfig" | ".flake8" | ".pylintrc" | ".coveragerc" => return Some(Self::Ini),
            ".clang-format" => return Some(Self::Yaml),
            _ => {}
        }
        match path.extension().as_str() {
            "json" | "jsonc" | "ipynb" | "webmanifest" | "geojson" => Some(Self::Json),
            "yaml" | "yml" => Some(Self::Yaml),
            "toml" => Some(Self::Toml),
            "ini" | "cfg" => Some(Self::Ini),
            _ => None,
        }
    }
}

/// The value at a key, as JSON on one line, in the order of the file; the whole file where there is no key.
pub fn read(path: &RepoPath, text: &str, key: Option<&str>) -> Result<String, ValueError> {
    let format = Format::of(path).ok_or_else(|| ValueError::Format(path.clone()))?;
    let steps = steps(format, key)?;
    let tree = parsed(format, text)?;
    let tree = resolved(format, &tree, steps)?.1;
    Ok(tree.json(text))
}

/// The text with another value at a key. A key that is not there is added to its map, or after the last item of its list,
/// if what holds it is there; in INI a section must be there. Without a key the whole text is the value, written anew.
pub fn set(path: &RepoPath, text: &str, key: Option<&str>, value: &Value) -> Result<String, ValueError> {
    let format = Format::of(path).ok_or_else(|| ValueError::Format(path.clone()))?;
    let shown = key.unwrap_or("the whole file");
    let layout = |why: &str| ValueError::Layout { key: shown.to_owned(), why: why.to_owned() };
    let steps = steps(format, key)?;
    if steps.is_empty() {
        return whole(format, text, value).ok_or_else(|| layout("only JSON can be written whole"));
    }
    let before = parsed(format, text)?;
    let steps = path_of(format, &before, steps);
    let place = Place { text, tree: &before, steps: &steps };
    let after = match format {
        Format::Json => json::set(&place, value),
        Format::Yaml => yaml::set(&place, value),
        Format::Toml => toml::set(&place, value),
        Format::Ini => ini::set(&place, value),
    };
    let after = after.map_err(|refused| match refused {
        Refused::Missing => missing(&before, &steps),
        Refused::Layout(why) => layout(why),
    })?;
    let mut expected = before.value();
    key::put(&mut expected, &steps, as_stored(format, value));
    match parsed(format, &after) {
        Ok(found) if found.value() == expected => Ok(after),
        _ => Err(layout("the file would no longer say the same elsewhere")),
    }
}

/// What a writer needs: the text, its tree, and the way to the value.
struct Place<'a> {
    text: &'a str,
    tree: &'a Node,
    steps: &'a [Step],
}

/// Why a writer does not set a value.
enum Refused {
    /// What should hold it is not there.
    Missing,
    /// It is there, but in a layout that the writer does not keep.
    Layout(&'static str),
}

impl Place<'_> {
    /// The value at the key, or what is to hold it.
    fn find(&self) -> Result<Found<'_>, Refused> {
        if let Some(node) = self.tree.at(self.steps) {
            return Ok(Found::Value(node));
        }
        let (last, holder) = self.steps.split_last().ok_or(Refused::Missing)?;
        let holder = self.tree.at(holder).ok_or(Refused::Missing)?;
        match (last, &holder.kind) {
            (Step::Name(name), Kind::Map(_)) => Ok(Found::NewKey(holder, name)),
            (Step::Index(index), Kind::List(items)) if *index == items.len() => Ok(Found::NewItem(holder)),
            _ => Err(Refused::Missing),
        }
    }

    fn replaced(&self, range: std::ops::Range<usize>, new: &str) -> String {
        format!("{}{new}{}", &self.text[..range.start], &self.text[range.end..])
    }
}

/// What a key leads to.
enum Found<'a> {
    Value(&'a Node),
    NewKey(&'a Node, &'a str),
    NewItem(&'a Node),
}

fn steps(format: Format, key: Option<&str>) -> Result<Vec<Step>, ValueError> {
    let Some(key) = key.filter(|key| !key.is_empty()) else { return Ok(Vec::new()) };
    match key::parse(key) {
        Some(steps) => Ok(steps),
        // A section may have any name.
        None if format == Format::Ini => Ok(key.split('.').map(|part| Step::Name(part.to_owned())).collect()),
        None => Err(ValueError::Key(key.to_owned())),
    }
}

fn parsed(format: Format, text: &str) -> Result<Node, ValueError> {
    let read = match format {
        Format::Json => json::parse(text),
        Format::Yaml => yaml::parse(text),
        Format::Toml => toml::parse(text),
        Format::Ini => ini::parse(text),
    };
    read.map_err(|Malformed { at, what }| {
        let before = &text.as_bytes()[..at.min(text.len())];
        ValueError::Text { line: before.iter().filter(|byte| **byte == b'\n').count() + 1, what }
    })
}

/// Where a text is not of its format, and why.
#[derive(Debug)]
struct Malformed {
    /// Byte offset.
    at: usize,
    what: String,
}

fn malformed<T>(at: usize, what: impl Into<String>) -> Result<T, Malformed> {
    Err(Malformed { at, what: what.into() })
}

fn resolved(format: Format, tree: &Node, steps: Vec<Step>) -> Result<(Vec<Step>, &Node), ValueError> {
    let steps = path_of(format, tree, steps);
    match tree.at(&steps) {
        Some(node) => Ok((steps, node)),
        None => Err(missing(tree, &steps)),
    }
}

/// In INI a dot may be part of a section's name: the longest name that is there counts.
fn path_of(format: Format, tree: &Node, steps: Vec<Step>) -> Vec<Step> {
    if format != Format::Ini || steps.len() < 2 {
        return steps;
    }
    let section = |count: usize| {
        let names: Vec<String> = steps[..count].iter().map(Step::to_string).collect();
        Step::Name(names.join("."))
    };
    let longest = (1..=steps.len()).rev().find(|count| tree.at(&[section(*count)]).is_some());
    let count = longest.unwrap_or(steps.len() - 1);
    let rest: Vec<String> = steps[count..].iter().map(Step::to_string).collect();
    let key = (!rest.is_empty()).then(|| Step::Name(rest.join(".")));
    std::iter::once(section(count)).chain(key).collect()
}

fn missing(tree: &Node, steps: &[Step]) -> ValueError {
    let reached = (0..steps.len()).rev().find(|count| tree.at(&steps[..*count]).is_some()).unwrap_or(0);
    let there = tree.at(&steps[..reached]).map(Node::summary);
    ValueError::Missing { key: key::shown(&steps[..(reached + 1).min(steps.len())]), there }
}

fn whole(format: Format, text: &str, value: &Value) -> Option<String> {
    let end = crate::text::LineEnd::of_text(text);
    let bom = if text.starts_with(crate::text::BOM) { "\u{feff}" } else { "" };
    let new = match format {
        Format::Json => json::pretty(value, json::indent_of(text), ""),
        _ => return None,
    };
    let last = if text.is_empty() || text.ends_with('\n') { "\n" } else { "" };
    Some(bom.to_owned() + &crate::text::with_line_ends(&(new + last), end))
}

/// The value as the format gives it back: INI has texts alone.
fn as_stored(format: Format, value: &Value) -> Value {
    match (format, value) {
        (Format::Ini, Value::Bool(_) | Value::Number(_)) => Value::String(value.to_string()),
        _ => value.clone(),
    }
}
