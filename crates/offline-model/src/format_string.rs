//! A text in quotes that no line has as it is, because the code puts values into it: `file %s not found` for "file a.txt not found".

use code_words::stop_words::is_stop_word;

/// Most words of a text that lines are looked for by: each is left out once, which makes as many alternatives.
const WORDS: usize = 6;
/// A pattern is shorter, in bytes: what searches for it takes no longer one than 1,000.
const LONGEST_PATTERN: usize = 1000;
/// Most words that one value has: an address with its port, a path.
const OF_VALUE: usize = 8;
/// A line is shorter, in bytes.
const LONGEST: usize = 1000;
/// So many words of a text must be in the format string.
const LEAST: usize = 2;
/// In the words of a line, what a value is put in for.
const VALUE: &str = "\0";

/// A regular expression for the lines that may make the text: its plain words in order, without one of them, or two side by side,
/// that may be a value as well. `None` where it has too few.
pub fn pattern(text: &str) -> Option<String> {
    let plain = |text: &str| -> Vec<String> {
        let is_plain = |word: &&str| word.chars().all(char::is_alphabetic) && word.chars().nth(1).is_some();
        let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        words.filter(is_plain).take(WORDS).map(str::to_lowercase).collect()
    };
    let own = without_prefix(text);
    let text = if plain(own).len() > LEAST { own } else { text };
    let words = plain(text);
    // Where a word is none that is plain, it is the value.
    let has_value = words.len() < text.split_whitespace().count();
    let most = words.len().saturating_sub(usize::from(!has_value));
    let least = LEAST.max(most.min(LEAST + 1));
    let says = |words: &[&str]| words.len() >= least && words.iter().any(|word| !is_stop_word(word));
    let mut ways: Vec<Vec<&str>> = Vec::new();
    for gap in 0..3 {
        for at in 0..=words.len().saturating_sub(gap) {
            let kept = words.iter().enumerate().filter(|(own, _)| !(at..at + gap).contains(own));
            let kept: Vec<&str> = kept.map(|(_, word)| word.as_str()).collect();
            if says(&kept) && !ways.contains(&kept) {
                ways.push(kept);
            }
        }
    }
    let mut pattern = String::new();
    for way in ways.into_iter().map(|words| words.join(".*")) {
        if pattern.len() + way.len() < LONGEST_PATTERN {
            pattern += if pattern.is_empty() { "" } else { "|" };
            pattern += &way;
        }
    }
    (!pattern.is_empty()).then_some(pattern)
}

/// Whether one of the lines has a format string that makes the text: its words in order, with places for values where others are.
pub fn makes(lines: &str, text: &str) -> bool {
    let texts = [text, without_prefix(text)].map(words);
    lines.lines().filter(|line| line.len() < LONGEST).any(|line| {
        let line = words(&with_gaps(line));
        texts.iter().any(|text| (0..line.len()).any(|at| fits(&line[at..], text, Seen::default())))
    })
}

/// What has been matched of a text.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// Words that the line has itself, and those of them that say something.
    fixed: usize,
    saying: usize,
    values: usize,
}

/// Whether a line goes on with all of a text.
fn fits(line: &[String], text: &[String], seen: Seen) -> bool {
    let Some((word, rest)) = text.split_first() else {
        return seen.values > 0 && seen.fixed >= LEAST && seen.saying > 0;
    };
    match line.split_first() {
        Some((own, line)) if own == VALUE => {
            let seen = Seen { values: seen.values + 1, ..seen };
            (1..=OF_VALUE.min(text.len())).any(|n| fits(line, &text[n..], seen))
        }
        Some((own, line)) if own == word => {
            let saying = seen.saying + usize::from(word.len() > 2 && !is_stop_word(word));
            fits(line, rest, Seen { fixed: seen.fixed + 1, saying, ..seen })
        }
        _ => false,
    }
}

