//! A few lines of code that say most.

use super::relevance::mentions;
use protocol::Evidence;

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

/// The first line, and those that hold one of the words; gaps are marked. The head where no line holds any.
pub fn key_lines(e: &Evidence, wanted: &[String], most: usize) -> String {
    let lines = without_docstring(e.excerpt.lines().collect());
    let hit = |line: &str| wanted.iter().any(|word| mentions(line, word));
    let mut picked: Vec<usize> = (0..lines.len()).filter(|&i| hit(lines[i])).collect();
    if picked.iter().all(|&i| i == 0) {
        return head(e, most);
    }
    // A line alone says little: its neighbour comes too while there is room.
    let neighbours: Vec<usize> = picked.iter().map(|i| i + 1).filter(|i| *i < lines.len()).collect();
    picked.truncate(most.saturating_sub(1));
    picked.extend(neighbours.into_iter().take(most.saturating_sub(picked.len() + 1)));
    picked.push(0);
    picked.sort_unstable();
    picked.dedup();
    let mut shown: Vec<&str> = Vec::new();
    let mut before = None;
    for i in picked {
        if before.is_some_and(|before| before + 1 < i) {
            shown.push("...");
        }
        shown.push(lines[i]);
        before = Some(i);
    }
    dedented(&shown)
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
    let quote = |line: &str| {
        ["\"\"\"", "'''"].into_iter().find(|q| line.trim_start_matches(['r', 'R', 'b', 'u', ' ', '\t']).starts_with(q))
    };
    // Only the string right after the signature is documentation.
    let Some(start) = lines.iter().position(|line| quote(line).is_some()).filter(|at| *at > 0) else { return lines };
    if !lines[start - 1].trim_end().ends_with(':') {
        return lines;
    }
    let closing = quote(lines[start]).unwrap_or("\"\"\"");
    let closes_at_once = lines[start].matches(closing).count() > 1;
    let end = if closes_at_once {
        Some(start)
    } else {
        lines[start + 1..].iter().position(|line| line.contains(closing)).map(|at| start + 1 + at)
    };
    let end = end.unwrap_or(lines.len() - 1);
    lines[..start].iter().chain(&lines[end + 1..]).copied().collect()
}

fn dedented(lines: &[&str]) -> String {
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common = lines.iter().filter(|line| !line.trim().is_empty() && **line != "...").map(indent).min().unwrap_or(0);
    let cut = |line: &&str| line.get(common..).unwrap_or(line.trim_start()).trim_end().to_owned();
    lines.iter().map(|line| if *line == "..." { (*line).to_owned() } else { cut(line) }).collect::<Vec<_>>().join("\n")
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
        expect![[r#"
            def f(self, session):
            ...
                return session.expires"#]]
        .assert_eq(&key_lines(&e, &["expiry".into()], 5));
        assert_eq!(line_with(&e, "expires"), Some("return session.expires"));
        assert_eq!(fenced("a ``` b", "md"), "````md\na ``` b\n````");
    }
}
