//! Options of a command line that only its help text lists: lines that begin with `--x` or `-x, --x`, several together.

use super::Collected;
use crate::scan::File;
use crate::{Entry, List};
use source::Language;

/// Fewer lines that begin so are no help text.
const LEAST: usize = 3;
/// Most lines between one of them and the next.
const APART: u32 = 8;
/// Words of which a help text, or what is around it, has one.
const SPEAKS: &[&str] = &["sage", "ptions", "--help"];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    use Language::{C, CSharp, Cpp, Go, Java, Kotlin, Php, Python, Ruby, Rust, Shell};
    let is_read = file.is_script()
        || matches!(file.language, C | CSharp | Cpp | Go | Java | Kotlin | Php | Python | Ruby | Rust | Shell);
    if !is_read || file.is_aside() || !file.code.contains("--") {
        return;
    }
    // A program's help may be the docstring of its module.
    let text = if file.language == Python { file.text } else { file.code.as_str() };
    if !SPEAKS.iter().any(|word| text.contains(word)) {
        return;
    }
    let lines: Vec<&str> = text.lines().collect();
    let read = (1..).zip(&lines).filter_map(|(line, text)| Some((line, option(text)?)));
    let options: Vec<(u32, (Vec<&str>, &str))> = read.collect();
    for group in options.chunk_by(|a, b| b.0 - a.0 <= APART) {
        if group.len() < LEAST {
            continue;
        }
        for (line, (spelled, said)) in group {
            let below = lines.get(*line as usize).map_or("", |below| below.trim());
            let said = if said.is_empty() && !below.starts_with('-') { below } else { said };
            let names = spelled.iter().map(|name| (*name).to_owned());
            out.of_help.push(file.entry((*line, *line), &spelled.join(", "), said).about(names));
        }
    }
}

/// What a line of a help text begins with, and what follows.
fn option(line: &str) -> Option<(Vec<&str>, &str)> {
    let text = line.trim_start().trim_start_matches(['"', '\'', '`']).trim_start();
    // A line of a call of another program, a decrement, a text in a table of texts.
    let ends_as_code = line.trim_end().ends_with(['\\', ';', '{', ')']) || text.starts_with("---");
    if !text.starts_with('-') || ends_as_code {
        return None;
    }
    let mut spelled: Vec<&str> = Vec::new();
    let mut rest = text;
    while rest.starts_with('-') {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(rest.len());
        let name = &rest[..end];
        let letters = name.trim_start_matches('-');
        let is_long = name.starts_with("--") && letters.len() > 1;
        let is_short = !name.starts_with("--") && letters.len() == 1;
        if !(is_long || is_short) || !letters.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        spelled.push(name);
        rest = &rest[end..];
        match rest.strip_prefix([',', '|', '/']).map(str::trim_start).filter(|next| next.starts_with('-')) {
            Some(next) => rest = next,
            None => break,
        }
    }
    let behind = rest.chars().next();
    // An element of a list: `"--all",`.
    let is_element = ["\",", "',", "\"]", "']"].iter().any(|end| rest.starts_with(end));
    if is_element && line.trim_start().starts_with(['"', '\'']) {
        return None;
    }
    let is_ended = behind.is_none_or(|c| c.is_whitespace() || matches!(c, '=' | '[' | '<' | '"' | '\'' | '\\'));
    let is_named = spelled.iter().any(|name| name.starts_with("--"));
    // What it takes is behind one space or a sign, what is said of it behind more.
    let said = rest.find("  ").map_or("", |at| &rest[at..]);
    let said = said.trim().trim_end_matches(['"', '\'', '+', ',', ' ']).trim_end_matches("\\n");
    (is_ended && is_named).then_some((spelled, said.trim()))
}

/// Adds those that the code does not define elsewhere; of the others the help text says what they do.
pub fn finish(out: &mut Collected) {
    let of_help = std::mem::take(&mut out.of_help);
    if of_help.is_empty() {
        return;
    }
    out.pages.resize_with(List::ALL.len(), Vec::new);
    let page = &mut out.pages[List::Options as usize];
    let longs = |entry: &Entry| -> Vec<String> {
        entry.name.split(", ").filter(|name| name.starts_with("--")).map(str::to_owned).collect()
    };
    let mut known: Vec<(Vec<String>, usize)> = page.iter().enumerate().map(|(at, entry)| (longs(entry), at)).collect();
    for entry in of_help {
        let own = longs(&entry);
        match known.iter().find(|(names, _)| names.iter().any(|name| own.contains(name))) {
            // The type alone says less.
            Some((_, at)) if !page[*at].detail.contains(' ') && !entry.detail.is_empty() => {
                page[*at].detail.clone_from(&entry.detail)
            }
            Some(_) => {}
            None => {
                known.push((own, page.len()));
                page.push(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_help_text_begins_with_an_option() {
        let read = |line: &'static str| option(line).map(|(names, said)| format!("{} | {said}", names.join(", ")));
        assert_eq!(read("    -x, --extended        Search words").as_deref(), Some("-x, --extended | Search words"));
        assert_eq!(read("     --input=.").as_deref(), Some("--input | "));
        assert_eq!(read("  \"  --port <n>   The port\\n\" +").as_deref(), Some("--port | The port"));
        let others =
            ["--count;", "  --message \"text\" \\", "--- a/file", "- a point", "-1", "a --quiet b", "-v  Only short"];
        for other in others.into_iter().chain(["    \"--level\",", "    '--level']"]) {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
