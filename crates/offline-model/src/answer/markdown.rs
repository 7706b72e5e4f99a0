//! A builder of Markdown, and the phrases that describe evidence.

use super::prose;
use crate::excerpt::{fence_language, fenced};
use crate::known::{Known, is_proven};
use model::plan::quoted;
use protocol::{Basis, Evidence};

/// Builds Markdown: paragraphs with an empty line between them, items of a list without.
#[derive(Debug, Default)]
pub struct MarkdownBuilder {
    text: String,
    in_list: bool,
}

impl MarkdownBuilder {
    pub fn line(&mut self, line: &str) {
        self.gap(false);
        self.text.push_str(line);
    }

    pub fn item(&mut self, item: &str) {
        self.gap(true);
        self.text.push_str("- ");
        self.text.push_str(item);
    }

    /// Code of a place, with the place above it.
    pub fn code(&mut self, e: &Evidence, code: &str) {
        self.lines(e, e.start_line, code);
    }

    /// Some lines of a place, with where they are above them.
    pub fn lines(&mut self, e: &Evidence, first_line: u32, code: &str) {
        if !code.trim().is_empty() {
            self.line(&format!("`{}:{first_line}` {}:", e.path, cite(e)));
            self.gap(false);
            self.text.push_str(&fenced(code, fence_language(&e.path)));
        }
    }

    pub fn block(&mut self, text: &str) {
        self.gap(false);
        self.text.push_str(&fenced(text, "text"));
    }

    /// What another builder has built.
    pub fn append(&mut self, other: Self) {
        self.line(&other.text);
        self.in_list = other.in_list;
    }

    /// "... and 4 more." below a list that was cut.
    pub fn left_out(&mut self, all: usize, shown: usize) {
        if all > shown {
            self.line(&format!("... and {} more.", all - shown));
        }
    }

    /// Writes which of the names that were asked about are missing; false, and nothing written, where all are.
    pub fn missing_names(&mut self, asked: &[String], missing: &[String]) -> bool {
        if missing.len() == asked.len() {
            return false;
        }
        if !missing.is_empty() {
            self.line(&format!("Not found in this repository: {}.", quoted(missing)));
        }
        true
    }

    pub fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    fn gap(&mut self, item: bool) {
        if !self.text.is_empty() {
            self.text.push_str(if item && self.in_list { "\n" } else { "\n\n" });
        }
        self.in_list = item;
    }
}

/// `[[id]]`
pub fn cite(e: &Evidence) -> String {
    format!("[[{}]]", e.id)
}

/// `path:line`
pub fn place(e: &Evidence) -> String {
    format!("`{}:{}`", e.path, e.start_line)
}

/// The symbol as people are shown it; a file's own code where there is none.
pub fn name(known: &Known<'_>, e: &Evidence) -> String {
    match &e.symbol {
        Some(symbol) => format!("`{}`", known.shown(symbol)),
        None => format!("the code of `{}`", e.path),
    }
}

/// "a function", "an enum"
pub fn kind(e: &Evidence) -> String {
    let article = if e.kind.word().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {}", e.kind)
}

/// The documentation's first sentence, ended by a full stop.
pub fn first_sentence(e: &Evidence) -> Option<String> {
    sentences(e, 1, 240)
}

/// The documentation's first two sentences.
pub fn doc(e: &Evidence) -> Option<String> {
    sentences(e, 2, 400)
}

/// The documentation's two sentences after the first.
pub fn after_first_sentence(e: &Evidence) -> Option<String> {
    let doc = prose::plain(e.doc.as_deref()?);
    let rest = doc[prose::end_of_sentences(&doc, 1)..].trim_start();
    Some(prose::first_sentences(rest, 2, 400)).filter(|shown| !shown.is_empty())
}

fn sentences(e: &Evidence, most: usize, length: usize) -> Option<String> {
    Some(prose::first_sentences(&prose::plain(e.doc.as_deref()?), most, length)).filter(|shown| !shown.is_empty())
}

/// The signature on one line; None if there is none, or Markdown cannot quote it.
pub fn signature(e: &Evidence) -> Option<String> {
    let signature = one_line(e.signature.as_deref()?);
    (!signature.is_empty() && !signature.contains('`')).then(|| format!("`{signature}`"))
}

/// Name, place and first sentence of something found.
pub fn named(known: &Known<'_>, e: &Evidence) -> String {
    let documented = prefixed(": ", first_sentence(e));
    format!("{} at {}{documented} {}", name(known, e), place(e), cite(e))
}

/// Name, place and citation of something found.
pub fn name_and_place(known: &Known<'_>, e: &Evidence) -> String {
    format!("{} at {} {}", name(known, e), place(e), cite(e))
}

/// The text after the prefix; nothing where there is no text.
pub fn prefixed(prefix: &str, text: Option<String>) -> String {
    text.map_or_else(String::new, |text| format!("{prefix}{text}"))
}

/// "proven" or "possible", with the rule.
pub fn certainty(e: &Evidence) -> String {
    let word = if is_proven(e) { "proven" } else { "possible" };
    match &e.basis {
        Basis::Call { rule, .. } => format!("{word}, by {}", rule.replace('_', " ")),
        Basis::Search { .. } | Basis::Read => word.to_owned(),
    }
}

/// "1 place", "3 places"
pub fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Citations that the text of a repository spells out are no citations of ours.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("[[", "[ [")
}
