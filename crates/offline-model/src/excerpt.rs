//! The few lines of a definition that are shown.

use super::word_places::mentions;
use protocol::Evidence;
use std::ops::Range;

/// Lines of code shown of one place.
pub const MOST_LINES: usize = 12;
/// Most lines of a signature that are shown above lines further down.
const MOST_SIGNATURE: usize = 4;

/// Lines of evidence as they are shown. It is made from evidence alone, so no code can be shown that no tool returned.
#[derive(Debug, Clone)]
pub struct Excerpt<'e> {
    evidence: &'e Evidence,
    first: u32,
    text: String,
}

impl<'e> Excerpt<'e> {
    /// All lines.
    pub fn whole(evidence: &'e Evidence) -> Self {
        Self { evidence, first: evidence.start_line, text: dedented(&evidence.excerpt.lines().collect::<Vec<_>>()) }
    }

    /// All lines, as they are.
    pub fn as_is(evidence: &'e Evidence) -> Self {
        Self { evidence, first: evidence.start_line, text: evidence.excerpt.clone() }
    }

    /// The first lines, as they are.
    pub fn first_lines(evidence: &'e Evidence, most: usize) -> Self {
        let lines: Vec<&str> = evidence.excerpt.lines().take(most).collect();
        Self { evidence, first: evidence.start_line, text: lines.join("\n") }
    }

    /// Some of the lines, by their places among them.
    pub fn of_lines(evidence: &'e Evidence, lines: Range<usize>) -> Self {
        let first = evidence.start_line + lines.start as u32;
        let shown: Vec<&str> = evidence.excerpt.lines().skip(lines.start).take(lines.len()).collect();
        Self { evidence, first, text: dedented(&shown) }
    }

    /// The lines that another excerpt has not, blank ones left out.
    pub fn without(&self, other: &Self) -> Self {
        let has = |line: &str| other.text.lines().any(|other| other.trim() == line.trim());
        let only: Vec<&str> = self.text.lines().filter(|line| !line.trim().is_empty() && !has(line)).collect();
        Self { text: only.join("\n"), ..self.clone() }
    }

    pub fn evidence(&self) -> &'e Evidence {
        self.evidence
    }

    /// The number of the first line that is shown.
    pub fn first(&self) -> u32 {
        self.first
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The first lines of a definition, without the documentation that is shown beside them.
pub fn head(e: &Evidence, most: usize) -> Excerpt<'_> {
    let all: Vec<&str> = e.excerpt.lines().collect();
    let above = comment_above(&all);
    let lines: Vec<&str> = without_docstring(all[above..].to_vec());
    let cut = lines.len() > most;
    let mut shown: Vec<&str> = lines.into_iter().take(most).collect();
    while shown.last().is_some_and(|line| line.trim().is_empty()) {
        shown.pop();
    }
    let mut text = dedented(&shown);
    if cut {
        text.push_str("\n...");
    }
    Excerpt { evidence: e, first: e.start_line + above as u32, text }
}

/// How many of the first lines are a comment above the definition: its documentation, in most languages. None where nothing
/// else follows.
fn comment_above(lines: &[&str]) -> usize {
    let mut at = 0;
    while let Some(line) = lines.get(at).map(|line| line.trim()) {
        if line.starts_with("/*") {
            let Some(end) = lines[at..].iter().position(|line| line.contains("*/")) else { return 0 };
            // Code after a comment on one line is the definition.
            if !lines[at + end].trim_end().ends_with("*/") {
                break;
            }
            at += end + 1;
        } else if line.starts_with("//") || line == "#" || line.starts_with("# ") {
            at += 1;
        } else {
            break;
        }
    }
    let is_code = |line: &&str| !line.trim().is_empty();
    if lines[at..].iter().any(is_code) { at } else { 0 }
}

/// The lines in a row that hold most of the words, below the signature where they are further down; the head where no line holds
/// any.
pub fn window<'e>(e: &'e Evidence, wanted: &[String], most: usize) -> Excerpt<'e> {
    let lines: Vec<&str> = e.excerpt.lines().collect();
    // A comment that a piece further down begins with is one of the body.
    let code = if e.defined_at.is_some() { (0..lines.len()).collect() } else { code_lines(&lines) };
    window_in(e, &code, wanted, most)
}