/// Words in lower case; what a value is put in for is one.
fn words(text: &str) -> Vec<String> {
    let spaced = text.replace(VALUE, &format!(" {VALUE} "));
    let words = spaced.split(|c: char| !c.is_alphanumeric() && c != '\0').filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// What a program puts in front of a message: "error: ".
fn without_prefix(text: &str) -> &str {
    match text.split_once(": ") {
        Some((before, rest)) if before.split_whitespace().count() < 3 => rest,
        _ => text,
    }
}

/// A line with a mark for each place that a format string or a concatenation has for a value.
fn with_gaps(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        match value_at(rest) {
            Some(length) => {
                out.push_str(VALUE);
                rest = &rest[length..];
            }
            None => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}

/// The length of the place for a value that a text begins with: `%s`, `%(name)d`, `{}`, `{name:?}`, `${x}`, `#{x}`, `\(x)`, `" + x + "`.
fn value_at(text: &str) -> Option<usize> {
    let closed = |open: &str, close: char| {
        let inside = text.strip_prefix(open)?;
        inside.find(close).filter(|at| !inside[..*at].contains(['"', '\n'])).map(|at| open.len() + at + 1)
    };
    if let Some(rest) = text.strip_prefix('%') {
        let named = rest.strip_prefix('(').and_then(|inside| inside.find(')')).map_or(0, |at| at + 2);
        let flags = rest[named..].find(|c: char| !(c.is_ascii_digit() || "-+#.*lzh".contains(c)))?;
        let kind = rest[named + flags..].chars().next()?;
        return kind.is_ascii_alphabetic().then(|| 1 + named + flags + 1);
    }
    closed("${", '}')
        .or_else(|| closed("#{", '}'))
        .or_else(|| closed("{", '}'))
        .or_else(|| closed("\\(", ')'))
        .or_else(|| joined(text))
}

/// `" + name + "`, and with the dots of PHP or Lua: the text goes on behind a value. Also where nothing follows.
fn joined(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let rest = text[1..].trim_start();
    let sign = ["+", "..", "."].into_iter().find(|sign| rest.starts_with(sign))?;
    let value = rest[sign.len()..].trim_start();
    // A method of a text is called with the sign that joins texts elsewhere.
    if sign == "." && !value.starts_with('$') {
        return None;
    }
    let is_name = |c: char| c.is_alphanumeric() || "_.$()[]->:".contains(c);
    let end = value.find(|c: char| !is_name(c)).unwrap_or(value.len());
    let behind = value[end..].trim_start();
    let goes_on = behind.strip_prefix(sign).map(str::trim_start).and_then(|rest| rest.strip_prefix(quote));
    let left = goes_on.map_or(value.len() - end, str::len);
    (end > 0).then(|| text.len() - left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_string_makes_the_text_that_has_its_words_and_values() {
        let found = "error: file foo.txt not found";
        assert!(makes(r#"    raise Missing("file %s not found" % name)"#, found));
        assert!(makes("return Err(format!(\"File {path:?} not found\"))", found));
        assert!(makes("throw new Error(`file ${this.name} not found`);", found));
        assert!(makes(r#"throw new IOException("file " + file.getName() + " not found");"#, found));
        assert!(!makes(r#"raise Missing("file was not found")"#, found), "it has no place for a value");
        assert!(!makes(r#"raise Missing("%s not there" % name)"#, found));
        assert!(makes(r#"fmt.Errorf("Could not connect to %s:%d", host, port)"#, "Could not connect to 10.0.0.1:80"));
        let crawled = r#"msg = "Crawled %(pages)d pages (at %(pagerate)d pages/min)""#;
        assert!(makes(crawled, "Crawled X pages (at N pages/min)"));
        assert!(!makes(r#"log("%s %s", a, b)"#, "connection lost again"), "values alone are no text");
        assert!(!makes(r#"log("the %s of %s", a, b)"#, "the end of it"), "its words say nothing");
    }

    #[test]
    fn lines_are_looked_for_that_have_all_but_a_value() {
        let pattern = |text: &str| super::pattern(text).unwrap_or_default();
        let of_file = pattern("error: file foo.txt not found");
        assert!(of_file.split('|').any(|way| way == "file.*not.*found"), "{of_file}");
        assert!(pattern("no task called build").split('|').any(|way| way == "no.*task.*called"));
        let long =
            pattern("the table foo_bar of the database alias default does not exist anywhere near today my friend");
        assert!(long.split('|').any(|way| way == "the.*table.*of.*the.*database") && long.len() < 400, "{long}");
        assert!(pattern(&"incomprehensibilities".repeat(9)).len() < super::LONGEST_PATTERN);
        assert!(pattern("404 not").is_empty() && pattern("to be or to be").is_empty());
    }
}
