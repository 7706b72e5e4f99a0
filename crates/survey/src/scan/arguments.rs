//! The arguments of a call, as they are written.

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its name, where it is given by name: `name=value`.
    pub name: Option<String>,
    /// The value as written.
    pub text: String,
}

impl Argument {
    /// The text of a string literal; `None` for anything else.
    pub fn literal(&self) -> Option<String> {
        literal(&self.text)
    }
}

/// The arguments of the last call in a piece of code: `("/x")` of `app.route("/x")`.
pub fn arguments(code: &str) -> Vec<Argument> {
    let Some(inside) = last_group(code) else { return Vec::new() };
    split(inside).into_iter().filter(|text| !text.trim().is_empty()).map(argument).collect()
}

/// What is inside the last brackets that stand at the outermost level.
fn last_group(code: &str) -> Option<&str> {
    let (mut depth, mut start, mut found) = (0usize, 0, None);
    walk(code, |at, c| match c {
        b'(' | b'[' | b'{' => {
            if depth == 0 {
                start = at + 1;
            }
            depth += 1;
        }
        b')' | b']' | b'}' => {
            depth = depth.saturating_sub(1);
            if depth == 0 && c == b')' {
                found = Some((start, at));
            }
        }
        _ => {}
    });
    let (start, end) = found?;
    code.get(start..end)
}

/// The parts between commas at the outermost level.
pub fn split(inside: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0usize, 0, Vec::new());
    walk(inside, |at, c| match c {
        b'(' | b'[' | b'{' => depth += 1,
        b')' | b']' | b'}' => depth = depth.saturating_sub(1),
        b',' if depth == 0 => {
            parts.push(&inside[start..at]);
            start = at + 1;
        }
        _ => {}
    });
    parts.push(&inside[start.min(inside.len())..]);
    parts
}

/// What is inside of a bracket that has been opened in front of this code; `None` where it is not closed.
pub fn until_closed(code: &str) -> Option<&str> {
    let (mut depth, mut end) = (1usize, None);
    walk_while(code, |at, c| {
        match c {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            end = Some(at);
        }
        depth > 0
    });
    code.get(..end?)
}

/// Whether a byte of JavaScript is inside of a string that opens on its line; `${...}` in a template is code.
pub fn is_in_string(code: &str, at: usize) -> bool {
    let start = code[..at].rfind('\n').map_or(0, |end| end + 1);
    // The open strings and the code in templates, the innermost last.
    let mut open: Vec<char> = Vec::new();
    let (mut before, mut escaped) = (' ', false);
    for c in code[start..at].chars() {
        match open.last() {
            Some('"' | '\'' | '`') if escaped => escaped = false,
            Some('"' | '\'' | '`') if c == '\\' => escaped = true,
            Some('`') if before == '$' && c == '{' => open.push('{'),
            Some(quote @ ('"' | '\'' | '`')) if c == *quote => drop(open.pop()),
            Some('"' | '\'' | '`') => {}
            Some('{') if c == '}' => drop(open.pop()),
            Some('{') if c == '{' => open.push('{'),
            _ if matches!(c, '"' | '\'' | '`') => open.push(c),
            _ => {}
        }
        before = c;
    }
    matches!(open.last(), Some('"' | '\'' | '`'))
}

/// Visits each byte outside of strings: all that matters is ASCII.
fn walk(code: &str, mut visit: impl FnMut(usize, u8)) {
    walk_while(code, |at, c| {
        visit(at, c);
        true
    });
}

/// The same until the visitor returns false.
fn walk_while(code: &str, mut visit: impl FnMut(usize, u8) -> bool) {
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in code.bytes().enumerate() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == b'\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, b'"' | b'`') || (c == b'\'' && is_string(&code[at + 1..])) => quote = Some(c),
            None if !visit(at, c) => return,
            None => {}
        }
    }
}

/// Whether what follows a `'` closes it on the same line: a lifetime does not.
fn is_string(rest: &str) -> bool {
    memchr::memchr2(b'\n', b'\'', rest.as_bytes()).is_some_and(|at| rest.as_bytes()[at] == b'\'')
}

fn argument(text: &str) -> Argument {
    let text = text.trim();
    let named = text.split_once('=').filter(|(name, value)| {
        let name = name.trim();
        !value.starts_with(['=', '>']) && !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    match named {
        Some((name, value)) => Argument { name: Some(name.trim().to_owned()), text: value.trim().to_owned() },
        None => Argument { name: None, text: text.to_owned() },
    }
}

/// The text of a string literal of any of the languages; `None` for an expression, or text with something put in.
pub fn literal(text: &str) -> Option<String> {
    let text = text.trim();
    let bare = text.trim_start_matches(['r', 'b', 'u', 'R', 'B', 'U', '#']).trim_end_matches('#');
    let quote = bare.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inner = bare.strip_prefix(quote)?.strip_suffix(quote)?;
    let unescaped = inner.replace("\\\\", "");
    let is_whole = unescaped.split(quote).rev().skip(1).all(|part| part.ends_with('\\'));
    let is_template = quote == '`' && inner.contains("${");
    (is_whole && !is_template && text.len() > 1).then(|| inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_arguments_of_the_last_call() {
        let shown = |code: &str| {
            let show = |a: Argument| format!("{}{}", a.name.map_or(String::new(), |name| name + "="), a.text);
            arguments(code).into_iter().map(show).collect::<Vec<_>>().join(" | ")
        };
        assert_eq!(shown("app.route(\"/a,b\", methods=['GET', \"POST\"])"), "\"/a,b\" | methods=['GET', \"POST\"]");
        assert_eq!(shown("app.route('/x').get((req, res) => { f(1, 2) })"), "(req, res) => { f(1, 2) }");
        assert_eq!(shown("f()"), "");
        assert_eq!(shown("f(a == b, x=>y, c = 'it''s')"), "a == b | x=>y | c='it''s'");
    }

    #[test]
    fn code_in_a_template_is_in_no_string() {
        let at = |code: &str| is_in_string(code, code.find("env").unwrap());
        assert!(at("log('is env')") && at("log(`is env`)") && at(r#"log("\" env")"#));
        assert!(!at("log('is', env)") && !at("log(`is ${env}`)") && !at("a = 'x\nb = env"));
    }

    #[test]
    fn reads_literals_and_nothing_else() {
        assert_eq!(literal("'/a'"), Some("/a".into()));
        assert_eq!(literal("r\"^x$\""), Some("^x$".into()));
        assert_eq!(literal("`/a/${b}`"), None);
        assert_eq!(literal("\"a\" + \"b\""), None);
        assert_eq!(literal("f\"{x}\""), None);
        assert_eq!(literal("name"), None);
    }
}
