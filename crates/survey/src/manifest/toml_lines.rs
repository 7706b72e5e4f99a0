//! TOML by lines: the key and value of each, with its table, as far as manifests need it.

/// `key = value` in a table, arrays over lines put together.
pub struct Line {
    pub table: String,
    pub key: String,
    pub value: String,
    pub line: u32,
}

pub fn lines(text: &str) -> Vec<Line> {
    let (mut table, mut found) = (String::new(), Vec::<Line>::new());
    let mut open = 0i32;
    for (number, raw) in (1..).zip(text.lines()) {
        let line = without_comment(raw);
        if open > 0 {
            if let Some(last) = found.last_mut() {
                last.value.push('\n');
                last.value.push_str(line);
            }
            open += balance(line);
            continue;
        }
        let trimmed = line.trim();
        if let Some(name) = trimmed.strip_prefix('[') {
            table = name.trim_matches(['[', ']']).trim().replace('"', "");
        } else if let Some((key, value)) = trimmed.split_once('=') {
            open = balance(value).max(0);
            let key = key.trim().trim_matches(['"', '\'']).to_owned();
            found.push(Line { table: table.clone(), key, value: value.trim().to_owned(), line: number });
        }
    }
    found
}

fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => return &line[..at],
            _ => {}
        }
    }
    line
}

fn balance(value: &str) -> i32 {
    let mut quote = None;
    value.chars().fold(0, |depth, c| match (quote, c) {
        (Some(open), c) if c == open => {
            quote = None;
            depth
        }
        (Some(_), _) => depth,
        (None, '"' | '\'') => {
            quote = Some(c);
            depth
        }
        (None, '[' | '{') => depth + 1,
        (None, ']' | '}') => depth - 1,
        _ => depth,
    })
}

/// A value over several lines as one.
pub fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ").replace("[ ", "[").replace(", ]", "]").replace(" ]", "]")
}

/// The text of a string value.
pub fn text(value: &str) -> Option<String> {
    let value = value.trim();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split(quote).next().map(str::to_owned)
}

/// The strings of an array, with how many lines below the key each is.
pub fn strings(value: &str) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for (below, line) in (0..).zip(value.split('\n')) {
        let mut rest = line;
        while let Some(at) = rest.find(['"', '\'']) {
            let quote = rest[at..].chars().next().unwrap_or('"');
            let Some(end) = rest[at + 1..].find(quote) else { break };
            found.push((rest[at + 1..at + 1 + end].to_owned(), below));
            rest = &rest[at + end + 2..];
        }
    }
    found
}
