//! Documentation comments as plain sentences: the marks of reST, Markdown, JSDoc and HTML are taken off.

/// One line of plain text with `code` in backticks; ends before directives, tags and headings.
pub fn plain(doc: &str) -> String {
    let text = before_directives(doc);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    let mut rest = line.as_str();
    while let Some(first) = rest.chars().next() {
        let (shown, after) = piece(rest).unwrap_or((String::from(first), &rest[first.len_utf8()..]));
        out.push_str(&shown);
        rest = after;
    }
    // Citations that the text of a repository spells out are no citations of ours.
    out.split_whitespace().collect::<Vec<_>>().join(" ").replace("[[", "[ [")
}

/// The first sentences, within a length in characters; always at least a part of the first. Ends with a full stop.
pub fn first_sentences(text: &str, most: usize, length: usize) -> String {
    let fitting =
        (1..=most).rev().map(|n| end_of_sentences(text, n)).find(|end| text[..*end].chars().count() <= length);
    let shown = match fitting {
        Some(end) => text[..end].trim().to_owned(),
        None => {
            let cut: String = text.chars().take(length).collect();
            let words = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
            return format!("{words} ...");
        }
    };
    let open = shown.trim_end_matches([':', ',', ';']);
    match open.chars().last() {
        None => String::new(),
        Some('.' | '!' | '?') => open.to_owned(),
        Some(_) => format!("{open}."),
    }
}

/// Where the first `n` sentences end, in bytes.
pub fn end_of_sentences(text: &str, n: usize) -> usize {
    const ABBREVIATIONS: [&str; 6] = ["e.g", "i.e", "etc", "vs", "cf", "approx"];
    let is_end = |at: &usize| {
        let before = &text[..*at];
        let opens = text[at + 2..].trim_start().chars().next().is_none_or(|c| !c.is_lowercase());
        opens && *at > 3 && !ABBREVIATIONS.iter().any(|short| before.ends_with(short))
    };
    let ends = text.match_indices(['.', '!', '?']).map(|(at, _)| at);
    let mut ends = ends.filter(|at| text[at + 1..].starts_with(' ')).filter(is_end);
    ends.nth(n.saturating_sub(1)).map_or(text.len(), |at| at + 1)
}

/// Up to the first line that opens a directive (`.. note::`), a tag (`@param`), a heading or a list of parameters.
fn before_directives(doc: &str) -> String {
    let opens = |line: &&str| {
        let line = line.trim();
        let tag = line.strip_prefix('@').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        line.starts_with(".. ")
            || tag
            || line.starts_with("# ")
            || line.starts_with(":param")
            || line.starts_with("```")
    };
    let lines: Vec<&str> = doc.lines().take_while(|line| !opens(line)).collect();
    let text = lines.join(" ");
    let inline = [
        " .. versionadded",
        " .. versionchanged",
        " .. deprecated",
        " :param ",
        " @param ",
        " @return",
        " @example",
        " @see ",
        " @since ",
        " @throws ",
    ];
    let end = inline.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    text[..end].to_owned()
}

/// A mark at the start of the text: its plain text, and what follows it.
fn piece(text: &str) -> Option<(String, &str)> {
    role(text)
        .or_else(|| ticks(text))
        .or_else(|| inline_tag(text))
        .or_else(|| link(text))
        .or_else(|| element(text))
        .or_else(|| special_name(text))
}

/// `__init__`, `__init__.py`: names of Python that Markdown takes for bold text.
fn special_name(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix("__")?;
    let end = inside.find("__").filter(|end| *end > 0)?;
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let rest = &text[end + 4..];
    let rest = rest.strip_prefix(".py").filter(|rest| !rest.starts_with(char::is_alphanumeric)).unwrap_or(rest);
    let name = &text[..text.len() - rest.len()];
    (is_name(&inside[..end]) && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        .then(|| (format!("`{name}`"), rest))
}

/// `:meth:`~a.b.c`` -> `c`; `:doc:`text <target>`` -> `text`.
fn role(text: &str) -> Option<(String, &str)> {
    let (name, rest) = text.strip_prefix(':')?.split_once(":`")?;
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, ':' | '-' | '+')) {
        return None;
    }
    let (target, after) = rest.split_once('`')?;
    let shown = match (target.strip_prefix('~'), target.split_once(" <")) {
        (Some(path), _) => path.rsplit('.').next().unwrap_or(path),
        (None, Some((shown, _))) => return Some((shown.to_owned(), after)),
        (None, None) => target,
    };
    Some((format!("`{shown}`"), after))
}

/// ``` ``x`` ``` -> `x`; `` `text <url>`_ `` -> text; other code in backticks as it is.
fn ticks(text: &str) -> Option<(String, &str)> {
    if let Some((code, after)) = text.strip_prefix("``").and_then(|rest| rest.split_once("``")) {
        return (!code.is_empty()).then(|| (format!("`{code}`"), after));
    }
    let (code, after) = text.strip_prefix('`')?.split_once('`')?;
    match (code.split_once(" <"), after.strip_prefix("__").or_else(|| after.strip_prefix('_'))) {
        (Some((shown, _)), Some(after)) => Some((shown.to_owned(), after)),
        (None, Some(after)) => Some((code.to_owned(), after)),
        _ => Some((format!("`{code}`"), after)),
    }
}

