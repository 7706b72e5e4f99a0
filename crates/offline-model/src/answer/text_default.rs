//! Defaults that a help text, a manual page or a document states of an option: "--history-size=N  Most entries (default: 1000)",
//! a heading `MAX_SIZE` and "Default: 1024" below it; and, where a number is asked for, "tabs are 4 spaces".

use super::asked_value::Asked;
use super::prose;
use crate::asked::Question;
use crate::known::Known;
use crate::question::unset;
use crate::relevance::is_prose;
use crate::vocabulary::carries_meaning;
use crate::words;
use code_words::identifier::lower_parts;
use code_words::path::{is_aside, is_history};
use code_words::setting::is_alike;
use code_words::stem::same_word;
use protocol::Evidence;
use source::{Language, Outline, RepoPath};
use std::ops::Range;

/// Before a value in any text; in a document `Default:` may stand alone at the beginning of a line.
const MARKS: &[&str] = &["(default", "[default", "defaults to ", "default is ", "default value is ", "default: "];
/// Most lines between an option or a heading and its default.
const BACK: usize = 6;
/// Lines below the default of a setting under a heading that say what it is.
const BELOW: usize = 4;
/// Of the words of the question so many in a hundred must be said.
const SAID: usize = 66;
/// Most characters of a statement.
const WIDTH: usize = 240;
/// A shorter word is not looked for inside of others: `max` is in `DOWNLOAD_MAXSIZE` by its length, and not by its letters alone.
const INSIDE: usize = 4;

/// What a text states.
pub struct Stated<'a> {
    pub evidence: &'a Evidence,
    /// Its lines, among those of the evidence.
    pub lines: Range<usize>,
    pub statement: String,
    /// Whether it is of an option of a command line.
    pub is_of_option: bool,
}

/// The statement with most words of the question.
pub fn find<'a>(question: &Question, asked: &Asked, known: &Known<'a>) -> Option<Stated<'a>> {
    let is_amount = unset::is_amount(&words::split(&question.asked));
    let wanted = wanted(question, asked);
    let texts: Vec<&Evidence> = known.evidence().filter(|e| !is_aside(&e.path) && !is_history(&e.path)).collect();
    let mut best: Option<(usize, bool, Stated<'a>)> = None;
    for e in &texts {
        for (stated, context) in marked(e) {
            if is_amount && !stated.statement.contains(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let held = held(&wanted, &context);
            let is_better =
                best.as_ref().is_none_or(|(most, is_option, _)| (held, stated.is_of_option) > (*most, *is_option));
            if is_said(held, wanted.len()) && is_better {
                best = Some((held, stated.is_of_option, stated));
            }
        }
    }
    let counted = || is_amount.then(|| texts.iter().find_map(|e| counted(e, question, &wanted))).flatten();
    best.map(|(.., stated)| stated).or_else(counted)
}

/// A document for people: other text that is no code may be a patch or data.
fn is_manual(e: &Evidence) -> bool {
    let is_document = || RepoPath::parse(&e.path).is_ok_and(|path| Language::detect(&path).is_prose());
    is_prose(e) && (Language::is_manual_page(e.path.rsplit('/').next().unwrap_or(&e.path)) || is_document())
}

fn is_said(held: usize, of: usize) -> bool {
    held >= 2.min(of).max(1) && held * 100 >= of * SAID
}

/// The words that a statement must have, most of them.
fn wanted(question: &Question, asked: &Asked) -> Vec<String> {
    let mut wanted: Vec<String> = Vec::new();
    let terms = question.terms.iter().filter(|term| carries_meaning(term)).flat_map(|term| lower_parts(term));
    let setting = lower_parts(&asked.setting);
    for word in terms.chain(setting.into_iter().filter(|_| asked.owner.is_empty())) {
        if !matches!(word.as_str(), "default" | "defaults") && !wanted.contains(&word) {
            wanted.push(word);
        }
    }
    wanted
}

fn held(wanted: &[String], text: &str) -> usize {
    let parts = lower_parts(text);
    let has = |word: &String| {
        parts.iter().any(|part| is_alike(part, word) || word.len() >= INSIDE && part.contains(word.as_str()))
    };
    wanted.iter().filter(|word| has(word)).count()
}

/// The statements that have a mark, with the text around that says what they are of.
fn marked(e: &Evidence) -> Vec<(Stated<'_>, String)> {
    let lines: Vec<&str> = e.excerpt.lines().collect();
    let outline = Outline::of(&e.path, &lines);
    let is_title = |at: usize| outline.headings.iter().any(|heading| heading.line == at);
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let lower = line.to_lowercase();
        let alone = lower.trim_start_matches([' ', '*', '-', ':', '`', '.']);
        let begins = is_manual(e) && alone.starts_with("default") && alone.contains(':');
        let mark = MARKS
            .iter()
            .filter(|mark| !mark.starts_with("default:") || is_prose(e))
            .find(|mark| lower.contains(**mark));
        if !begins && mark.is_none() {
            continue;
        }
        let first = at.saturating_sub(BACK);
        let key = (first..=at).rev().find(|at| option_of(lines[*at]).is_some() || is_title(*at));
        let Some(key) = key else { continue };
        let is_of_option = option_of(lines[key]).is_some();
        let end = match is_of_option {
            true => at + 1,
            false => (at + 1 + BELOW).min(lines.len()),
        };
        let context = lines[key..end].join(" ");
        let statement = match is_of_option {
            true => plain(&lines[key..=at].join(" ")),
            false => plain(&format!("{}: {}", lines[key], line)),
        };
        found.push((Stated { evidence: e, lines: key..end, statement, is_of_option }, context));
    }
    found
}

