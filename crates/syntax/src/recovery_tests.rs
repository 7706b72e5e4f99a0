//! One syntax error costs one declaration, in every language.

use facts::{DefinitionKind, FileFacts};
use source::Language;

fn facts(language: Language, text: &str) -> FileFacts {
    crate::parse(language, text).expect("a language with a parser")
}

/// Paths of what is defined, in source order, variables and fields left out.
fn defined(facts: &FileFacts) -> Vec<&str> {
    let is_wanted = |kind| !matches!(kind, DefinitionKind::Variable | DefinitionKind::Field | DefinitionKind::Lambda);
    let mut found: Vec<_> = facts.definitions.iter().skip(1).filter(|d| is_wanted(d.kind)).collect();
    found.sort_by_key(|definition| definition.span.start);
    found.into_iter().map(|definition| definition.path.as_str()).collect()
}

fn lines(facts: &FileFacts) -> Vec<u32> {
    facts.error_places.iter().map(|place| place.line).collect()
}

/// The text has these definitions, each where it is written and with its calls, and errors on these lines alone.
fn check(language: Language, text: &str, definitions: &[&str], errors: &[u32]) {
    let facts = facts(language, text);
    assert_eq!(defined(&facts), definitions, "{language:?}");
    assert_eq!(lines(&facts), errors, "{language:?}");
    for definition in facts.definitions.iter().skip(1) {
        let written = &text[definition.name_span.start as usize..definition.name_span.end as usize];
        assert_eq!(written, definition.name, "{language:?}");
    }
    facts.validate().unwrap();
}

#[test]
fn python() {
    let text = "def first():\n    second()\n\nclass Broken(:\n    def lost(self: = 3\n        pass\n\ndef second():\n    return first(\n\n@decorator\ndef third():\n    first()\n";
    let facts = facts(Language::Python, text);
    let found = defined(&facts);
    assert!(found.contains(&"first") && found.contains(&"second") && found.contains(&"third"), "{found:?}");
    assert!(facts.syntax_errors >= 2 && lines(&facts).contains(&4), "{:?}", facts.error_places);
}

#[test]
fn typescript_signatures_without_separators_cost_nothing() {
    let text = "\
export interface Reader {
    read(): string
    <T>(input: T): T
    <U>(input: U, more: number): U
    close(): void
}

export function open(): Reader { return make() }
function make(): Reader { return open() }
";
    let facts = facts(Language::TypeScript, text);
    assert_eq!((facts.syntax_errors, facts.calls.len()), (0, 2));
    assert_eq!(defined(&facts), ["Reader", "Reader.read", "Reader.close", "open", "make"]);
}

#[test]
fn javascript() {
    check(
        Language::JavaScript,
        "function a() { b() }\n\nfunction broken() {\n  if (x) {\n}\n\nfunction b() { a() }\n\nclass C {\n  m() { a() }\n}\n",
        &["a", "broken", "b", "C", "C.m"],
        &[4],
    );
}

#[test]
fn rust() {
    check(
        Language::Rust,
        "fn a() { b() }\n\nfn broken() {\n    if x {\n}\n\nfn b() { a() }\n\nstruct S;\nimpl S {\n    fn m(&self) { a() }\n}\n",
        &["a", "broken", "b", "S", "S.m"],
        &[4],
    );
}

#[test]
fn go() {
    check(
        Language::Go,
        "package p\n\nfunc a() { b() }\n\nfunc broken() {\n\tif x {\n}\n\nfunc b() { a() }\n\ntype S struct{}\n\nfunc (s S) m() { a() }\n",
        &["a", "broken", "b", "S", "S.m"],
        &[6],
    );
}

#[test]
fn java_members_of_a_class() {
    let text = "\
class A {
    void a() { b(); }

    void broken() {
        if (x) {
    }

    void b() { a(); }

    void c() { a(); }
}

class B {
    void d() {}
}
";
    let facts = facts(Language::Java, text);
    let found = defined(&facts);
    // The method behind the missing brace is what it costs.
    assert_eq!(found, ["A", "A.a", "A.broken", "A.c", "B", "B.d"]);
    assert_eq!(lines(&facts), [8, 8]);
}

#[test]
fn c() {
    check(
        Language::C,
        "int a(void) { return b(); }\n\nint broken(void)\n{\n    if (x) {\n}\n\nint b(void)\n{\n    return a();\n}\n",
        &["a", "broken", "b"],
        &[5],
    );
}

#[test]
fn php_is_read_alone_after_its_tag() {
    let text = "<?php\n\nfunction a() { b(); }\n\nfunction broken() {\n    if (true) {\n}\n\nfunction b() { a(); }\n\nclass C {\n    function m() { a(); }\n}\n";
    let facts = facts(Language::Php, text);
    let found = defined(&facts);
    for wanted in ["a", "b", "C", "C.m"] {
        assert!(found.contains(&wanted), "{wanted} of {found:?}");
    }
    assert!(facts.syntax_errors > 0);
}

#[test]
fn ruby() {
    let text = "def a\n  b\nend\n\ndef broken\n  if x\nend\n\ndef b\n  a\nend\n\nclass C\n  def m\n    a\n  end\nend\n";
    let facts = facts(Language::Ruby, text);
    let found = defined(&facts);
    for wanted in ["a", "b", "C", "C.m"] {
        assert!(found.contains(&wanted), "{wanted} of {found:?}");
    }
}

#[test]
fn csharp_and_kotlin() {
    let sharp = "class A {\n    void a() { b(); }\n    void broken() {\n        if (x) {\n    }\n    void b() { a(); }\n}\n\nclass B {\n    void c() { }\n}\n";
    let facts_of_sharp = facts(Language::CSharp, sharp);
    let found = defined(&facts_of_sharp);
    assert!(found.contains(&"B") && found.contains(&"B.c") && found.contains(&"A.b"), "{found:?}");
    let kotlin =
        "fun a() { b() }\n\nfun broken() {\n    if (x) {\n}\n\nfun b() { a() }\n\nclass C {\n    fun m() { a() }\n}\n";
    let facts_of_kotlin = facts(Language::Kotlin, kotlin);
    let found = defined(&facts_of_kotlin);
    assert!(found.contains(&"b") && found.contains(&"C.m"), "{found:?}");
}

#[test]
fn text_at_the_margin_is_no_declaration() {
    // A text of several lines whose lines look like code, beside an error in a function.
    let text = "HELP = \"\"\"\ndef not_code():\nclass Neither:\n\"\"\"\n\ndef a():\n    return b(\n\ndef b():\n    return a()\n";
    let facts = facts(Language::Python, text);
    assert_eq!(defined(&facts), ["a", "b"]);
}

#[test]
fn errors_inside_one_declaration_leave_the_tree_as_it_is() {
    let text = "function a() { let x = ; b() }\nfunction b() { a() }\n";
    check(Language::JavaScript, text, &["a", "b"], &[1]);
}