/// The same of some of the lines, by their places among them.
pub fn window_in<'e>(e: &'e Evidence, code: &[usize], wanted: &[String], most: usize) -> Excerpt<'e> {
    let lines: Vec<&str> = e.excerpt.lines().collect();
    let signature = signature_lines(e, code, &lines);
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
        start == 0 || start >= signature && code[end] - code[start] == end - start
    };
    let starts = (0..code.len().saturating_sub(most) + 1).filter(|start| !code.is_empty() && runs_on(*start));
    let best = starts.max_by_key(|start| (value(*start), std::cmp::Reverse(*start))).unwrap_or(0);
    let is_blank = |i: &usize| lines[*i].trim().is_empty();
    let mut shown: &[usize] = &code[best..(best + most).min(code.len())];
    while let Some((_, rest)) = shown.split_first().filter(|(first, _)| is_blank(first)) {
        shown = rest;
    }
    while let Some((_, rest)) = shown.split_last().filter(|(last, _)| is_blank(last)) {
        shown = rest;
    }
    let is_below = signature > 0 && best >= signature;
    let head: &[usize] = if is_below { &code[..signature] } else { &[] };
    let first = head.first().or(shown.first()).copied().unwrap_or(0);
    let mut taken: Vec<String> = head.iter().map(|i| lines[*i].to_owned()).collect();
    if let Some(next) = shown.first().filter(|_| is_below && best > signature) {
        let indent = lines[*next].len() - lines[*next].trim_start().len();
        taken.push(format!("{}...", &lines[*next][..indent]));
    }
    taken.extend(shown.iter().map(|i| lines[*i].to_owned()));
    let text = dedented(&taken.iter().map(String::as_str).collect::<Vec<_>>());
    Excerpt { evidence: e, first: e.start_line + first as u32, text }
}

/// The places of those of the lines that are no documentation.
pub fn code_lines(lines: &[&str]) -> Vec<usize> {
    let documentation = docstring(lines);
    (comment_above(lines)..lines.len()).filter(|i| !documentation.contains(i)).collect()
}

/// How many of the first lines of code are the signature: up to the one that opens the body. 0 where the evidence has none.
fn signature_lines(e: &Evidence, code: &[usize], lines: &[&str]) -> usize {
    let Some(signature) = e.signature.as_deref() else { return 0 };
    let name = signature.split(['(', '{', ':', '<']).next().unwrap_or(signature).trim();
    let opens = |line: &str| {
        let line = without_comment(line);
        [":", "{", "=>", "where"].iter().any(|end| line.ends_with(end))
    };
    let head = code.iter().take(MOST_SIGNATURE);
    let has_name = head.clone().any(|i| !name.is_empty() && lines[*i].contains(name));
    if has_name { head.clone().position(|i| opens(lines[*i])).map_or(0, |at| at + 1) } else { 0 }
}

fn hits(line: &str, wanted: &[String]) -> Vec<usize> {
    (0..wanted.len()).filter(|word| mentions(line, &wanted[*word])).collect()
}

/// The line of a call: the first that holds the name.
pub fn line_with<'a>(e: &'a Evidence, name: &str) -> Option<&'a str> {
    let line = e.excerpt.lines().map(str::trim).find(|line| line.contains(name))?;
    (!line.contains('`') && line.chars().count() <= 120).then_some(line)
}

/// What precedes parentheses and is no call.
const NO_CALLS: &[&str] = &[
    "if", "while", "for", "switch", "match", "return", "catch", "and", "or", "not", "in", "elif", "function", "await",
];

/// The function that a line hands a function to, by the name of which it is an argument: `connect` in `signals.connect(self.name)`.
pub fn handed_to<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '#');
    if !name.trim_start_matches('#').starts_with(|c: char| c.is_lowercase() || c == '_') {
        return None;
    }
    let mut places = line.match_indices(name).filter(|(at, _)| {
        let is_whole = !line[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        is_whole && line[at + name.len()..].trim_start().starts_with([',', ')'])
    });
    places.find_map(|(at, _)| {
        let mut depth = 0;
        let open = line[..at].char_indices().rev().find(|(_, c)| {
            depth += match c {
                ')' => 1,
                '(' => -1,
                _ => 0,
            };
            depth < 0
        })?;
        let callee = &line[..open.0];
        let start = callee.rfind(|c: char| !is_part(c)).map_or(0, |at| at + 1);
        let callee = callee.get(start..)?.trim_matches('.');
        let is_call = callee.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'));
        (is_call && !NO_CALLS.contains(&callee) && !line.trim_start().starts_with("def ")).then_some(callee)
    })
}

/// Words of statements that raise or return an error.
const RAISING: &[&str] = &["throw", "raise", "reject", "return", "Err", "panic", "bail", "ensure", "new"];

/// The line of the statement that raises what has a name, and its number. The condition on which it is raised may be above it and
/// have the name, too.
pub fn raising_line<'a>(e: &'a Evidence, name: &str) -> Option<(u32, &'a str)> {
    let raises = |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| RAISING.contains(&word));
    let with_name = || (e.start_line..).zip(e.excerpt.lines().map(str::trim)).filter(|(_, line)| line.contains(name));
    let code = || with_name().filter(|(_, line)| !is_comment(line));
    code().filter(|(_, line)| raises(line)).last().or_else(|| code().last()).or_else(|| with_name().next())
}