/// The option that a line begins with, in a help text or a manual page.
fn option_of(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'));
    // `.BI "--history-size=" "N"` of a manual page.
    let text = text.strip_prefix(".B").map_or(text, |rest| rest.trim_start_matches(['I', 'R', ' ', '"', '\\']));
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(text.len());
    let is_option =
        text.starts_with('-') && text[..end].trim_start_matches('-').starts_with(|c: char| c.is_alphabetic());
    is_option.then_some(&text[..end])
}

/// A sentence of a document that has the number of what is counted: "tabs are 4 spaces".
fn counted<'a>(e: &'a Evidence, question: &Question, wanted: &[String]) -> Option<Stated<'a>> {
    if !is_manual(e) {
        return None;
    }
    let split = words::split(&question.asked);
    let (noun, _) = unset::counted(unset::main_clause(&split))?;
    let noun = noun.last()?.lower.clone();
    e.excerpt.lines().enumerate().find_map(|(at, line)| {
        let parts: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
        let has_number = parts.windows(2).any(|two| is_number(two[0]) && same_word(&two[1].to_lowercase(), &noun));
        let says = has_number && held(wanted, line) == wanted.len() && wanted.len() > 1;
        says.then(|| Stated { evidence: e, lines: at..at + 1, statement: plain(line), is_of_option: false })
    })
}

/// On one line, without marks of a manual page.
fn plain(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| !matches!(*word, ".B" | ".BI" | ".BR" | ".TP" | ".br"));
    let text: String = words.collect::<Vec<_>>().join(" ").replace("\\-", "-").replace("\" \"", "").replace('"', "");
    prose::first_sentences(text.trim(), 2, WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::default;
    use crate::question::understand;
    use crate::tests::found;
    use model::{Finding, Step};
    use protocol::EvidenceKind;

    fn read(asked: &str, path: &str, text: &str) -> Option<String> {
        let question = understand(asked, &[]);
        let e = Evidence { symbol: None, kind: EvidenceKind::Text, ..found("", path, 10, text) };
        let step = Some(Step::Search("x".into()));
        let findings = [Finding { key: "step_0: x".into(), text: String::new(), evidence: vec![e], step }];
        let known = Known::of(&findings);
        find(&question, &default::asked(&question), &known).map(|stated| stated.statement)
    }

    #[test]
    fn an_option_of_a_help_text_states_its_default() {
        let help = "    --history=FILE        History file\n    --history-size=N      Most history entries (default: 1000)\n    --cycle  Cycles";
        let asked = "How many entries does the history keep by default?";
        let said = "--history-size=N Most history entries (default: 1000).";
        assert_eq!(read(asked, "src/options.go", help).as_deref(), Some(said));
        let page = ".TP\n.BI \"--history-size=\" \"N\"\nMost entries in the history file (default: 1000). Older ones are dropped.\n.TP";
        assert!(read(asked, "man/find.1", page).is_some_and(|said| said.contains("default: 1000")));
        assert_eq!(read("How many threads are started by default?", "src/options.go", help), None);
    }

    #[test]
    fn a_setting_below_a_heading_states_its_default() {
        let text = "FETCH_TIMEOUT\n-------------\n\nDefault: 180\n\nSeconds to wait.\n\nFETCH_MAXSIZE\n-------------\n\nDefault: 1024\n\nThe largest body. Larger ones are aborted.\n";
        let asked = "How large can a body be before the fetch is aborted?";
        assert_eq!(read(asked, "docs/settings.rst", text).as_deref(), Some("FETCH_MAXSIZE: Default: 1024."));
    }

    #[test]
    fn what_is_counted_may_have_its_number_in_a_sentence() {
        let asked = "How many spaces does a tab take by default?";
        let text = "Options.\n`show` expands tabs to 4 spaces by itself.";
        assert_eq!(read(asked, "README.md", text).as_deref(), Some("`show` expands tabs to 4 spaces by itself."));
        assert_eq!(read(asked, "README.md", "Tabs are shown as spaces."), None);
    }
}
