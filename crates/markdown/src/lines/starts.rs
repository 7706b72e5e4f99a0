//! What the first characters of a line begin.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence {
    sign: u8,
    length: usize,
    /// Columns before it, taken off the lines of code too.
    pub indent: usize,
}

impl Fence {
    /// Whether `text` closes it: at least as long, of the same character, and nothing else on the line.
    pub fn is_closed_by(self, text: &str) -> bool {
        text.len() >= self.length && text.bytes().all(|byte| byte == self.sign)
    }
}

/// The fence that `text` is, and its info string.
pub fn fence(text: &str, indent: usize) -> Option<(Fence, &str)> {
    let sign = text.bytes().next().filter(|sign| matches!(sign, b'`' | b'~'))?;
    let length = text.bytes().take_while(|byte| *byte == sign).count();
    let info = text[length..].trim();
    // Backticks with backticks behind them are code in a line.
    (length >= 3 && (sign == b'~' || !info.contains('`'))).then_some((Fence { sign, length, indent }, info))
}

/// The heading that `text` is: its level and title.
pub fn heading(text: &str) -> Option<(u8, &str)> {
    let level = text.bytes().take_while(|byte| *byte == b'#').count();
    let after = &text[level..];
    if !(1..=6).contains(&level) || !(after.is_empty() || after.starts_with([' ', '\t'])) {
        return None;
    }
    let bare = after.trim_end_matches('#');
    let title = if bare.is_empty() || bare.ends_with([' ', '\t']) { bare } else { after };
    Some((level as u8, title.trim()))
}

/// The level of the heading that an underline makes of the paragraph above it. Fewer than three characters are no underline:
/// they may be the beginning of something else while the text streams.
pub fn underline(text: &str) -> Option<u8> {
    let is_all = |sign| text.len() >= 3 && text.bytes().all(|byte| byte == sign);
    if is_all(b'=') { Some(1) } else { is_all(b'-').then_some(2) }
}

pub fn is_rule(text: &str) -> bool {
    let Some(sign) = text.bytes().next().filter(|sign| matches!(sign, b'-' | b'*' | b'_')) else { return false };
    let is_sign_or_space = |byte: u8| byte == sign || byte == b' ' || byte == b'\t';
    text.bytes().all(is_sign_or_space) && text.bytes().filter(|byte| *byte == sign).count() >= 3
}

/// A list's marker: its character, its number, its length in bytes.
pub fn marker(text: &str) -> Option<(u8, Option<u64>, usize)> {
    let digits = text.bytes().take(10).take_while(u8::is_ascii_digit).count();
    let sign = *text.as_bytes().get(digits)?;
    let number = text[..digits].parse().ok();
    let is_marker = match number {
        None => matches!(sign, b'-' | b'*' | b'+'),
        Some(_) => digits < 10 && matches!(sign, b'.' | b')'),
    };
    is_marker.then_some((sign, number, digits + 1))
}

/// Columns of the row of dashes that is under a table's head.
pub fn table_rule(text: &str) -> Option<usize> {
    let is_dashes = |cell: &&str| {
        let dashes = cell.trim_matches([' ', '\t']);
        let dashes = dashes.strip_prefix(':').unwrap_or(dashes);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    };
    if !text.bytes().all(|byte| matches!(byte, b'|' | b':' | b'-' | b' ' | b'\t')) {
        return None;
    }
    let cells = cells(text);
    cells.iter().all(is_dashes).then_some(cells.len())
}

/// A row's cells as written: between bars that no backslash comes before.
pub fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = Vec::new();
    let mut from = 0;
    for (bar, _) in line.match_indices('|') {
        if !line[..bar].ends_with('\\') {
            cells.push(&line[from..bar]);
            from = bar + 1;
        }
    }
    // A bar at the end closes the last cell.
    if from < line.len() || cells.is_empty() {
        cells.push(&line[from..]);
    }
    cells
}
