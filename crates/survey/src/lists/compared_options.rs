//! Options of a command line that code reads by hand: `if arg == "--quiet"`, `case "-v", "--verbose":`,
//! `Some("--out") =>`, `"--all" in sys.argv`, `arg.starts_with("--level=")`.
//!
//! What is looked for is a literal that is written as an option, in a place where it is compared with something. An option
//! that is handed on to another program (`Command::new("git").arg("--all")`) is in no such place.

use super::Collected;
use crate::List;
use crate::scan::{File, literal};
use source::Language;
use std::ops::Range;

/// What the code around must speak of: other texts can begin with a hyphen as well.
const READS_ARGUMENTS: &[&str] = &["argv", "args", "Args", "arguments", "ARGV"];
/// Parts of a name that holds arguments.
const ARGUMENTS: &[&str] = &["arg", "opt", "flag", "param"];
/// Functions that compare the start of what they are called on, or whether it has the literal.
const ASKS: &[&str] = &[
    ".startswith(",
    ".startsWith(",
    ".starts_with(",
    ".strip_prefix(",
    ".removeprefix(",
    ".includes(",
    ".indexOf(",
    ".contains(",
    ".has(",
    ".remove(",
];
/// The same where what is asked is the first argument.
const ASKS_FIRST: &[&str] = &["HasPrefix(", "CutPrefix(", "TrimPrefix(", "Contains(", "Index("];
/// Characters between the spellings of one option.
const BETWEEN: &str = "|,&[]()";

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let is_read =
        file.is_script() || matches!(file.language, Language::Python | Language::Rust | Language::Go | Language::Java);
    if !is_read || !READS_ARGUMENTS.iter().any(|word| file.code.contains(word)) {
        return;
    }
    let groups = groups(&file.code);
    let compared = groups.iter().filter(|group| is_compared(file, group));
    for group in compared {
        let names: Vec<&str> = group.iter().map(|place| name(&file.code, place)).collect();
        let long = names.iter().filter(|name| name.starts_with("--")).count();
        // Spellings of one option are one long name with a short one; several long names are as many options.
        let options: Vec<Vec<&str>> =
            if long < 2 && names.len() < 3 { vec![names] } else { names.into_iter().map(|name| vec![name]).collect() };
        let line = file.line_at(group[0].start);
        let shown = file.shown(line);
        for spelled in options {
            let about = spelled.iter().map(|name| (*name).to_owned());
            out.push(List::Options, file.entry((line, line), &spelled.join(", "), shown).about(about));
        }
    }
}

/// The option of a literal, without its quotes and the `=` that its value follows.
fn name<'a>(code: &'a str, place: &Range<usize>) -> &'a str {
    code[place.start + 1..place.end - 1].trim_end_matches('=')
}

/// The literals that are written as options, those together that are in one list of alternatives.
fn groups(code: &str) -> Vec<Vec<Range<usize>>> {
    let mut groups: Vec<Vec<Range<usize>>> = Vec::new();
    for (at, _) in code.match_indices('-') {
        let Some(place) = option_at(code, at) else { continue };
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| is_joined(&code[last.end..place.start])) => {
                group.push(place)
            }
            _ => groups.push(vec![place]),
        }
    }
    groups
}

/// The literal, its quotes included, of which the text begins with the hyphen here: `"-v"`, `'--dry-run'`, `"--level="`.
fn option_at(code: &str, at: usize) -> Option<Range<usize>> {
    let quote = code[..at].chars().next_back().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let hyphens = code[at..].bytes().take_while(|byte| *byte == b'-').count();
    let letters = &code[at + hyphens..];
    let length =
        letters.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(letters.len());
    let is_option = match hyphens {
        1 => length == 1,
        2 => length > 1,
        _ => false,
    };
    let value = usize::from(letters[length..].starts_with('='));
    let end = at + hyphens + length + value;
    let is_closed = letters.starts_with(|c: char| c.is_ascii_alphabetic()) && code[end..].starts_with(quote);
    let place = at - 1..end + 1;
    (is_option && is_closed && literal(&code[place.clone()]).is_some()).then_some(place)
}

