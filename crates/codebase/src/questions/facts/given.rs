//! Values that code gives to a name elsewhere than where it is declared: a constructor, a table or schema of defaults, what is
//! taken where nothing was given (`x ?? 5`, `unwrap_or(5)`, `if x is None: x = 5`).

use super::head::end_outside;
use super::masked::{Family, closing, is_word, on_one_line, pieces, statement_end};
use super::option_default;
use super::plain_value::is_plain;
use std::ops::Range;

/// Longest value that is quoted, in characters.
const WIDTH: usize = 160;
/// How far back the call around an option's name may open, in bytes.
const CALL: usize = 400;
/// Longest object that is a value, in bytes.
const OBJECT: usize = 400;

/// Most words of a name that is a string.
const MOST_WORDS: usize = 3;

/// What is taken as the value where none was given.
const FALLBACKS: &[&str] = &["??", "?:", "||", " or ", ".unwrap_or", ".getOrDefault(", ".getOrElse(", ".orElse("];
/// What conditions that a value was not given are made of; `!=` is taken out before.
#[rustfmt::skip]
const UNSET: &[&str] = &[
    "is None", "== null", "== undefined", "== nil", "== 'undefined'", "== \"undefined\"", "is_none()", "isEmpty()", "is_empty()",
    "<= 0", "== 0", "< 1", "== \"\"", "== ''", "not in ",
];

/// How a value is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// In a list of values by name; a default where the list is one.
    Listed,
    /// Where nothing else was given.
    Fallback,
}

/// A value given to a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub name: String,
    pub value: String,
    pub way: Way,
    /// Of the whole statement or entry, in bytes.
    pub from: usize,
    pub to: usize,
}

/// The values given to names that `fits` takes, in the order of the text.
pub fn values(text: &str, masked: &str, family: Family, fits: impl Fn(&str) -> bool) -> Vec<Given> {
    let scan = Scan { text, masked, family };
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
        let token = scan.token(at, end);
        if let Some((from, to)) = token.filter(|(from, to)| fits(&text[*from..*to])) {
            // `Options: Options` of an interface is a type.
            let given = scan.given(from, to).filter(|given| given.value != given.name);
            // What is chosen among several values is one value.
            let is_choice =
                given.as_ref().is_some_and(|given| ["max(", "min("].iter().any(|of| given.value.contains(of)));
            at = given.as_ref().filter(|_| is_choice).map_or(to.max(end), |given| given.to.max(end));
            found.extend(given);
        } else {
            at = end;
        }
    }
    // An option that is named twice has its default once.
    found.dedup_by(|a, b| a.value == b.value && (a.from == b.from || a.to == b.to && a.way == b.way));
    found
}

struct Scan<'t> {
    text: &'t str,
    masked: &'t str,
    family: Family,
}

