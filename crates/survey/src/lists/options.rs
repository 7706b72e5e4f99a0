//! Options of a command line.

use super::Collected;
use crate::List;
use crate::scan::{Argument, File, last_segment, literal, split};
use facts::{Call, CallKind};
use source::Language;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for definition in file.definitions() {
        if file.language == Language::Python && !definition.decorators.is_empty() {
            for decorator in file.decorators_of(definition).iter().filter(|d| d.last_name() == "option") {
                push(file, (decorator.line, decorator.line), &decorator.arguments, &file.qualified(definition), out);
            }
        }
    }
    for (call, callee) in file.calls().filter(|(call, _)| matches!(call.kind, CallKind::Call | CallKind::New)) {
        called(file, call, callee, out);
    }
}

/// The spelling with the most letters is the name, the others follow. `lines`: those that declare it.
fn push(file: &File<'_>, lines: (u32, u32), arguments: &[Argument], detail: &str, out: &mut Collected) {
    let spelled: Vec<String> = arguments
        .iter()
        .filter(|argument| argument.name.is_none())
        .filter_map(Argument::literal)
        .filter(|name| name.starts_with('-'))
        .collect();
    if spelled.is_empty() {
        return;
    }
    let help = arguments.iter().find(|a| a.name.as_deref().is_some_and(is_help)).and_then(Argument::literal);
    let shown = help.unwrap_or_else(|| detail.to_owned());
    out.push(List::Options, file.entry(lines, &spelled.join(", "), &shown).about(spelled));
}

/// `help`, and what subclasses of a parser have beside it: `short_help`.
fn is_help(name: &str) -> bool {
    name.rsplit('_').next() == Some("help")
}

fn called(file: &File<'_>, call: &Call, callee: &str, out: &mut Collected) {
    let last = last_segment(callee);
    let line = file.facts.map_or(call.span.start_line, |facts| facts.line_of_call(call));
    // The name may be written lines below the call's first one.
    let lines = (line, call.span.end_line.max(line));
    match file.language {
        Language::Python if last == "add_argument" && callee.contains('.') => {
            push(file, lines, &file.arguments_of(call), "", out);
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx
            if matches!(last, "add_argument" | "addArgument") && callee.contains('.') =>
        {
            let help = file.arguments_of(call).iter().find_map(|argument| help_in(&argument.text)).unwrap_or_default();
            push(file, lines, &file.arguments_of(call), &help, out);
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx
            if matches!(last, "option" | "requiredOption" | "addOption") =>
        {
            let arguments = file.arguments_of(call);
            let Some(name) = arguments.first().and_then(Argument::literal) else { return };
            if name.starts_with('-') || file.code.contains("yargs") {
                let help = arguments.get(1).and_then(Argument::literal).unwrap_or_default();
                out.push(List::Options, file.entry(lines, &name, &help));
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
                    out.push(List::Options, file.entry(lines, &format!("--{name}"), &help));
                }
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
