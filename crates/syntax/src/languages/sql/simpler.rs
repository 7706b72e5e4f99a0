//! A text with what the grammar does not read in a simpler form: bodies of functions between `$$` are texts, variables of a
//! client (`:schema.name`, `%(name)s`) names and parameters. Names of constraints and foreign keys without columns are left out.

use super::statements::{is_any, skipped};

/// The text, of the same length and lines; `None` where there is nothing of it.
pub(super) fn reading(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut is_other = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let parameter = parameter(rest);
        let may_begin = matches!(first, 'c' | 'C' | 'r' | 'R') && !out.ends_with(is_word);
        let left_out = if may_begin { left_out(rest) } else { None };
        let length = skipped(rest).or(parameter).or(left_out).unwrap_or(first.len_utf8());
        let (here, after) = rest.split_at(length);
        match first {
            '$' if length > 1 => push(&mut out, here, "'", "'"),
            '%' if parameter.is_some() => push(&mut out, here, "$1", ""),
            _ if left_out.is_some() => push(&mut out, here, "", ""),
            ':' if is_variable(out.chars().last(), after) => push(&mut out, here, " ", ""),
            _ => {
                out.push_str(here);
                rest = after;
                continue;
            }
        }
        (is_other, rest) = (true, after);
    }
    is_other.then_some(out)
}

/// `text` blanked, but for how it begins and ends.
fn push(out: &mut String, text: &str, begin: &str, end: &str) {
    let inner = text.bytes().skip(begin.len()).take(text.len().saturating_sub(begin.len() + end.len()));
    out.push_str(begin);
    out.extend(inner.map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }));
    out.push_str(end);
}

/// How long `%s` or `%(name)s` is.
fn parameter(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('%')?;
    if inner.starts_with('s') && !inner[1..].starts_with(|c: char| c.is_alphanumeric()) {
        return Some(2);
    }
    let end = inner.strip_prefix('(')?.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    inner[end + 1..].starts_with(")s").then_some(end + 4)
}

/// How long `constraint name` before a foreign or unique key is, or `references table on delete cascade` without columns.
fn left_out(rest: &str) -> Option<usize> {
    let mut words = Words { rest };
    let first = words.next()?;
    if is_any(first, &["constraint"]) {
        words.next()?;
        let end = rest.len() - words.rest.len();
        return is_any(words.next()?, &["foreign", "unique", "exclude"]).then_some(end);
    }
    if !is_any(first, &["references"]) {
        return None;
    }
    words.next()?;
    if words.rest.trim_start().starts_with('(') {
        return None;
    }
    loop {
        let end = rest.len() - words.rest.len();
        let is_action = words.next().is_some_and(|word| is_any(word, &["on"]));
        if !is_action || !words.next().is_some_and(|word| is_any(word, &["delete", "update"])) {
            return Some(end);
        }
        if words.next().is_some_and(|word| is_any(word, &["no", "set"])) {
            words.next();
        }
    }
}

/// Words and names, quoted or with their schemas, up to a sign.
struct Words<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !(is_word(c) || "\"`.".contains(c))).unwrap_or(text.len());
        self.rest = &text[end..];
        (end > 0).then(|| &text[..end])
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `:name`, and neither `::type` nor `a[1:b]`.
fn is_variable(before: Option<char>, after: &str) -> bool {
    after.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !before.is_some_and(|c| c == ':' || c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::reading;

    #[test]
    fn bodies_and_variables_of_a_client_are_written_simpler() {
        let read = |text: &str| {
            let read = reading(text);
            assert!(read.as_ref().is_none_or(|read| read.len() == text.len()));
            read
        };
        assert_eq!(read("as $$ a;\n $b$ $$ c").as_deref(), Some("as '    \n      ' c"));
        assert_eq!(
            read("table :s.t where a = %(b)s and c::d = %s").as_deref(),
            Some("table  s.t where a = $1    and c::d = $1")
        );
        assert_eq!(
            read("a int references b on delete set null, constraint c unique (a)").as_deref(),
            Some("a int                                ,              unique (a)")
        );
        assert_eq!(read("constraint a primary key (b), c int references d (e)"), None);
        assert_eq!(read("select '%(a)s', $1, b::c, d % e"), None);
    }
}