impl Scan<'_> {
    /// The name at these bytes: of code, or a whole string of words.
    fn token(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        if self.masked[from..to] == self.text[from..to] {
            return Some((from, to));
        }
        let line = self.text[..from].rfind('\n').map_or(0, |newline| newline + 1);
        let open = self.text[line..from].rfind(['"', '\'']).map(|at| line + at)?;
        let is_string = self.masked.as_bytes()[open] == self.text.as_bytes()[open];
        let before = self.text[open + 1..from].trim_start_matches('-');
        let is_flag = self.text[open + 1..].starts_with('-');
        if !is_string || !(before.is_empty() || is_flag && is_short_flag(before)) {
            return None;
        }
        let quote = self.text.as_bytes()[open] as char;
        let close = from + self.text[from..].find(quote)?;
        // `--port <number>`: what it takes is no part of its name.
        let close = if is_flag {
            self.text[from..close].find([' ', '=', '<', '[']).map_or(close, |taken| from + taken)
        } else {
            close
        };
        let is_name = self.text[from..close].bytes().all(|byte| is_word(byte) || matches!(byte, b'-' | b'.' | b' '));
        // A sentence is the help of an option, and no name.
        let words = self.text[from..close].split(' ').count();
        let is_sentence = words > MOST_WORDS || self.text[from..close].ends_with('.');
        (is_name && !is_sentence && close - from < 60).then_some((from, close))
    }

    fn given(&self, from: usize, to: usize) -> Option<Given> {
        let is_string = self.masked[from..to] != self.text[from..to];
        let quote = || self.text[to..].find(['"', '\'']).map_or(to, |quote| to + quote + 1);
        let behind = if is_string { quote() } else { to };
        let after = behind + self.masked[behind..].len() - self.masked[behind..].trim_start_matches([' ', '\t']).len();
        let rest = &self.masked[after..];
        let name = &self.text[from..to];
        if is_string && rest.starts_with(',') {
            let given = self.fallback_of_key(name, from, after).or_else(|| self.option(name, from));
            return given.or_else(|| self.option_default(name, from));
        }
        if is_string && rest.starts_with(')') {
            return self.option(name, from).or_else(|| self.option_default(name, from));
        }
        // `Arg::new(PORT).default_value("80")`
        let is_constant = name.starts_with(char::is_uppercase) && is_plain(name);
        if !is_string && is_constant && rest.starts_with(')') {
            return self.option_default(name, from);
        }
        if let Some(value) = self.schema(after) {
            return Some(self.made(name, &value, Way::Fallback, from, after));
        }
        let key = rest.strip_prefix(']').filter(|_| is_string);
        let rest = key.map_or(rest, |rest| rest.trim_start_matches(' '));
        let at = self.masked.len() - rest.len();
        let is_assigned = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>");
        let is_entry = rest.starts_with(':') && !rest.starts_with("::") && !rest.starts_with(":=");
        if is_assigned || rest.starts_with(":=") {
            let value_at = at + if rest.starts_with(":=") { 2 } else { 1 };
            return self.assigned(name, from, value_at);
        }
        if is_entry {
            return self.entry(name, from, at + 1);
        }
        self.fallback(name, from, at)
    }

    /// `x = ..`: where nothing was given before, or with what is taken then.
    fn assigned(&self, name: &str, from: usize, value_at: usize) -> Option<Given> {
        // `f(x=1, y=2)`: an argument, or the default of a parameter.
        let end = if self.is_in_parentheses(from) {
            end_outside(self.masked, value_at, &[',', '\n', ';'])
        } else {
            statement_end(self.masked, value_at)
        };
        let code = &self.masked[value_at..end];
        let value = self.code(value_at, end).trim_end_matches(',');
        if let Some(stated) = option_default::in_expression(self.masked, value_at).filter(|stated| stated.end <= end) {
            return Some(self.at(name, stated, from));
        }
        let condition = self.unset_before(name, from);
        let way = if is_fallback(code, self.family) || condition.is_some() {
            Way::Fallback
        } else if is_plain(value) || is_constant_path(value) {
            Way::Listed
        } else {
            return None;
        };
        Some(self.made(name, value, way, condition.unwrap_or(from), end))
    }

    /// Whether the innermost bracket that is open at a byte is a parenthesis.
    fn is_in_parentheses(&self, at: usize) -> bool {
        let mut depth = 0;
        let before = self.masked.as_bytes()[at.saturating_sub(CALL)..at].iter().rev();
        let open = before.into_iter().find(|byte| {
            match byte {
                b')' | b']' | b'}' => depth += 1,
                b'(' | b'[' | b'{' => depth -= 1,
                _ => {}
            }
            depth < 0
        });
        open == Some(&b'(')
    }

    /// `name: value` in an object, a struct or a dictionary.
    fn entry(&self, name: &str, from: usize, value_at: usize) -> Option<Given> {
        let end = end_outside(self.masked, value_at, &[',', '\n', ';']);
        let value = self.code(value_at, end);
        let stated = if self.family == Family::Rust {
            option_default::in_attributes(self.masked, from)
        } else {
            option_default::in_expression(self.masked, value_at).map(|stated| (from, stated))
        };
        if let Some((from, stated)) = stated {
            return Some(self.at(name, stated, from));
        }
        // `headers: { common: { accept: 'json' } }`
        if value.starts_with('{') && self.family == Family::Ecmascript {
            let open = value_at + self.masked[value_at..].find('{')?;
            let end = closing(self.masked, open);
            let whole = on_one_line(self.text.get(open..end)?, OBJECT);
            return (end - open < OBJECT && is_of_literals(&whole))
                .then(|| self.made(name, &whole, Way::Listed, from, end));
        }
        let is_read_off = is_plain(value) || is_constant_path(value);
        let is_given = is_read_off || is_fallback(&self.masked[value_at..end], self.family);
        let way = if is_read_off { Way::Listed } else { Way::Fallback };
        is_given.then(|| self.made(name, value, way, from, end))
    }

    /// `name: { type: 'integer', default: 5 }`.
    fn schema(&self, after: usize) -> Option<String> {
        let rest = self.masked[after..].strip_prefix(':')?;
        let open = self.masked.len() - rest.trim_start().len();
        if !self.masked[open..].starts_with('{') {
            return None;
        }
        let end = closing(self.masked, open).saturating_sub(1).max(open + 1);
        pieces(self.masked, open + 1, end, false).into_iter().find_map(|(from, to)| {
            let (key, _) = self.text[from..to].split_once(':')?;
            let value = &self.text[from + key.len() + 1..to];
            let is_default = matches!(key.trim().trim_matches(['"', '\'']), "default" | "defaultValue");
            (is_default && !value.trim().is_empty()).then(|| value.trim().to_owned())
        })
    }

    /// What follows where nothing was given: `?? 5`, `.unwrap_or(5)`, `=== undefined ? 5 : x`.
    fn fallback(&self, name: &str, from: usize, at: usize) -> Option<Given> {
        let rest = self.masked[at..].trim_start();
        let at = self.masked.len() - rest.len();
        let (value_at, end) = if let Some(mark) =
            ["??", "?:", "||", "or "].into_iter().find(|mark| rest.starts_with(mark))
        {
            let is_own = match mark {
                "or " => self.family == Family::Python,
                "??" => has_coalescing(self.family),
                "?:" => has_elvis(self.family),
                _ => self.family == Family::Ecmascript,
            };
            let value_at = at + mark.len();
            let end = end_outside(self.masked, value_at, &[',', ';', '\n', ':']);
            let is_meant = is_own && (matches!(mark, "??" | "?:") || is_plain(self.text[value_at..end].trim()));
            is_meant.then_some((value_at, end))?
        } else if rest.starts_with(".unwrap_or") || rest.starts_with(".orElse(") || rest.starts_with(".getOrElse(") {
            let open = at + rest.find('(')?;
            (open + 1, closing(self.masked, open).saturating_sub(1).max(open + 1))
        } else {
            let (unset, behind) =
                if let Some(behind) = compared(rest, "=") { (true, behind) } else { (false, compared(rest, "!")?) };
            let value_at = self.masked.len() - behind.strip_prefix('?')?.len();
            let until = if unset { [':', ';', '\n'].as_slice() } else { &[':', ';'] };
            let end = end_outside(self.masked, value_at, until);
            if unset {
                (value_at, end)
            } else {
                // `x !== undefined ? f(x) : 5`
                let value_at = end + usize::from(self.masked[end..].starts_with(':'));
                (value_at, end_outside(self.masked, value_at, &[',', ';', '\n']))
            }
        };
        let value = self.code(value_at, end).trim_start_matches("|| ");
        let value = value.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(value);
        let value =
            if value.is_empty() && rest.starts_with(".unwrap_or_default") { "Default::default()" } else { value };
        (!value.is_empty()).then(|| self.made(name, value, Way::Fallback, from, end))
    }

    /// `.get("name", 5)`, `get(section, "name", 5)`.
    fn fallback_of_key(&self, name: &str, from: usize, comma: usize) -> Option<Given> {
        let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        let head = self.masked[..from].trim_end_matches(['"', '\'']).trim_end();
        // `getattr(meta, "name", 5)`: what has the key is before it.
        let first = head.strip_suffix(',').map(|head| {
            let head = head.trim_end();
            let string =
                head.strip_suffix(['"', '\'']).map(|head| head.trim_end_matches(' ').trim_end_matches(['"', '\'']));
            string.unwrap_or_else(|| head.trim_end_matches(is_path))
        });
        let call = first.unwrap_or(head).trim_end().strip_suffix('(')?;
        let called = &call[call.trim_end_matches(is_path).len()..];
        let is_sure = match first {
            Some(_) => called.ends_with("getattr"),
            None => {
                let calls = [".get", ".pop", ".setdefault", ".getOrDefault", "getenv"];
                calls.iter().any(|known| call.ends_with(known))
            }
        };
        let end = closing(self.masked, call.len()).saturating_sub(1).max(comma + 1);
        let (value_at, to) = pieces(self.masked, comma + 1, end, false).into_iter().next()?;
        let value = self.text[value_at..to].trim();
        if value.starts_with("default=") || value.starts_with("fallback=") {
            return None;
        }
        // A function of one's own may take anything behind the key; a constant is what it gives back.
        let is_meant =
            is_sure || is_plain(value) && option_default::is_getter(called.rsplit('.').next().unwrap_or(called));
        (is_meant && !value.is_empty()).then(|| self.made(name, value, Way::Fallback, from, to))
    }

    /// `option("--name", default=5)`.
    fn option(&self, name: &str, from: usize) -> Option<Given> {
        let mut depth = 0;
        let first = from.saturating_sub(CALL);
        let open = (first..from).rev().find(|at| {
            match self.masked.as_bytes()[*at] {
                b')' | b']' | b'}' => depth += 1,
                b'(' | b'[' | b'{' => depth -= 1,
                _ => {}
            }
            depth < 0
        })?;
        if self.masked.as_bytes()[open] != b'(' {
            return None;
        }
        let end = closing(self.masked, open).saturating_sub(1).max(open + 1);
        pieces(self.masked, open + 1, end, false).into_iter().find_map(|(from, to)| {
            let piece = self.text[from..to].trim();
            let named = ["default", "fallback"].iter().find_map(|name| piece.strip_prefix(name))?;
            let value = named.trim_start().strip_prefix(['=', ':'])?.trim();
            (!value.is_empty()).then(|| self.made(name, value, Way::Fallback, from, to))
        })
    }

    /// `Arg::new("name").default_value("5")`, `.option("--name <n>", "..", 5)`, `flag.Int("name", 5, "..")`.
    fn option_default(&self, name: &str, from: usize) -> Option<Given> {
        let value = match self.family {
            Family::Go => option_default::flag(self.masked, from),
            Family::Ecmascript => option_default::behind_description(self.masked, self.text, from),
            _ => None,
        };
        Some(self.at(name, value.or_else(|| option_default::behind_name(self.masked, from))?, from))
    }

    /// A default that is given at these bytes.
    fn at(&self, name: &str, value: Range<usize>, from: usize) -> Given {
        self.made(name, &self.text[value.clone()], Way::Fallback, from, value.end)
    }

    /// Where the condition right before begins that asks whether the name has no value yet.
    fn unset_before(&self, name: &str, from: usize) -> Option<usize> {
        let line = self.masked[..from].rfind('\n').map_or(0, |newline| newline + 1);
        let above = self.text[..line].trim_end();
        let above_at = above.rfind('\n').map_or(0, |newline| newline + 1);
        let asks = |line: &str| {
            let condition = line.trim_start().trim_start_matches(['}', ' ']);
            let condition = condition.strip_prefix("else ").unwrap_or(condition);
            let leaves = ["throw ", "return", "raise ", "panic"].iter().any(|word| condition.contains(word));
            (condition.starts_with("if") || condition.starts_with("elif")) && !leaves && is_unset(condition, name)
        };
        let lines = [(line, &self.text[line..from]), (above_at, &above[above_at..])];
        lines.into_iter().find(|(_, text)| asks(text)).map(|(at, _)| at)
    }

    /// The text without a comment behind it.
    fn code(&self, from: usize, to: usize) -> &str {
        let length = self.masked[from..to].trim_end().len();
        self.text[from..from + length].trim()
    }

    fn made(&self, name: &str, value: &str, way: Way, from: usize, to: usize) -> Given {
        let value = on_one_line(value.trim(), WIDTH);
        Given { name: name.to_owned(), value, way, from, to }
    }
}

