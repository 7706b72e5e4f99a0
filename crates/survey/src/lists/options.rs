//! Options of a command line.

use super::Collected;
use crate::List;
use crate::scan::{Argument, File, last_segment, literal, places, split, until_closed};
use facts::{Call, CallKind};
use source::Language;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for definition in file.definitions() {
        if file.language == Language::Python && !definition.decorators.is_empty() {
            for decorator in file.decorators_of(definition).iter().filter(|d| d.last_name() == "option") {
                push(file, decorator.line, &decorator.arguments, &file.qualified(definition), out);
            }
        }
    }
    for (call, callee) in file.calls().filter(|(call, _)| matches!(call.kind, CallKind::Call | CallKind::New)) {
        called(file, call, callee, out);
    }
    if file.language == Language::Rust {
        clap_fields(file, out);
    }
}

/// The spelling with the most letters is the name, the others follow.
fn push(file: &File<'_>, line: u32, arguments: &[Argument], detail: &str, out: &mut Collected) {
    let spelled: Vec<String> = arguments
        .iter()
        .filter(|argument| argument.name.is_none())
        .filter_map(Argument::literal)
        .filter(|name| name.starts_with('-'))
        .collect();
    if spelled.is_empty() {
        return;
    }
    let help = arguments.iter().find(|a| a.name.as_deref() == Some("help")).and_then(Argument::literal);
    let shown = help.unwrap_or_else(|| detail.to_owned());
    out.push(List::Options, file.entry((line, line), &spelled.join(", "), &shown).about(spelled));
}

fn called(file: &File<'_>, call: &Call, callee: &str, out: &mut Collected) {
    let last = last_segment(callee);
    let line = file.facts.map_or(call.span.start_line, |facts| facts.line_of_call(call));
    match file.language {
        Language::Python if last == "add_argument" && callee.contains('.') => {
            push(file, line, &file.arguments_of(call), "", out);
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx
            if matches!(last, "add_argument" | "addArgument") && callee.contains('.') =>
        {
            let help = file.arguments_of(call).iter().find_map(|argument| help_in(&argument.text)).unwrap_or_default();
            push(file, line, &file.arguments_of(call), &help, out);
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx
            if matches!(last, "option" | "requiredOption" | "addOption") =>
        {
            let arguments = file.arguments_of(call);
            let Some(name) = arguments.first().and_then(Argument::literal) else { return };
            if name.starts_with('-') || file.code.contains("yargs") {
                let help = arguments.get(1).and_then(Argument::literal).unwrap_or_default();
                out.push(List::Options, file.entry((line, line), &name, &help));
            }
        }
        Language::Go => {
            let of = callee.rsplit_once('.').map_or("", |(of, _)| of);
            let is_flag = of == "flag" || of == "pflag" || of.ends_with("Flags()") || of.ends_with("flags");
            let typed = ["String", "Bool", "Int", "Duration", "Float", "Uint", "Var", "Count"];
            if is_flag && typed.iter().any(|kind| last.starts_with(kind)) {
                let arguments = file.arguments_of(call);
                if let Some(name) = arguments.iter().find_map(Argument::literal).filter(|name| !name.is_empty()) {
                    let help = arguments.last().and_then(Argument::literal).unwrap_or_default();
                    out.push(List::Options, file.entry((line, line), &format!("--{name}"), &help));
                }
            }
        }
        // The builder of clap.
        Language::Rust if last == "long" && callee.contains("Arg::") => {
            let arguments = file.arguments_of(call);
            if let Some(name) = arguments.first().and_then(Argument::literal) {
                out.push(List::Options, file.entry((line, line), &format!("--{name}"), ""));
            }
        }
        _ => {}
    }
}

/// The help in an object of settings: `{ help: 'Autolink text', action: 'store_true' }`.
fn help_in(object: &str) -> Option<String> {
    let inside = object.trim().strip_prefix('{')?.strip_suffix('}')?;
    split(inside).into_iter().find_map(|part| {
        let (key, value) = part.split_once(':')?;
        (key.trim() == "help").then(|| literal(value))?
    })
}

/// `#[arg(short, long = "name", help = "...")]` above a field of a clap struct, over as many lines as it has.
fn clap_fields(file: &File<'_>, out: &mut Collected) {
    for opening in ["#[arg(", "#[clap("] {
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
    use super::field_below;

    #[test]
    fn the_field_of_an_attribute_is_on_its_line_or_below() {
        assert_eq!(field_below(")] verbose: bool,\n    quiet: bool,"), Some("verbose"));
        assert_eq!(field_below(")]\n    #[cfg(unix)]\n    pub(crate) owner: String,"), Some("owner"));
        assert_eq!(field_below(")]\n    fn run() {"), None);
    }
}