/// Whether a text between two literals is one between alternatives: `|`, `,`, `|| arg ==`, `or arg ==`, a second `case`.
fn is_joined(between: &str) -> bool {
    let bare = between.trim_matches(|c: char| c.is_whitespace() || BETWEEN.contains(c));
    if bare.is_empty() {
        return between.contains(['|', ',']);
    }
    if bare.trim_start_matches(':').trim() == "case" {
        return true;
    }
    // `|| arg == "--help"`: the name alone is between.
    let after = bare.strip_prefix("or ").or(between.contains("||").then_some(bare));
    let compared = after.and_then(|rest| rest.trim_end_matches(['=', ' ']).strip_suffix(".equals").or(Some(rest)));
    compared.is_some_and(|rest| {
        let rest = rest.trim_end_matches(|c: char| c == '=' || c.is_whitespace() || c == '(');
        !rest.is_empty() && rest.chars().all(|c| c.is_alphanumeric() || "_.[]&*$".contains(c))
    })
}

fn is_compared(file: &File<'_>, group: &[Range<usize>]) -> bool {
    group.iter().any(|place| {
        let before = file.code[..place.start].trim_end_matches([' ', '&', '(', '[', '{']);
        let after = file.code[place.end..].trim_start();
        is_equated(before, after) || is_in_pattern(file, place, after) || is_asked(file, place)
    })
}

/// Beside `==` or behind `case`.
fn is_equated(before: &str, after: &str) -> bool {
    let is_case = before.strip_suffix("case").is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric()));
    is_case || before.ends_with("==") || before.ends_with("!=") || after.starts_with("==") || after.starts_with("!=")
}

/// In an arm of Rust's `match` or in `matches!`.
fn is_in_pattern(file: &File<'_>, place: &Range<usize>, after: &str) -> bool {
    let behind = after.trim_start_matches([')', ' ']);
    let line_start = file.code[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let is_arm = behind.starts_with("=>") || behind.starts_with("if ");
    file.language == Language::Rust && (is_arm || file.code[line_start..place.start].contains("matches!("))
}

/// What arguments are asked for: `args.includes("--x")`, `"--x" in argv`, `arg in ("-h", "--help")`, `a.equals("-v")`.
fn is_asked(file: &File<'_>, place: &Range<usize>) -> bool {
    let code = &file.code;
    let line_start = code[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let before = code[line_start..place.start].trim_end_matches(['&', '[', ' ', '{']);
    let after = &code[place.end..];
    if before.ends_with(".equals(") || before.ends_with(".equalsIgnoreCase(") || after.starts_with(".equals") {
        return true;
    }
    let has_value = code[..place.end - 1].ends_with('=');
    if let Some(subject) = ASKS.iter().find_map(|ask| before.strip_suffix(ask)) {
        return has_value || holds_arguments(subject);
    }
    let first =
        before.trim_end_matches([',', ' ']).rsplit_once('(').map(|(called, first)| (format!("{called}("), first));
    if let Some((called, first)) = first
        && ASKS_FIRST.iter().any(|ask| called.ends_with(ask))
    {
        return has_value || holds_arguments(first);
    }
    if file.language != Language::Python {
        return false;
    }
    let within = after.trim_start().strip_prefix("in ").or(after.trim_start().strip_prefix("not in "));
    let named = |rest: &str| holds_arguments(rest.split([':', ' ', ')', '\n']).next().unwrap_or(""));
    let is_of_list = before.trim_end_matches('(').trim_end().ends_with(" in");
    within.is_some_and(named) || is_of_list
}

/// Whether the name at the end of a text is one of arguments: `sys.argv`, `self.options`.
fn holds_arguments(text: &str) -> bool {
    let name = text.trim().rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '(' | ')' | '[' | ']')));
    let name = name.into_iter().next().unwrap_or("").to_lowercase();
    ARGUMENTS.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_options_where_they_are_written_so() {
        let read = |code: &str| option_at(code, code.find('-').unwrap()).map(|place| name(code, &place).to_owned());
        assert_eq!(read(r#"a == "--dry-run""#).as_deref(), Some("--dry-run"));
        assert_eq!(read("case '-v':").as_deref(), Some("-v"));
        assert_eq!(read(r#"HasPrefix(a, "--level=")"#).as_deref(), Some("--level"));
        for other in [r#""-1""#, r#""--""#, r#""-""#, r#""---""#, r#""--a b""#, "a - b", r#""x--y""#, r#""-inf""#] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
