//! What the head of a definition says: parameters with their defaults, bases, the type, the value.

use super::masked::{Family, closing, dotted_name, is_word, on_one_line, pieces, statement_end};
use std::ops::Range;

/// Longest value that is quoted, in characters.
const WIDTH: usize = 160;

/// A definition's text, as it is and masked; `name_end` is the byte behind its name.
pub struct Head<'t> {
    pub text: &'t str,
    pub masked: &'t str,
    pub name_end: usize,
    pub family: Family,
}

/// A parameter or field, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    pub name: String,
    pub default: Option<String>,
    /// The bytes of its declaration.
    pub range: Range<usize>,
}

impl Head<'_> {
    /// The parameters, receivers left out.
    pub fn parameters(&self) -> Vec<Slot> {
        let Some(open) = self.parameters_at() else { return Vec::new() };
        let end = closing(self.masked, open).saturating_sub(1).max(open + 1);
        let mut slots = Vec::new();
        for (from, to) in pieces(self.masked, open + 1, end, !matches!(self.family, Family::Python | Family::Ruby)) {
            self.slots(from, to, &mut slots);
        }
        slots
    }

    fn parameters_at(&self) -> Option<usize> {
        let masked = self.masked;
        let at = skip_space(masked, self.name_end);
        let at = match masked.as_bytes().get(at)? {
            b'<' => skip_space(masked, angles_end(masked, at)),
            b'[' => skip_space(masked, closing(masked, at)),
            _ => at,
        };
        match masked.as_bytes().get(at)? {
            b'(' => Some(at),
            // `class A private constructor(`.
            _ if self.family == Family::Kotlin => {
                let head = masked[at..].split(['(', ':', '{', '=']).next().unwrap_or("");
                head.trim_end().ends_with("constructor").then_some(at + head.len())
            }
            // A function that a name is bound to.
            b'=' | b':' if self.family == Family::Ecmascript => {
                let open = at + masked[at..].find('(')?;
                let before = masked[at..open].trim_start_matches([':', '=', ' ']).trim_end();
                let is_function = before.is_empty() || before.ends_with("async") || before.contains("function");
                let after = skip_space(masked, closing(masked, open));
                let goes_on = masked[after..].starts_with("=>") || masked[after..].starts_with([':', '{']);
                (is_function && goes_on).then_some(open)
            }
            _ => None,
        }
    }

    fn slots(&self, from: usize, to: usize, out: &mut Vec<Slot>) {
        let from = skip_space(self.masked, from);
        let piece = &self.masked[from..to];
        // `{ timeout = 5, host }`: each name is one.
        if self.family == Family::Ecmascript && piece.starts_with('{') {
            let end = closing(self.masked, from);
            for (from, to) in pieces(self.masked, from + 1, end.saturating_sub(1).max(from + 1), false) {
                self.slots(from, to, out);
            }
            return;
        }
        let equals = assignment(self.masked, from, to);
        let head = &self.masked[from..equals.unwrap_or(to)];
        let name = match self.family {
            Family::Python => head.split(':').next().unwrap_or("").trim().trim_start_matches('*'),
            Family::Ruby => head.split(':').next().unwrap_or("").trim().trim_start_matches(['*', '&']),
            Family::Rust => {
                head.split(':').next().unwrap_or("").trim().trim_start_matches("mut ").trim_start_matches('&')
            }
            Family::Go => head.split_whitespace().next().unwrap_or(""),
            Family::Java => head.split_whitespace().last().unwrap_or(""),
            Family::Php => head.split_whitespace().last().unwrap_or("").trim_start_matches(['&', '.', '$']),
            Family::Kotlin => head.split(':').next().unwrap_or("").split_whitespace().last().unwrap_or(""),
            Family::Ecmascript => {
                let named = head.split([':', '?']).next().unwrap_or("").trim().trim_start_matches("...");
                named.rsplit(char::is_whitespace).next().unwrap_or("")
            }
        };
        let is_receiver = matches!(name, "self" | "cls" | "this" | "/" | "") || name.contains("self");
        if is_receiver && !matches!(self.family, Family::Java | Family::Kotlin | Family::Php) {
            return;
        }
        let default = equals.map(|at| on_one_line(self.text[at + 1..to].trim(), WIDTH));
        // `timeout: 5` of Ruby.
        let keyword = || {
            let at = from + head.find(':').filter(|_| self.family == Family::Ruby)?;
            Some(on_one_line(self.text[at + 1..to].trim(), WIDTH)).filter(|value| !value.is_empty())
        };
        let default = default.or_else(keyword);
        out.push(Slot { name: name.to_owned(), default, range: from..to });
    }

    /// Bases, interfaces and embedded types, as written in the head.
    pub fn bases(&self) -> Vec<String> {
        let masked = self.masked;
        let at = skip_space(masked, self.name_end);
        let quoted = |(from, to): &(usize, usize)| on_one_line(self.text[*from..*to].trim(), WIDTH);
        match self.family {
            Family::Python => {
                let at = if masked[at..].starts_with('[') { skip_space(masked, closing(masked, at)) } else { at };
                if !masked[at..].starts_with('(') {
                    return Vec::new();
                }
                let end = closing(masked, at).saturating_sub(1).max(at + 1);
                let all = pieces(masked, at + 1, end, false);
                all.iter().filter(|(from, to)| !masked[*from..*to].contains('=')).map(quoted).collect()
            }
            Family::Kotlin => self.behind_colon(at).iter().map(quoted).collect(),
            Family::Ecmascript | Family::Java | Family::Php => {
                let end = at + masked[at..].find('{').unwrap_or(masked.len() - at);
                let mut bases = Vec::new();
                // Of C#; in Java nothing in a head has a colon.
                if self.family == Family::Java {
                    bases.extend(self.behind_colon(at).iter().map(quoted));
                }
                for keyword in ["extends", "implements"] {
                    for found in super::masked::places(&masked[..end], keyword).filter(|found| *found >= at) {
                        let from = found + keyword.len();
                        let to = masked[from..end].find(" implements ").map_or(end, |next| from + next);
                        bases.extend(pieces(masked, from, to, true).iter().map(quoted));
                    }
                }
                bases
            }
            Family::Rust => {
                let end = at + masked[at..].find(['{', ';']).unwrap_or(masked.len() - at);
                let at = if masked[at..].starts_with('<') { skip_space(masked, angles_end(masked, at)) } else { at };
                let Some(rest) = masked.get(at..end).and_then(|rest| rest.strip_prefix(':')) else { return Vec::new() };
                let rest = rest.split(" where ").next().unwrap_or(rest);
                rest.split('+').map(|base| base.trim().to_owned()).filter(|base| !base.is_empty()).collect()
            }
            Family::Go => self.embedded(),
            Family::Ruby => {
                let line = at + masked[at..].find(['\n', ';']).unwrap_or(masked.len() - at);
                let base = masked[at..line].strip_prefix('<').map(|base| base.trim().to_owned());
                base.filter(|base| !base.is_empty() && !base.starts_with('<')).into_iter().collect()
            }
        }
    }

    /// What is behind the colon of a head: `class A<T>(x: Int) : B(x), C where T : D {`.
    fn behind_colon(&self, at: usize) -> Vec<(usize, usize)> {
        let masked = self.masked;
        let at = if masked[at..].starts_with('<') { angles_end(masked, at) } else { at };
        let colon = end_outside(masked, at, &[':', '{', ';', '=']);
        if !masked[colon..].starts_with(':') {
            return Vec::new();
        }
        let end = end_outside(masked, colon + 1, &['{', ';', '=']);
        let end = masked[colon..end].find(" where ").map_or(end, |at| colon + at);
        let without_delegate =
            |(from, to): (usize, usize)| (from, masked[from..to].find(" by ").map_or(to, |by| from + by));
        pieces(masked, colon + 1, end, true).into_iter().map(without_delegate).collect()
    }

    /// Lines of a struct or interface that are a type alone.
    fn embedded(&self) -> Vec<String> {
        let Some(open) = self.masked[self.name_end..].find('{').map(|open| self.name_end + open) else {
            return Vec::new();
        };
        if !self.masked[self.name_end..open].trim_end().ends_with(['t', 'e']) {
            return Vec::new();
        }
        let end = closing(self.masked, open).saturating_sub(1).max(open + 1);
        let lines = self.masked[open + 1..end].lines().map(str::trim);
        let is_type = |line: &&str| {
            let name = line.trim_start_matches('*');
            !name.is_empty() && name.bytes().all(|byte| is_word(byte) || byte == b'.')
        };
        lines.filter(is_type).map(str::to_owned).collect()
    }

    /// What a function returns, as written.
    pub fn returned(&self) -> Option<String> {
        let open = self.parameters_at()?;
        let at = skip_space(self.masked, closing(self.masked, open));
        let rest = &self.masked[at..];
        let (from, ends): (usize, &[char]) = match self.family {
            Family::Python => (at + rest.strip_prefix("->").map(|_| 2)?, &[':']),
            Family::Rust => (at + rest.strip_prefix("->").map(|_| 2)?, &['{', ';']),
            Family::Ecmascript | Family::Kotlin | Family::Php => {
                (at + rest.strip_prefix(':').map(|_| 1)?, &['{', ';', '=', '\n'])
            }
            Family::Go => (at, &['{', '\n']),
            Family::Java => return self.before_name(),
            Family::Ruby => return None,
        };
        let to = end_outside(self.masked, from, ends);
        let to = self.masked[from..to].find(" where").map_or(to, |at| from + at);
        Some(on_one_line(&self.text[from..to], WIDTH)).filter(|shown| !shown.is_empty())
    }

    /// What an element of an annotation is where it is not given: `" "` of `String separators() default " "`.
    pub fn element_default(&self) -> Option<(String, Range<usize>)> {
        let open = self.parameters_at().filter(|_| self.family == Family::Java)?;
        let at = skip_space(self.masked, closing(self.masked, open));
        let from = at + self.masked[at..].strip_prefix("default").map(|_| "default".len())?;
        let to = end_outside(self.masked, from, &[';']);
        let value = on_one_line(self.text[from..to].trim(), WIDTH);
        (!value.is_empty()).then_some((value, 0..to))
    }

    /// The value that a constant, variable or field is given, and where it is.
    pub fn value(&self) -> Option<(String, Range<usize>)> {
        let end = match self.family {
            Family::Python | Family::Go | Family::Ruby | Family::Kotlin => statement_end(self.masked, self.name_end),
            _ => end_outside(self.masked, self.name_end, &[';', ',']),
        };
        let equals = assignment(self.masked, self.name_end, end).or_else(|| {
            // `name: value` in an object.
            let at = skip_space(self.masked, self.name_end);
            let value = self.masked[at..].strip_prefix(':')?.trim_start();
            let is_literal = value
                .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '`' | '[' | '-'))
                || ["true", "false", "null"].iter().any(|word| value.starts_with(word));
            (self.family == Family::Ecmascript && is_literal).then_some(at)
        })?;
        let value = on_one_line(self.text[equals + 1..end].trim_start_matches('=').trim(), WIDTH);
        (!value.is_empty()).then_some((value, 0..end))
    }

    /// The declared type of a constant, variable or field.
    pub fn declared(&self) -> Option<String> {
        if matches!(self.family, Family::Java | Family::Php) {
            return self.before_name();
        }
        let end = statement_end(self.masked, self.name_end);
        let to = assignment(self.masked, self.name_end, end).unwrap_or(end);
        let between = self.text.get(self.name_end..to)?.trim().trim_start_matches('?').trim_end_matches(':');
        let written = match self.family {
            Family::Go => between,
            _ => between.strip_prefix(':')?.trim().trim_end_matches(','),
        };
        Some(on_one_line(written, WIDTH)).filter(|written| !written.is_empty())
    }

    /// The type in front of a name.
    fn before_name(&self) -> Option<String> {
        let before = self.masked[..self.name_end].trim_end_matches(|c: char| is_word(c as u8) || !c.is_ascii());
        let line = before.trim_end().rsplit(['\n', ';', '}', '{', ')']).next()?;
        const MODIFIERS: &[&str] = &[
            "public",
            "private",
            "protected",
            "static",
            "final",
            "abstract",
            "volatile",
            "transient",
            "default",
            "synchronized",
            "native",
            "internal",
            "readonly",
            "const",
            "var",
            "override",
            "virtual",
        ];
        let words = line.split_whitespace().filter(|word| !MODIFIERS.contains(word) && !word.starts_with('@'));
        Some(words.collect::<Vec<_>>().join(" ")).filter(|written| !written.is_empty())
    }

    /// The fields that a body of `{ name: value, .. }` or `Self { .. }` sets: what `Default` of Rust gives.
    pub fn set_in_body(&self) -> Vec<Slot> {
        let Some(open) = self.masked.rfind("Self {").map(|at| at + 5) else { return Vec::new() };
        let end = closing(self.masked, open).saturating_sub(1).max(open + 1);
        let field = |(from, to): (usize, usize)| {
            let from = skip_space(self.masked, from);
            let name = dotted_name(self.masked, from).trim_end_matches(':').to_owned();
            let colon = from + self.masked[from..to].find(':')?;
            let default = Some(on_one_line(self.text[colon + 1..to].trim(), WIDTH));
            Some(Slot { name, default, range: from..to })
        };
        pieces(self.masked, open + 1, end, false).into_iter().filter_map(field).collect()
    }
}

