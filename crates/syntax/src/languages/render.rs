//! Facts as compact text, for the snapshots of every language's tests.
//!
//! One line a fact, in table order. Values are written as expressions: `self@C.m` a receiver, `super@C.m`, `fn f` a
//! definition's value, `each(x)` an element, `await(x)`, `(v as T)`, `base<args>`, `(a | b)`, `[0: x, 'k': y, ?: z]`
//! a collection, `#text` a literal, `_` unknown.

use expect_test::Expect;
use facts::{
    Argument, Binding, BindingKind, Call, CallKind, Definition, Expr, ExprId, FileFacts, Import, Key, LiteralKind,
    Parameter, ParameterKind, ReturnKind, Target,
};
use source::Language;

/// Parses `text`, checks the invariants and compares the chosen sections (`"defs"`, `"bindings"`, `"calls"`,
/// `"returns"`, `"imports"`; empty for all).
pub fn check(language: Language, sections: &[&str], text: &str, expected: Expect) {
    expected.assert_eq(&render(&facts(language, text), sections));
}

/// The facts of `text`, valid and equal after a round trip through their bytes.
pub fn facts(language: Language, text: &str) -> FileFacts {
    let facts = crate::parse(language, text).expect("a language of this build");
    assert_eq!(FileFacts::from_bytes(&facts.to_bytes()), Ok(facts.clone()));
    facts
}

/// The chosen sections as text.
pub fn render(facts: &FileFacts, sections: &[&str]) -> String {
    let mut out = String::new();
    let wanted = |name: &str| sections.is_empty() || sections.contains(&name);
    if wanted("defs") {
        facts.definitions.iter().for_each(|d| definition(&mut out, facts, d));
    }
    if wanted("imports") {
        facts.imports.iter().for_each(|i| import(&mut out, facts, i));
        facts.exports.iter().for_each(|(local, name)| line(&mut out, format!("export {local} as {name}")));
        facts.package.iter().for_each(|package| line(&mut out, format!("package {package}")));
    }
    if wanted("bindings") {
        facts.bindings.iter().for_each(|b| binding(&mut out, facts, b));
    }
    if wanted("calls") {
        facts.calls.iter().for_each(|c| call_line(&mut out, facts, c));
    }
    if wanted("returns") {
        for r in &facts.returns {
            let word = match r.kind {
                ReturnKind::Return => "return",
                ReturnKind::Yield => "yield",
                ReturnKind::Throw => "throw",
            };
            line(
                &mut out,
                format!("{word} {} from {}", value(facts, r.value), path(&facts.definition(r.definition).path)),
            );
        }
    }
    if facts.syntax_errors > 0 {
        line(&mut out, format!("syntax errors: {}", facts.syntax_errors));
    }
    out
}

fn line(out: &mut String, text: String) {
    out.push_str(text.trim_end());
    out.push('\n');
}

fn path(path: &str) -> &str {
    if path.is_empty() { "<module>" } else { path }
}

fn definition(out: &mut String, facts: &FileFacts, d: &Definition) {
    let mut text = format!("{}..{} {} {}", d.span.start_line, d.span.end_line, d.kind.word(), path(&d.path));
    if !d.parameters.is_empty() {
        let all: Vec<String> = d.parameters.iter().map(|p| parameter(facts, p)).collect();
        text += &format!("({})", all.join(", "));
    }
    if let Some(returns) = d.returns {
        text += &format!(" -> {}", value(facts, returns));
    }
    let mut list = |word: &str, ids: &[ExprId]| {
        if !ids.is_empty() {
            let all: Vec<String> = ids.iter().map(|id| value(facts, *id)).collect();
            text += &format!(" {word} {}", all.join(", "));
        }
    };
    list("bases", &d.bases);
    list("owner", d.owner.as_slice());
    list("implements", d.implements.as_slice());
    list("decorators", &d.decorators);
    let flags = [
        (!d.exported, "private"),
        (d.is_static, "static"),
        (d.is_async, "async"),
        (d.is_property, "property"),
        (d.is_test, "test"),
    ];
    flags.iter().filter(|(on, _)| *on).for_each(|(_, word)| {
        text += &format!(" +{word}");
    });
    if !d.signature.is_empty() {
        text += &format!(" `{}`", d.signature);
    }
    if let Some(doc) = &d.doc {
        text += &format!(" doc {doc:?}");
    }
    line(out, text);
}

fn parameter(facts: &FileFacts, p: &Parameter) -> String {
    let mark = match p.kind {
        ParameterKind::Receiver => "&",
        ParameterKind::Plain => "",
        ParameterKind::KeywordOnly => "=",
        ParameterKind::Rest => "*",
        ParameterKind::KeywordRest => "**",
    };
    let mut text = format!("{mark}{}", if p.name.is_empty() { "_" } else { &p.name });
    if let Some(annotation) = p.annotation {
        text += &format!(": {}", value(facts, annotation));
    }
    if let Some(default) = p.default {
        text += &format!(" = {}", value(facts, default));
    }
    text
}

fn import(out: &mut String, facts: &FileFacts, i: &Import) {
    let mut text = format!("import {}{:?}", ".".repeat(i.level as usize), i.module);
    if let Some(item) = &i.item {
        text += &format!(" item {item}");
    }
    if let Some(alias) = &i.alias {
        text += &format!(" as {alias:?}");
    }
    if i.reexport {
        text.push_str(" +reexport");
    }
    let owner = facts.scope(i.scope).owner;
    if owner.0 != 0 {
        text += &format!(" in {}", facts.definition(owner).path);
    }
    line(out, text);
}

