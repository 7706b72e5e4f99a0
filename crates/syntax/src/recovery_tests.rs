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
    check(Language::Java, text, &["A", "A.a", "A.broken", "A.b", "A.c", "B", "B.d"], &[5]);
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

/// Five methods of two classes, of which the second lacks what ends its `if`: all are there with their calls but for that line.
fn check_members(language: Language, text: &str, line: u32) {
    let facts = facts(language, text);
    assert_eq!(
        defined(&facts),
        ["go", "A", "A.first", "A.broken", "A.second", "A.third", "B", "B.fourth"],
        "{language:?}"
    );
    assert_eq!((facts.syntax_errors, lines(&facts)), (1, vec![line]), "{language:?}");
    assert_eq!(facts.calls.len(), 5, "{language:?}");
    facts.validate().unwrap();
}

/// Of a language with braces; `open` and `close` are around the methods of a class, `method` is before their names.
fn in_braces(go: &str, open: [&str; 2], method: &str, close: &str) -> String {
    let call = "go();";
    let (before, after) = method.split_once('X').expect("a place for the name");
    let method = |name: &str| format!("    {before}{name}{after} {{ {call} }}\n\n");
    let broken = format!("    {before}broken{after} {{\n        if (x) {{\n        {call}\n    }}\n\n");
    let of_a = format!("{}{broken}{}{}", method("first"), method("second"), method("third"));
    format!("{go}\n{}\n{of_a}{close}\n{}\n{}{close}\n", open[0], open[1], method("fourth"))
}

#[test]
fn an_error_in_a_method_costs_a_line_of_it_in_every_language() {
    let class = ["class A {", "class B {"];
    check_members(Language::JavaScript, &in_braces("function go() {}", class, "X()", "}"), 6);
    check_members(Language::TypeScript, &in_braces("function go() {}", class, "X(): void", "}"), 6);
    let rust = in_braces("fn go() {}\nstruct A;\nstruct B;", ["impl A {", "impl B {"], "fn X(&self)", "}");
    let facts_of_rust = facts(Language::Rust, &rust);
    assert_eq!(defined(&facts_of_rust), ["go", "A", "B", "A.first", "A.broken", "A.second", "A.third", "B.fourth"]);
    check_members(Language::Kotlin, &in_braces("fun go() {}", class, "fun X()", "}"), 6);
    check_members(Language::Swift, &in_braces("func go() {}", class, "func X()", "}"), 6);
    check_members(Language::Dart, &in_braces("void go() {}", class, "void X()", "}"), 6);
    let php = in_braces("<?php\nfunction go() {}", class, "function X()", "}");
    check_members(Language::Php, &php, 7);
    let cpp = ["class A {\npublic:", "class B {\npublic:"];
    check_members(Language::Cpp, &in_braces("void go() {}", cpp, "void X()", "};"), 7);
    let scala = in_braces("def go() = {}", class, "def X() =", "}").replace("if (x) {", "if (x) [");
    check_members(Language::Scala, &scala, 6);
    for (language, of_language) in [(Language::Java, "Java"), (Language::CSharp, "C#")] {
        let text = in_braces("class Z {\n    static void go() {}\n}", class, "void X()", "}");
        let facts = facts(language, &text);
        assert_eq!(
            defined(&facts),
            ["Z", "Z.go", "A", "A.first", "A.broken", "A.second", "A.third", "B", "B.fourth"],
            "{of_language}"
        );
        assert_eq!((facts.syntax_errors, facts.calls.len()), (1, 5), "{of_language}");
    }
}

