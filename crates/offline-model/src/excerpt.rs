//! The few lines of a definition that are shown.

use super::relevance::mentions;
use protocol::Evidence;
use std::ops::Range;

/// Lines of code shown of one place.
pub const MOST_LINES: usize = 12;

/// The first lines of a definition, without the documentation that is shown beside them.
pub fn head(e: &Evidence, most: usize) -> String {
    let lines: Vec<&str> = without_docstring(e.excerpt.lines().collect());
    let cut = lines.len() > most;
    let mut shown: Vec<&str> = lines.into_iter().take(most).collect();
    while shown.last().is_some_and(|line| line.trim().is_empty()) {
        shown.pop();
    }
    let mut text = dedented(&shown);
    if cut {
        text.push_str("\n...");
    }
    text
}

/// The lines in a row that hold most of the words, and the number of the first of them; the head where no line holds
/// any.
pub fn window(e: &Evidence, wanted: &[String], most: usize) -> (u32, String) {
    let lines: Vec<&str> = e.excerpt.lines().collect();
    let documentation = docstring(&lines);
    let code: Vec<usize> = (0..lines.len()).filter(|i| !documentation.contains(i)).collect();
    let hits: Vec<Vec<usize>> = code.iter().map(|&i| hits(lines[i], wanted)).collect();
    let value = |start: usize| {
        let inside = &hits[start..(start + most).min(hits.len())];
        let words = (0..wanted.len()).filter(|word| inside.iter().any(|hits| hits.contains(word))).count();
        // The head names the thing; a window further down must hold more.
        4 * words + inside.iter().filter(|hits| !hits.is_empty()).count() + if start == 0 { 3 } else { 0 }
    };
    // A run of lines never spans the documentation that was taken out, but for the head's.
    let runs_on = |start: usize| {
        let end = (start + most).min(code.len()) - 1;
        start == 0 || code[end] - code[start] == end - start
    };
    let starts = (0..code.len().saturating_sub(most) + 1).filter(|start| !code.is_empty() && runs_on(*start));
    let best = starts.max_by_key(|start| (value(*start), std::cmp::Reverse(*start))).unwrap_or(0);
    let mut shown: &[usize] = &code[best..(best + most).min(code.len())];
    let is_blank = |i: &usize| lines[*i].trim().is_empty();
    while let Some((_, rest)) = shown.split_first().filter(|(first, _)| is_blank(first)) {
        shown = rest;
    }
    while let Some((_, rest)) = shown.split_last().filter(|(last, _)| is_blank(last)) {
        shown = rest;
    }
    let first = shown.first().copied().unwrap_or(0);
    (e.start_line + first as u32, dedented(&shown.iter().map(|i| lines[*i]).collect::<Vec<_>>()))
}

fn hits(line: &str, wanted: &[String]) -> Vec<usize> {
    (0..wanted.len()).filter(|word| mentions(line, &wanted[*word])).collect()
}

/// The line of a call: the first that holds the name.
pub fn line_with<'a>(e: &'a Evidence, name: &str) -> Option<&'a str> {
    let line = e.excerpt.lines().map(str::trim).find(|line| line.contains(name))?;
    (!line.contains('`') && line.chars().count() <= 120).then_some(line)
}

/// The language's name after a fence.
pub fn fence_language(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "py" | "pyi" => "python",
        "rs" => "rust",
        "ts" | "mts" | "cts" => "typescript",
        "tsx" => "tsx",
        "js" | "mjs" | "cjs" | "jsx" => "javascript",
        "go" => "go",
        "java" => "java",
        "toml" => "toml",
        "yaml" | "yml" => "yaml",
        "json" => "json",
        "md" | "mdx" => "markdown",
        "sh" => "sh",
        _ => "text",
    }
}

/// A fence that the text cannot close.
pub fn fenced(text: &str, language: &str) -> String {
    let mut longest = 2;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence}{language}\n{text}\n{fence}")
}

fn without_docstring(lines: Vec<&str>) -> Vec<&str> {
    let documentation = docstring(&lines);
    let kept = |(i, line)| (!documentation.contains(&i)).then_some(line);
    lines.into_iter().enumerate().filter_map(kept).collect()
}

/// The lines of the string right after the signature.
fn docstring(lines: &[&str]) -> Range<usize> {
    let quote = |line: &str| {
        ["\"\"\"", "'''"].into_iter().find(|q| line.trim_start_matches(['r', 'R', 'b', 'u', ' ', '\t']).starts_with(q))
    };
    let Some(start) = lines.iter().position(|line| quote(line).is_some()).filter(|at| *at > 0) else { return 0..0 };
    if !lines[start - 1].trim_end().ends_with(':') {
        return 0..0;
    }
    let closing = quote(lines[start]).unwrap_or("\"\"\"");
    let closes_at_once = lines[start].matches(closing).count() > 1;
    let end = if closes_at_once {
        Some(start)
    } else {
        lines[start + 1..].iter().position(|line| line.contains(closing)).map(|at| start + 1 + at)
    };
    start..end.unwrap_or(lines.len() - 1) + 1
}

/// A text without the indentation that all of its lines share.
pub fn dedented_lines(text: &str) -> String {
    dedented(&text.lines().collect::<Vec<_>>())
}

fn dedented(lines: &[&str]) -> String {
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common = lines.iter().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let cut = |line: &&str| line.get(common..).unwrap_or(line.trim_start()).trim_end().to_owned();
    lines.iter().map(cut).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn of(excerpt: &str) -> Evidence {
        super::super::tests::found("a.f", "a.py", 1, excerpt)
    }

    #[test]
    fn shows_the_lines_that_matter() {
        let e = of(
            "    def f(self, session):\n        \"\"\"Opens it.\n\n        At length.\n        \"\"\"\n        x = 1\n        y = 2\n        z = 3\n        return session.expires",
        );
        expect![[r#"
            def f(self, session):
                x = 1
            ..."#]]
        .assert_eq(&head(&e, 2));
        let (first, code) = window(&e, &["expiry".into()], 2);
        expect![[r#"
            z = 3
            return session.expires"#]]
        .assert_eq(&code);
        assert_eq!(first, 8);
        let (first, code) = window(&e, &["session".into()], 2);
        assert_eq!((first, code.lines().next()), (1, Some("def f(self, session):")));
        assert_eq!(window(&of(""), &["a".into()], 2).1, "");
        assert_eq!(line_with(&e, "expires"), Some("return session.expires"));
        assert_eq!(fenced("a ``` b", "md"), "````md\na ``` b\n````");
    }
}
