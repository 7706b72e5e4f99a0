//! Options of a command line in Rust: fields of a clap struct, and clap's builder.

use super::Collected;
use crate::List;
use crate::scan::{Argument, File, last_segment, literal, places, split, until_closed};
use facts::Call;
use source::Language;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.language != Language::Rust {
        return;
    }
    fields(file, out);
    let long = file.calls().filter(|(_, callee)| last_segment(callee) == "long" && is_builder(callee));
    for (call, _) in long {
        built(file, call, out);
    }
}

/// What the calls of one chain are called on: `Arg.new().short().long`.
fn is_builder(callee: &str) -> bool {
    ["Arg.new()", "Arg.with_name()"].iter().any(|start| callee.contains(start))
}

/// `Arg::new("name").long("name").short('n').help("...")`: the calls of a chain start at the same byte.
fn built(file: &File<'_>, long: &Call, out: &mut Collected) {
    let chain = || file.calls().filter(|(call, _)| call.span.start == long.span.start);
    let given = |name: &str| {
        let (call, _) = chain().find(|(_, callee)| last_segment(callee) == name && is_builder(callee))?;
        file.arguments_of(call).first().and_then(Argument::literal)
    };
    let Some(name) = file.arguments_of(long).first().and_then(Argument::literal) else { return };
    let mut spelled = vec![format!("--{name}")];
    spelled.extend(given("short").map(|letter| format!("-{}", letter.trim_start_matches('-'))));
    // An option may say nothing of itself.
    let help = given("help").unwrap_or_default();
    let end = chain().map(|(call, _)| call.span.end_line).max().unwrap_or(long.span.end_line);
    let entry = file.entry((long.span.start_line, end), &spelled.join(", "), &one_line(&help));
    out.push(List::Options, entry.about(spelled));
}

/// The first paragraph of a text over several lines, each but the last ended by a backslash.
fn one_line(text: &str) -> String {
    let whole: String = text.split("\\\n").map(str::trim_start).collect();
    whole.split("\\n").next().unwrap_or("").to_owned()
}

/// `#[arg(short, long = "name", help = "...")]` above a field of a clap struct, over as many lines as it has.
fn fields(file: &File<'_>, out: &mut Collected) {
    for opening in ["#[arg(", "#[clap(", "#[structopt("] {
        for at in places(&file.code, opening) {
            let rest = &file.code[at + opening.len()..];
            let Some(inside) = until_closed(rest) else { continue };
            let settings: Vec<(&str, Option<&str>)> = split(inside).into_iter().map(setting).collect();
            let value = |name: &str| settings.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
            let (Some(long), Some(field)) = (value("long"), field_below(&rest[inside.len()..])) else { continue };
            let line = file.line_at(at);
            let mut spelled = vec![format!("--{}", long.and_then(literal).unwrap_or_else(|| field.replace('_', "-")))];
            match value("short") {
                Some(Some(letter)) => spelled.push(format!("-{}", letter.trim_matches('\''))),
                Some(None) => spelled.extend(field.chars().next().map(|letter| format!("-{letter}"))),
                None => {}
            }
            let help = value("help").flatten().and_then(literal);
            let shown = help.unwrap_or_else(|| field.to_owned());
            let last = file.line_at(at + opening.len() + inside.len());
            out.push(List::Options, file.entry((line, last + 1), &spelled.join(", "), &shown).about(spelled));
        }
    }
}

/// `long = "name"`: its key, and its value as written.
fn setting(part: &str) -> (&str, Option<&str>) {
    match part.split_once('=') {
        Some((key, value)) => (key.trim(), Some(value.trim())),
        None => (part.trim(), None),
    }
}

/// The field that an attribute is of: behind the `)]` that closes the attribute, on its line or below other attributes.
fn field_below(rest: &str) -> Option<&str> {
    let mut lines = rest.strip_prefix(")]")?.lines().map(str::trim);
    let mut declared = lines.find(|line| !line.is_empty() && !line.starts_with("#["))?;
    if let Some(public) = declared.strip_prefix("pub") {
        let public = public.trim_start();
        declared = public.strip_prefix('(').and_then(|it| it.split_once(')')).map_or(public, |(_, it)| it).trim_start();
    }
    let (name, _) = declared.split_once(':')?;
    let name = name.trim();
    (!name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{field_below, one_line};

    #[test]
    fn the_field_of_an_attribute_is_on_its_line_or_below() {
        assert_eq!(field_below(")] verbose: bool,\n    quiet: bool,"), Some("verbose"));
        assert_eq!(field_below(")]\n    #[cfg(unix)]\n    pub(crate) owner: String,"), Some("owner"));
        assert_eq!(field_below(")]\n    fn run() {"), None);
    }

    #[test]
    fn a_text_over_several_lines_is_one() {
        assert_eq!(one_line("Runs it \\\n            first.\\nThen more."), "Runs it first.");
    }
}
