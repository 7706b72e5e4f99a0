//! The documentation in what a tool found: evidence has the first paragraph apart, the others in its lines.

/// The comments above a definition, or the docstring in it, without their marks. Comments between its statements are no documentation.
pub fn comments(lines: &str) -> String {
    const MARKS: [&str; 7] = ["///", "//!", "/**", "*/", "//", "*", "#"];
    const QUOTES: &str = "\"\"\"";
    let (mut is_quoted, mut is_in_code) = (false, false);
    let mut out = String::new();
    for line in lines.lines().map(str::trim) {
        let was_quoted = is_quoted;
        is_quoted ^= line.matches(QUOTES).count() % 2 == 1;
        let above = MARKS.iter().find_map(|mark| line.strip_prefix(mark)).filter(|_| !is_in_code);
        let text = match above {
            _ if was_quoted || is_quoted || line.starts_with(QUOTES) => line.trim_matches('"'),
            Some(rest) => rest,
            None => {
                is_in_code = true;
                continue;
            }
        };
        out.push_str(text.trim());
        out.push('\n');
    }
    out
}

/// The paragraphs of documentation, and the entries of its lists of parameters, each on one line.
pub fn entries(doc: &str) -> impl Iterator<Item = String> {
    let mut found: Vec<String> = Vec::new();
    let (mut is_open, mut is_example) = (false, false);
    for line in doc.lines().map(str::trim) {
        if line.starts_with("```") {
            is_example = !is_example;
            is_open = false;
        }
        if is_example || line.starts_with("```") {
            continue;
        }
        let is_head = line.starts_with(['-', '*', '@', ':', '#'])
            || line.split_once(':').is_some_and(|(head, _)| {
                let name = head.split([' ', '(']).next().unwrap_or("");
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') && head.len() < 60
            });
        match found.last_mut().filter(|_| is_open && !is_head) {
            Some(last) if !line.is_empty() => {
                last.push(' ');
                last.push_str(line);
            }
            // The mark of an item ends the one before, and is no part of its text.
            _ if !line.is_empty() => found.push(line.trim_start_matches("* ").to_owned()),
            _ => {}
        }
        is_open = !line.is_empty();
    }
    found.into_iter()
}

/// All documentation of evidence, as far as its lines go.
pub fn of(e: &protocol::Evidence) -> String {
    // Lines without the head of the definition are some of its code.
    let head = e.signature.as_deref().and_then(|signature| signature.split(['(', '{', ':']).next()).unwrap_or("");
    let lines = if e.excerpt.contains(head.trim()) { comments(&e.excerpt) } else { String::new() };
    format!("{}\n\n{lines}", e.doc.as_deref().unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_of_a_list_ends_where_the_next_begins() {
        let doc = "Limits of the load:\n* rate - how often it is looked at. Defaults to 0\n  (never).\n* most - how large it may be.";
        let found: Vec<String> = entries(doc).collect();
        let items = ["rate - how often it is looked at. Defaults to 0 (never).", "most - how large it may be."];
        assert_eq!(found, ["Limits of the load:", items[0], items[1]]);
    }
}