/// Whether a line without its indentation begins a comment, or goes on with one.
pub fn is_comment(line: &str) -> bool {
    ["//", "/*", "*", "#"].iter().any(|mark| line.starts_with(mark))
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
        "kt" | "kts" => "kotlin",
        "php" => "php",
        "swift" => "swift",
        "scala" | "sbt" => "scala",
        "lua" => "lua",
        "dart" => "dart",
        "ex" | "exs" => "elixir",
        "zig" => "zig",
        "rb" | "rake" => "ruby",
        "toml" => "toml",
        "yaml" | "yml" => "yaml",
        "json" => "json",
        "md" | "mdx" => "markdown",
        "sh" | "bash" => "sh",
        "c" | "h" => "c",
        "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => "cpp",
        "cs" => "csharp",
        "vue" => "vue",
        "svelte" => "svelte",
        "astro" => "astro",
        "html" | "htm" => "html",
        "css" => "css",
        "ipynb" => "python",
        "graphql" | "graphqls" | "gql" => "graphql",
        "proto" => "protobuf",
        "tf" | "tofu" | "hcl" | "tfvars" => "hcl",
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

/// A line of code without the comment at its end.
fn without_comment(line: &str) -> &str {
    let end = [" #", " //"].iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    line[..end].trim_end()
}

/// The lines of the string right after the signature.
fn docstring(lines: &[&str]) -> Range<usize> {
    let quote = |line: &str| {
        ["\"\"\"", "'''"].into_iter().find(|q| line.trim_start_matches(['r', 'R', 'b', 'u', ' ', '\t']).starts_with(q))
    };
    let Some(start) = lines.iter().position(|line| quote(line).is_some()).filter(|at| *at > 0) else { return 0..0 };
    if !without_comment(lines[start - 1]).ends_with(':') {
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

/// The lines without the indentation that all of them share.
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
    fn a_function_is_handed_to_the_call_that_it_is_an_argument_of() {
        let to = |line: &'static str| handed_to(line, "opened");
        assert_eq!(to("crawler.signals.connect(self.opened, signal=signals.opened)"), Some("crawler.signals.connect"));
        assert_eq!(to("emitter.on('x', this.opened)"), Some("emitter.on"));
        assert_eq!(to("add(key(1), handler=opened)"), Some("add"));
        for line in
            ["a = self.opened", "if (opened)", "f(opened.x)", "f(reopened)", "return (opened)", "def f(opened):"]
        {
            assert_eq!(to(line), None, "{line}");
        }
        assert_eq!(handed_to("isinstance(a, Order)", "Order"), None);
    }

    #[test]
    fn lines_further_down_are_shown_below_the_signature() {
        let body: String = (1..=9).map(|n| format!("\n    step_{n}()")).collect();
        let e = of(&format!("def f(self):  # noqa\n    \"\"\"Runs it.\"\"\"{body}\n    return session.expires"));
        let shown = window(&e, &["session".into()], 4);
        expect![[r#"
            def f(self):  # noqa
                ...
                step_7()
                step_8()
                step_9()
                return session.expires"#]]
        .assert_eq(shown.text());
        assert_eq!(shown.first(), 1);
        // All is shown where it fits, and the head where nothing further down is better.
        assert_eq!(window(&e, &["step_1".into()], 6).text().lines().nth(1), Some("    step_1()"));
    }

    #[test]
    fn what_is_raised_is_not_in_the_line_of_its_condition() {
        let e = of(
            "if response:\n    # return response\n    if bad(response):\n        raise Bad('return it')\n    raise response",
        );
        assert_eq!(raising_line(&e, "response"), Some((5, "raise response")));
        assert_eq!(raising_line(&e, "Bad"), Some((4, "raise Bad('return it')")));
        let e = of("if error is None:\n    request.error(404)");
        assert_eq!(raising_line(&e, "error"), Some((2, "request.error(404)")));
        assert_eq!(raising_line(&of("/// # Errors\n/// `Closed`"), "Closed"), Some((2, "/// `Closed`")));
        assert_eq!(raising_line(&e, "other"), None);
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
        .assert_eq(head(&e, 2).text());
        let shown = window(&e, &["expiry".into()], 2);
        expect![[r#"
            def f(self, session):
                ...
                z = 3
                return session.expires"#]]
        .assert_eq(shown.text());
        assert_eq!(shown.first(), 1);
        let shown = window(&e, &["session".into()], 2);
        assert_eq!((shown.first(), shown.text().lines().next()), (1, Some("def f(self, session):")));
        assert_eq!(window(&of(""), &["a".into()], 2).text(), "");
        assert_eq!(line_with(&e, "expires"), Some("return session.expires"));
        assert_eq!(fenced("a ``` b", "md"), "````md\na ``` b\n````");
        assert_eq!(["a/B.vue", "a/B.astro", "a/b.txt"].map(fence_language), ["vue", "astro", "text"]);
    }
}