/// An object of literals, and no schema of one: `{ retries: 3, accept: 'json' }`.
fn is_of_literals(object: &str) -> bool {
    let has_literal = object.contains(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\''));
    has_literal && !["(", "=>", "type:", "type :", "${"].iter().any(|other| object.contains(other))
}

/// What is before a long flag in one string: `p, --`.
fn is_short_flag(before: &str) -> bool {
    let short = before.trim_end_matches('-').trim_end_matches([' ', ',', '|', '/']);
    short.len() == 1 && short.len() < before.len()
}

/// What follows a comparison with nothing: `? 5 : x` of `=== undefined ? 5 : x`, by the first character of the operator.
fn compared<'c>(code: &'c str, operator: &str) -> Option<&'c str> {
    let operand = code.strip_prefix(operator)?.trim_start_matches('=');
    let behind = ["undefined", "null", "nil"].iter().find_map(|nothing| operand.trim_start().strip_prefix(nothing))?;
    let is_compared = code[operator.len()..].starts_with('=');
    Some(behind.trim_start()).filter(|behind| is_compared && behind.starts_with('?'))
}

/// Whether a condition asks that the name has no value.
fn is_unset(condition: &str, name: &str) -> bool {
    let plain = condition.replace("!==", "~").replace("!=", "~");
    plain.match_indices(name).any(|(at, _)| {
        let before = plain[..at].trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'));
        before.ends_with('!') || before.ends_with("not ") || UNSET.iter().any(|word| plain.contains(word))
    })
}

