//! Call signatures that begin with type parameters on a line of their own. Where the line above ends without a separator, the
//! grammar takes them for type arguments of what is above: it is given a separator to read.

/// The text with `;` in the indentation of such lines; `None` where there are none.
pub fn separated(text: &str) -> Option<String> {
    let mut read = text.to_owned();
    // The last character of code above.
    let mut above = None;
    let mut start = 0;
    let mut is_comment = false;
    for line in text.split_inclusive('\n') {
        let code = line.trim();
        let at = start + (line.len() - line.trim_start().len());
        if above.is_some_and(ends_a_member) && at > start && is_signature(&text[at..]) {
            read.replace_range(at - 1..at, ";");
        }
        is_comment = (is_comment || code.starts_with("/*")) && !code.ends_with("*/");
        if !is_comment && !code.is_empty() && !["//", "/*", "*"].iter().any(|mark| code.starts_with(mark)) {
            above = code.split("//").next().unwrap_or("").trim_end().chars().next_back();
        }
        start += line.len();
    }
    (read != text).then_some(read)
}

fn ends_a_member(last: char) -> bool {
    last.is_alphanumeric() || matches!(last, '_' | '$' | '>' | ']' | ')' | '}' | '"' | '\'' | '`')
}

/// True of `<T, U = X<T>>(`.
fn is_signature(text: &str) -> bool {
    if !text.starts_with('<') {
        return false;
    }
    let mut depth = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices().take(2000) {
        match c {
            '<' => depth += 1,
            '>' if before != '=' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text[at + 1..].trim_start().starts_with('(');
        }
        before = c;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::separated;

    #[test]
    fn signatures_alone_get_a_separator() {
        let text = "interface A {\n  x: B\n  // more\n  <T = X<U>, V = () => T>(y: T): T\n  <U>(): U;\n  <V>(): V\n}\n";
        let read = "interface A {\n  x: B\n  // more\n ;<T = X<U>, V = () => T>(y: T): T\n ;<U>(): U;\n  <V>(): V\n}\n";
        assert_eq!(separated(text).as_deref(), Some(read));
        assert_eq!(separated("interface A {\n  <T>(): T\n}\nlet x = [\n  <b/>,\n  (\n    <p>(text)</p>\n)]\n"), None);
    }
}