fn binding(out: &mut String, facts: &FileFacts, b: &Binding) {
    let scope = facts.scope(b.scope);
    let owner = path(&facts.definition(scope.owner).path);
    let target = match &b.target {
        Target::Name(name) => name.clone(),
        Target::Attribute { base, name } => format!("{}.{name}", value(facts, *base)),
        Target::Subscript { base, key } => format!("{}[{}]", value(facts, *base), key_text(key)),
    };
    let mut text = format!("{owner}: {target}");
    if let Some(annotation) = b.annotation {
        text += &format!(": {}", value(facts, annotation));
    }
    if let Some(id) = b.value {
        text += &format!(" = {}", value(facts, id));
    }
    match b.kind {
        BindingKind::Definition(id) => {
            text += &format!(" (definition {})", facts.definition(id).path);
        }
        BindingKind::Import(id) => {
            text += &format!(" (import {})", id.0);
        }
        BindingKind::Parameter(id, index) => {
            text += &format!(" (parameter {index} of {})", facts.definition(id).path);
        }
        BindingKind::Assignment => {}
    }
    line(out, text);
}

fn call_line(out: &mut String, facts: &FileFacts, c: &Call) {
    let kind = match c.kind {
        CallKind::Call => "",
        CallKind::New => "new ",
        CallKind::Decorator => "decorator ",
        CallKind::Macro => "macro ",
        CallKind::Element => "element ",
        CallKind::Implicit => "implicit ",
    };
    let caller = path(&facts.definition(c.caller).path);
    line(out, format!("{}: {caller} calls {kind}{}", facts.line_of_call(c), call(facts, c)));
}

fn call(facts: &FileFacts, c: &Call) -> String {
    let argument = |a: &Argument| {
        let name = a.name.as_ref().map_or_else(String::new, |name| format!("{name}="));
        format!("{name}{}{}", if a.spread { "*" } else { "" }, value(facts, a.value))
    };
    format!("{}({})", value(facts, c.callee), c.arguments.iter().map(argument).collect::<Vec<_>>().join(", "))
}

fn key_text(key: &Key) -> String {
    match key {
        Key::Text(text) => format!("'{text}'"),
        Key::Index(index) => index.to_string(),
        Key::Unknown => "?".to_owned(),
        Key::Spread => "...".to_owned(),
    }
}

fn value(facts: &FileFacts, id: ExprId) -> String {
    let of = |id: &ExprId| value(facts, *id);
    let all = |ids: &[ExprId], between: &str| ids.iter().map(of).collect::<Vec<_>>().join(between);
    match facts.expr(id) {
        Expr::Name { name, .. } => name.clone(),
        Expr::Receiver { definition } => format!("self@{}", facts.definition(*definition).path),
        Expr::Super { definition } => format!("super@{}", facts.definition(*definition).path),
        Expr::Attribute { base, name, .. } => format!("{}.{name}", of(base)),
        Expr::Subscript { base, key } => format!("{}[{}]", of(base), key_text(key)),
        Expr::Call(id) => call(facts, &facts.calls[id.0 as usize]),
        Expr::Function(id) => format!("fn {}", facts.definition(*id).path),
        Expr::Collection(items) => {
            let items: Vec<String> = items.iter().map(|(key, id)| format!("{}: {}", key_text(key), of(id))).collect();
            format!("[{}]", items.join(", "))
        }
        Expr::Either(ids) => format!("({})", all(ids, " | ")),
        Expr::Element(id) => format!("each({})", of(id)),
        Expr::Await(id) => format!("await({})", of(id)),
        Expr::Cast { value, to } => format!("({} as {})", of(value), of(to)),
        Expr::Members { base, prefix } => format!("{}.{prefix}*", of(base)),
        Expr::Generic { base, arguments } => format!("{}<{}>", of(base), all(arguments, ", ")),
        Expr::Literal(LiteralKind::Text) => "#text".to_owned(),
        Expr::Literal(LiteralKind::Number) => "#number".to_owned(),
        Expr::Literal(LiteralKind::Boolean) => "#boolean".to_owned(),
        Expr::Literal(LiteralKind::Null) => "#null".to_owned(),
        Expr::Unknown => "_".to_owned(),
    }
}

/// The pieces of `text` shown as `class`, in order.
#[cfg(any(
    feature = "javascript",
    feature = "typescript",
    feature = "go",
    feature = "java",
    feature = "c",
    feature = "cpp",
    feature = "csharp",
    feature = "kotlin",
    feature = "php",
    feature = "ruby",
    feature = "bash",
    feature = "swift",
    feature = "scala",
    feature = "lua",
    feature = "graphql",
    feature = "protobuf",
    feature = "hcl"
))]
pub fn highlighted(language: Language, class: crate::HighlightClass, text: &str) -> String {
    let spans = crate::highlight(language, text).expect("a language of this build");
    let pieces = spans.iter().filter(|span| span.class == class);
    pieces.map(|span| &text[span.start as usize..span.end as usize]).collect::<Vec<_>>().join(" ")
}