/// Whether `x ?? 5` is 5 where there is no `x`; of the family of Java in C#.
fn has_coalescing(family: Family) -> bool {
    matches!(family, Family::Ecmascript | Family::Php | Family::Java)
}

/// Whether `x ?: 5` is 5 where there is no `x`.
fn has_elvis(family: Family) -> bool {
    matches!(family, Family::Kotlin | Family::Php)
}

fn is_fallback(code: &str, family: Family) -> bool {
    let marks = FALLBACKS.iter().filter(|mark| match **mark {
        "??" => has_coalescing(family),
        "?:" => has_elvis(family),
        "||" => family == Family::Ecmascript,
        " or " => family == Family::Python,
        _ => true,
    });
    let is_choice = match family {
        Family::Python => code.contains(" is None else ") || code.contains(" is not None else "),
        Family::Ecmascript | Family::Java | Family::Php => {
            code.contains(" ? ") && ["undefined", "null"].iter().any(|word| code.contains(word))
        }
        _ => false,
    };
    is_choice || marks.into_iter().any(|mark| code.contains(mark))
}

/// A name of a constant, of a type or of a function of another module: `InfoLevel`, `os.Stderr`, `Level::Info`.
fn is_constant_path(value: &str) -> bool {
    let value = value.trim().trim_end_matches(',').trim_start_matches('&');
    // `new(TextFormatter)`, `new Formatter()`, `Formatter{}`: one that is made without arguments.
    let made = value.strip_prefix("new(").and_then(|value| value.strip_suffix(')'));
    let made = made.or_else(|| value.strip_prefix("new ").and_then(|value| value.strip_suffix("()")));
    let value = made.or_else(|| value.strip_suffix("{}")).unwrap_or(value);
    let last = value.rsplit(['.', ':']).next().unwrap_or("");
    last.starts_with(char::is_uppercase) && value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'))
}