fn skip_space(masked: &str, at: usize) -> usize {
    at + masked[at..].len() - masked[at..].trim_start().len()
}

pub fn angles_end(masked: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in masked.bytes().enumerate().skip(open) {
        match byte {
            b'<' => depth += 1,
            b'>' if at > 0 && !matches!(masked.as_bytes()[at - 1], b'-' | b'=') => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    masked.len()
}

/// The first of these letters outside of brackets.
pub fn end_outside(masked: &str, from: usize, ends: &[char]) -> usize {
    let mut at = from;
    while let Some(letter) = masked[at..].chars().next() {
        if ends.contains(&letter) && !masked[at..].starts_with("=>") {
            return at;
        }
        at = match letter {
            '(' | '[' | '{' => closing(masked, at),
            ')' | ']' | '}' => return at,
            _ => at + letter.len_utf8(),
        };
    }
    masked.len()
}

/// The `=` that gives a value, outside of brackets.
pub fn assignment(masked: &str, from: usize, to: usize) -> Option<usize> {
    let bytes = masked.as_bytes();
    let mut depth = 0i32;
    for at in from..to {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'=' if depth == 0 => {
                let is_other = matches!(bytes.get(at + 1), Some(b'=' | b'>'))
                    || (at > from && matches!(bytes[at - 1], b'=' | b'!' | b'<' | b'>'));
                if !is_other {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::masked::masked;
    use super::*;

    fn with<T>(text: &str, name: &str, family: Family, ask: impl Fn(&Head<'_>) -> T) -> T {
        let masked = masked(text, family);
        let name_end = super::super::masked::places(&masked, name).next().unwrap() + name.len();
        ask(&Head { text, masked: &masked, name_end, family })
    }

    fn parameters(text: &str, family: Family) -> Vec<String> {
        with(text, "f", family, |head| {
            let slots = head.parameters().into_iter();
            slots
                .map(|slot| slot.default.map_or(slot.name.clone(), |default| format!("{}={default}", slot.name)))
                .collect()
        })
    }

    #[test]
    fn parameters_come_with_their_defaults() {
        use Family::*;
        assert_eq!(
            parameters("def f(self, host: str = \"a,b\", *, port=5000, **kw):", Python),
            ["host=\"a,b\"", "port=5000", "kw"]
        );
        assert_eq!(parameters("f<T>(a: Map<string, T>, b? = 1, ...rest)", Ecmascript), ["a", "b=1", "rest"]);
        assert_eq!(
            parameters("f = async ({ timeout = 5, host }: Options = {}) => 1", Ecmascript),
            ["timeout=5", "host"]
        );
        assert_eq!(parameters("fn f(&self, a: u32, mut b: Vec<(u8, u8)>)", Rust), ["a", "b"]);
        assert_eq!(parameters("func f(a, b int, opts ...Option)", Go), ["a", "b", "opts"]);
        assert_eq!(parameters("f(final String a, Map<K, V> b)", Java), ["a", "b"]);
        assert_eq!(
            parameters("function f(array $a = [], ?Foo &$b = null, private int $c = 5, ...$rest)", Php),
            ["a=[]", "b=null", "c=5", "rest"]
        );
        assert_eq!(
            parameters("fun f(a: Map<String, Int>, vararg b: T, private val c: Int = 5)", Kotlin),
            ["a", "b", "c=5"]
        );
        assert_eq!(parameters("class f<T> internal constructor(val a: Int = 1) : B(2)", Kotlin), ["a=1"]);
        assert_eq!(
            parameters("def f(path, options = {}, *rest, strict: true, &block)", Ruby),
            ["path", "options={}", "rest", "strict=true", "block"]
        );
        let default = |text| with(text, "f", Java, |head| head.element_default().map(|(value, _)| value));
        assert_eq!(default("String f() default \" \";").as_deref(), Some("\" \""));
        assert_eq!(default("String f();"), None);
    }

    #[test]
    fn bases_are_those_of_the_head() {
        use Family::*;
        let bases = |text: &str, family| with(text, "Order", family, |head| head.bases());
        assert_eq!(bases("class Order(Base, Generic[T], metaclass=M):", Python), ["Base", "Generic[T]"]);
        assert_eq!(bases("class Order extends Base<T> implements A, B {", Ecmascript), ["Base<T>", "A", "B"]);
        assert_eq!(bases("interface Order extends A, B {", Java), ["A", "B"]);
        assert_eq!(bases("class Order : Base<T>, IFoo where T : class {", Java), ["Base<T>", "IFoo"]);
        assert_eq!(bases("class Order(val x: Int) : Base(x), Foo by y {", Kotlin), ["Base(x)", "Foo"]);
        assert_eq!(bases("object Order {\n    val x: Int = 5\n}", Kotlin), [] as [&str; 0]);
        assert_eq!(bases("class Order extends Base implements \\A, B\n{", Php), ["Base", "\\A", "B"]);
        assert_eq!(bases("pub trait Order: Send + Clone {", Rust), ["Send", "Clone"]);
        assert_eq!(bases("type Order struct {\n\tBase\n\t*pkg.Other\n\tname string\n}", Go), ["Base", "*pkg.Other"]);
    }

    #[test]
    fn types_and_values_are_as_written() {
        use Family::*;
        let value = |text: &str, family| {
            with(text, "X", family, |head| (head.declared(), head.value().map(|(value, _)| value)))
        };
        let some = |a: &str, b: &str| (Some(a.to_owned()), Some(b.to_owned()));
        assert_eq!(value("X: int = 5 # five", Python), some("int", "5 # five"));
        assert_eq!(value("const X: number = 5;", Ecmascript), some("number", "5"));
        assert_eq!(value("pub const X: &str = \"a\";", Rust), some("&str", "\"a\""));
        assert_eq!(value("X time.Duration = 5 * time.Second", Go), some("time.Duration", "5 * time.Second"));
        assert_eq!(value("private static final int X = 5;", Java), some("int", "5"));
        assert_eq!(value("const val X: Int = 5\n", Kotlin), some("Int", "5"));
        assert_eq!(value("private readonly int X = 5;", Php), some("int", "5"));
        let returned = |text: &str, family| with(text, "f", family, |head| head.returned());
        assert_eq!(returned("def f(a) -> list[int]:\n    pass", Python).as_deref(), Some("list[int]"));
        assert_eq!(returned("fn f() -> Result<(), Error> { x }", Rust).as_deref(), Some("Result<(), Error>"));
        assert_eq!(returned("f(a): Promise<void> {", Ecmascript).as_deref(), Some("Promise<void>"));
        assert_eq!(returned("func f() (int, error) {", Go).as_deref(), Some("(int, error)"));
        assert_eq!(returned("public List<String> f() {", Java).as_deref(), Some("List<String>"));
    }
}
