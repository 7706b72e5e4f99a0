//! Tests, with what each calls.

use super::Collected;
use crate::List;
use crate::entry::one_line;
use crate::scan::{Argument, File, last_segment};
use facts::{Call, CallKind, DefId, Definition, DefinitionKind};
use source::Language;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.facts.is_none() {
        return;
    }
    for (at, definition) in file.definitions().iter().enumerate() {
        if is_test(file, definition) {
            let name = file.qualified(definition);
            let called = called_in(file, DefId(at as u32), definition);
            let entry = file.entry(file.head_lines(definition), &name, "");
            out.push(List::Tests, entry.about(said(definition).into_iter().chain(called)));
        }
    }
    let is_spec = file.language == Language::Ruby && file.path.ends_with("_spec.rb");
    if file.is_script() && file.is_test() || is_spec {
        file.calls().for_each(|(call, callee)| case(file, call, callee, out));
    }
}

fn is_test(file: &File<'_>, definition: &Definition) -> bool {
    if !matches!(definition.kind, DefinitionKind::Function | DefinitionKind::Method) {
        return false;
    }
    match file.language {
        Language::Python => definition.name.starts_with("test") && (file.is_test() || definition.is_test),
        Language::Go => {
            file.path.ends_with("_test.go")
                && ["Test", "Benchmark", "Example", "Fuzz"].iter().any(|start| definition.name.starts_with(start))
                && definition.owner.is_none()
        }
        Language::Rust => file.decorators_of(definition).iter().any(|d| {
            matches!(d.last_name(), "test" | "rstest" | "test_case" | "wasm_bindgen_test" | "quickcheck" | "proptest")
        }),
        Language::Php => {
            definition.is_test && !definition.is_static && {
                let is_marked = |doc: &str| doc.lines().any(|line| line.trim() == "@test");
                let by_attribute = file.decorators_of(definition).iter().any(|d| d.last_name() == "Test");
                definition.name.starts_with("test") || by_attribute || definition.doc.as_deref().is_some_and(is_marked)
            }
        }
        Language::Ruby => definition.is_test && definition.name.starts_with("test_"),
        Language::Java | Language::Kotlin => file
            .decorators_of(definition)
            .iter()
            .any(|d| matches!(d.last_name(), "Test" | "ParameterizedTest" | "RepeatedTest" | "TestFactory")),
        Language::CSharp => file.decorators_of(definition).iter().any(|d| {
            matches!(d.last_name(), "Fact" | "Theory" | "Test" | "TestCase" | "TestMethod" | "DataTestMethod")
        }),
        Language::C => definition.is_test && definition.parameters.is_empty(),
        Language::Cpp | Language::Swift | Language::Scala => definition.is_test,
        Language::Zig => definition.is_test,
        // A helper of a module of tests is defined by `def`.
        Language::Elixir => definition.is_test && file.is_test() && !definition.signature.starts_with("def"),
        Language::Dart => definition.is_test && file.is_test(),
        Language::Lua => definition.is_test && file.is_test(),
        Language::Shell => definition.is_test && file.is_test(),
        _ => false,
    }
}

/// What a test says of itself at first, where it is a sentence.
fn said(definition: &Definition) -> Option<String> {
    let first = definition.doc.as_deref()?.trim().lines().next()?;
    first.contains(' ').then(|| one_line(first))
}

/// Names that a definition calls, and the words of its own name.
fn called_in(file: &File<'_>, id: DefId, definition: &Definition) -> Vec<String> {
    let (start, end) = (definition.span.start, definition.span.end);
    let inside = file.calls().filter(|(call, _)| {
        call.caller == id || (start <= call.span.start && call.span.end <= end && call.kind != CallKind::Decorator)
    });
    let mut names: Vec<String> = Vec::new();
    for (_, callee) in inside.filter(|(call, _)| call.kind != CallKind::Implicit) {
        push_names(callee, &mut names);
    }
    names
}

/// `Cart` and `add` of `shop.Cart().add`.
fn push_names(callee: &str, names: &mut Vec<String>) {
    for part in callee.rsplit(['.', ':']).take(2) {
        let part = part.trim_end_matches("()").trim_end_matches("[]");
        if part.len() > 1 && part != "self" && !names.iter().any(|name| name == part) {
            names.push(part.to_owned());
        }
    }
}

/// `it("adds", () => ...)`
fn case(file: &File<'_>, call: &Call, callee: &str, out: &mut Collected) {
    let first = callee.split(['.', '(']).next().unwrap_or("");
    if !matches!(first, "it" | "test" | "specify") || matches!(last_segment(callee), "each()" | "describe") {
        return;
    }
    let arguments = file.arguments_of(call);
    let Some(name) = arguments.first().and_then(Argument::literal) else { return };
    // The block of Ruby is no argument.
    if arguments.len() < 2 && file.language != Language::Ruby {
        return;
    }
    let inside = file.calls().filter(|(other, _)| call.span.contains(&other.span) && other.span != call.span);
    let mut names: Vec<String> = Vec::new();
    inside.for_each(|(_, callee)| push_names(callee, &mut names));
    let line = call.span.start_line;
    out.push(List::Tests, file.entry((line, line), &name, "").about(names));
}