#[test]
fn in_python_a_bracket_that_is_not_closed_costs_its_statement() {
    let text = "\
def go():
    pass


class A:
    \"\"\"Lines of a text

    def are_no_methods(self):
    \"\"\"

    def first(self):
        go()

    @decorator
    def broken(self):
        x = (1,
        go()

    def second(self):
        go()

    def third(self):
        go()


class B:
    def fourth(self):
        go()
";
    let facts = facts(Language::Python, text);
    assert_eq!(defined(&facts), ["go", "A", "A.first", "A.broken", "A.second", "A.third", "B", "B.fourth"]);
    assert_eq!((facts.syntax_errors, lines(&facts)), (1, vec![16]));
    let called: Vec<u32> = facts.calls.iter().map(|call| facts.line_of_call(call)).collect();
    assert!([12, 17, 20, 23, 28].iter().all(|line| called.contains(line)), "{called:?}");
}

#[test]
fn in_python_a_body_of_which_nothing_is_left_is_a_body() {
    let text = "class A:\n    def first(self):\n        return (1,\n\n    def second(self):\n        go()\n";
    let facts = facts(Language::Python, text);
    assert_eq!(defined(&facts), ["A", "A.first", "A.second"]);
    assert_eq!((facts.syntax_errors, lines(&facts)), (1, vec![3]));
}

#[test]
fn in_ruby_a_missing_end_costs_its_line() {
    let text = "\
class A
  def first
    go
  end

  def broken
    if x
    go
  end

  def second
    go
  end
end

class B
  def third
    go
  end
end
";
    check(Language::Ruby, text, &["A", "A.first", "A.broken", "A.second", "B", "B.third"], &[7]);
}

#[test]
fn in_elixir_a_missing_end_costs_its_line() {
    let text = "\
defmodule A do
  def first(x) do
    go(x)
  end

  def broken(x) do
    if x do
    go(x)
  end

  def second(x) do
    go(x)
  end
end

defmodule B do
  def third(x), do: go(x)
end
";
    check(Language::Elixir, text, &["A", "A.first", "A.broken", "A.second", "B", "B.third"], &[7]);
    assert_eq!(facts(Language::Elixir, text).calls.len(), 4);
}

#[test]
fn several_errors_in_one_class_cost_a_line_each() {
    let text = "\
class A {
  a() { go(); }

  b() {
    let x = (;
    go();
  }

  c() {
    if (x) {
    go();
  }

  d() { go(); }

  e() {
    while (x) {
    go();
  }

  f() { go(); }
}
";
    let facts = facts(Language::JavaScript, text);
    assert_eq!(defined(&facts), ["A", "A.a", "A.b", "A.c", "A.d", "A.e", "A.f"]);
    assert_eq!(facts.calls.len(), 6);
    let lines = lines(&facts);
    assert!(lines.contains(&10) && lines.contains(&17) && facts.syntax_errors >= 3, "{lines:?}");
}

#[test]
fn an_error_in_one_case_leaves_the_others_and_what_follows() {
    let text = "\
int f(int a)
{
    switch (a) {
    case 1:
        one();
        break;
    case 2:
        if (a) {
        two();
        break;
    default:
        three();
    }
    return last();
}

int g(void) { return f(1); }
";
    let facts = facts(Language::C, text);
    assert_eq!(defined(&facts), ["f", "g"]);
    let called: Vec<u32> = facts.calls.iter().map(|call| facts.line_of_call(call)).collect();
    assert_eq!((called, lines(&facts)), (vec![5, 9, 12, 14, 17], vec![8]));
}

#[test]
fn an_error_in_one_branch_leaves_the_others() {
    let text = "\
function f() {
  try {
    one();
    if (x) {
  } catch (e) {
    two();
  } finally {
    three();
  }
  four();
}

function g() { f() }
";
    let facts = facts(Language::JavaScript, text);
    assert_eq!(defined(&facts), ["f", "g"]);
    let called: Vec<u32> = facts.calls.iter().map(|call| facts.line_of_call(call)).collect();
    assert_eq!((called, lines(&facts)), (vec![3, 6, 8, 10, 13], vec![5]));
}

#[test]
fn zig_an_unclosed_brace_costs_one_declaration() {
    let text = "\
const std = @import(\"std\");

pub fn first() void {
    second();
}

fn broken(x: u32) void {
    if (x > 1) {
        second();
}

fn second() void {
    first();
}

const Point = struct {
    x: u32,

    pub fn len(self: Point) u32 {
        return self.x;
    }
};
";
    check(Language::Zig, text, &["first", "broken", "second", "Point", "Point.len"], &[8]);
}