/// `{@link X}` -> `X`
fn inline_tag(text: &str) -> Option<(String, &str)> {
    let (inner, after) = text.strip_prefix("{@")?.split_once('}')?;
    let (tag, target) = inner.split_once(' ').map_or((inner, ""), |(tag, target)| (tag, target.trim()));
    let (target, label) = match tag {
        "link" | "linkplain" | "linkcode" => linked(target),
        _ => (target, ""),
    };
    let shown = if label.is_empty() { target.trim_start_matches('#') } else { label };
    let is_text = tag == "linkplain" && !label.is_empty() || shown.is_empty();
    Some((if is_text { shown.to_owned() } else { format!("`{shown}`") }, after))
}

/// What a link leads to, and the label that it has instead: behind a bar, or the first space outside of brackets.
fn linked(text: &str) -> (&str, &str) {
    let mut depth = 0_i32;
    let end = text.find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == '|' || c == ' ' && depth <= 0
    });
    let (target, label) = text.split_at(end.unwrap_or(text.len()));
    (target, label.trim_start_matches(['|', ' ']).trim_end())
}

/// `[text](url)`, `[text][target]` -> text; `[`Name`]` -> `Name`; images are left out.
fn link(text: &str) -> Option<(String, &str)> {
    let is_image = text.starts_with("![");
    let (shown, after) =
        text.strip_prefix('!').filter(|_| is_image).unwrap_or(text).strip_prefix('[')?.split_once(']')?;
    if shown.contains('[') {
        return None;
    }
    let closing = match after.chars().next() {
        Some('(') => Some(')'),
        Some('[') => Some(']'),
        _ => None,
    };
    match closing.and_then(|closing| after[1..].split_once(closing)) {
        Some(_) if is_image => Some((String::new(), &after[after.find([')', ']'])? + 1..])),
        Some((_, after)) => Some((shown.to_owned(), after)),
        None if shown.starts_with('`') && shown.ends_with('`') && shown.len() > 2 => Some((shown.to_owned(), after)),
        None => None,
    }
}

/// `<span class="x">` -> nothing; `a < b` stays.
fn element(text: &str) -> Option<(String, &str)> {
    let (inner, after) = text.strip_prefix('<')?.split_once('>')?;
    let name = inner.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
    let known = ["span", "p", "b", "i", "em", "strong", "code", "br", "div", "a", "ul", "li", "pre", "h1", "h2", "h3"];
    known.contains(&name).then(|| (String::new(), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_marks_off() {
        for (doc, expected) in [
            (
                "Calls :meth:`open_session`, see :class:`~flask.ctx.AppContext`.",
                "Calls `open_session`, see `AppContext`.",
            ),
            ("Use a ``with`` block. `Docs <https://a.b>`_ say so.", "Use a `with` block. Docs say so."),
            ("Runs it.\n\n.. versionadded:: 0.9\n   New.", "Runs it."),
            ("Maps {@link Observable} to <b>one</b>. ![](a.png)", "Maps `Observable` to one."),
            ("A [`Router`] of [services](https://x), [see][x].", "A `Router` of services, see."),
            ("Adds.\n@param x what", "Adds."),
            (
                "Sets it after {@linkplain Line#isExpanded() @-files were expanded}, by {@link #set(String, int)}. @see #other",
                "Sets it after @-files were expanded, by `set(String, int)`.",
            ),
            ("See {@link Foo|the foo} or {@link Foo the foo} in {@code a b}.", "See `the foo` or `the foo` in `a b`."),
            ("Keeps `a < b` and a < b. # no", "Keeps `a < b` and a < b. # no"),
            ("cites [[id]] `", "cites [ [id]] `"),
            (
                "Calls __init__, of x/__init__.py, not __a b__ or a__b.",
                "Calls `__init__`, of x/`__init__.py`, not __a b__ or a__b.",
            ),
        ] {
            assert_eq!(plain(doc), expected);
        }
    }

    #[test]
    fn cuts_at_sentence_ends() {
        let text = "Opens it, e.g. The file. Then `x` reads. Then closes";
        assert_eq!(first_sentences(text, 1, 200), "Opens it, e.g. The file.");
        assert_eq!(first_sentences(text, 2, 200), "Opens it, e.g. The file. Then `x` reads.");
        assert_eq!(first_sentences(text, 3, 30), "Opens it, e.g. The file.");
        assert_eq!(first_sentences(text, 1, 10), "Opens it, ...");
        assert_eq!(first_sentences("For example:", 1, 99), "For example.");
        assert_eq!(first_sentences("", 2, 99), "");
    }
}