#[cfg(test)]
mod tests {
    use super::super::masked::masked;
    use super::*;

    fn given(text: &str, family: Family) -> Vec<String> {
        let found = values(text, &masked(text, family), family, |name| name.to_lowercase().contains("port"));
        found.into_iter().map(|given| format!("{} = {}", given.name, given.value)).collect()
    }

    #[test]
    fn what_a_function_of_ones_own_takes_behind_a_key_is_a_fallback() {
        let python = |text: &str| given(text, Family::Python);
        assert_eq!(python("x = integer(get(section, 'port', 80))"), ["port = 80"]);
        assert_eq!(python("x = parser.getdefault('port', None)"), ["port = None"]);
        assert_eq!(python("x = parser.saneget(section, 'port', True, expansions=self.here)"), ["port = True"]);
        assert_eq!(python("x = config.getint('server', 'port', fallback=80)"), ["port = 80"]);
        assert_eq!(given("viper.SetDefault(\"port\", 80)", Family::Go), ["port = 80"]);
        // What is no constant, and what reads nothing.
        assert!(python("x = get(section, 'port', other)").is_empty());
        assert!(python("x = widget('port', 80)").is_empty() && python("x = f(section, 'port', 80)").is_empty());
    }

    #[test]
    fn what_an_option_is_given_is_its_default() {
        let script = |text: &str| given(text, Family::Ecmascript);
        let rust = |text: &str| given(text, Family::Rust);
        assert_eq!(rust("Arg::new(\"port\").short('p').default_value(\"80\").help(\"..\")"), ["port = \"80\""]);
        assert_eq!(rust("Arg::new(id::PORT)\n    .long(\"port\")\n    .default_value_t(80)"), ["PORT = 80"]);
        assert_eq!(
            rust("struct Args {\n    #[arg(short, default_value_t = 80)]\n    pub port: u16,\n}"),
            ["port = 80"]
        );
        assert_eq!(script("program.option('-p, --port <number>', 'The port', 80)"), ["port = 80"]);
        assert_eq!(script("program.option('--port <number>', 'The port', parse, 80)"), ["port = 80"]);
        assert_eq!(script("const schema = { port: z.number().int().default(80), name: z.string() }"), ["port = 80"]);
        assert_eq!(given("flag.Int(\"port\", 80, \"The port\")", Family::Go), ["port = 80"]);
        assert_eq!(given("cmd.Flags().IntVarP(&o.port, \"port\", \"p\", 80, \"The port\")", Family::Go), ["port = 80"]);
        assert!(rust("Arg::new(\"port\").required(true)").is_empty());
        assert!(script("program.option('-p, --port <number>', 'The port')").is_empty());
        assert!(script("const x = { port: require('port').default(options) }").is_empty());
    }
}
