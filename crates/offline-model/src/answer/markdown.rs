//! A builder of answers, and the phrases that describe evidence.

use super::prose;
use super::sentence::{self, Sentence, Support, fixed};
use crate::excerpt::{Excerpt, fence_language, fenced};
use crate::known::{Known, Output, is_proven};
use crate::symbol::{last, without_unnamed};
use protocol::{Basis, Evidence, EvidenceKind};
use source::{Language, RepoPath};

/// Most entries of a list that an answer to "more" goes on with: one screen.
const SCREEN: usize = 30;

/// Builds an answer: paragraphs with an empty line between them, items of a list without.
///
/// What it takes is a [`Sentence`], an [`Excerpt`] or an [`Output`], and none of them can be made from a text: each comes from
/// evidence. A page after the first goes on with the lists of the first, each where it was cut, and repeats nothing else.
#[derive(Debug, Default)]
pub struct MarkdownBuilder {
    text: String,
    in_list: bool,
    page: usize,
    has_more: bool,
    /// Whether only a folder was looked at.
    is_limited: bool,
    /// All that was written, for tests: a sentence, or lines of evidence or of a tool.
    #[cfg(test)]
    pub written: Vec<Option<Sentence>>,
}

/// What of a list has been written.
#[derive(Debug, Clone, Copy)]
pub struct Listed {
    /// How many of its entries are on the pages before.
    from: usize,
    /// How many of its entries this page and those before it have.
    through: usize,
    is_on_page: bool,
}

impl Listed {
    pub fn from(self) -> usize {
        self.from
    }

    pub fn through(self) -> usize {
        self.through
    }
}

impl MarkdownBuilder {
    /// A builder of this page of an answer, from 0.
    pub fn of_page(page: usize) -> Self {
        Self { page, ..Self::default() }
    }

    /// The same for a question that is limited to a folder, if it is.
    pub fn limited(self, is_limited: bool) -> Self {
        Self { is_limited, ..self }
    }

    /// Another of the same page.
    pub fn beside(&self) -> Self {
        Self::of_page(self.page).limited(self.is_limited)
    }

    /// What was looked at: "this repository", or "this folder", which stands before the answer.
    pub fn here(&self) -> &'static str {
        if self.is_limited { "this folder" } else { "this repository" }
    }

    /// That the rest was not looked at, where something was not found.
    pub fn say_limit(&mut self) {
        if self.is_limited {
            self.say(fixed::ONLY_THIS_FOLDER);
        }
    }

    pub fn is_first_page(&self) -> bool {
        self.page == 0
    }

    /// Notes that a list, which was written item by item, goes on on the next page.
    pub fn is_cut(&mut self, is_cut: bool) {
        self.has_more |= is_cut;
    }

    /// A paragraph.
    pub fn say(&mut self, sentence: Sentence) {
        if self.page == 0 {
            self.paragraph(sentence);
        }
    }

    /// One item of a list that is never cut.
    pub fn item(&mut self, sentence: Sentence) {
        if self.page == 0 {
            self.entry(sentence);
        }
    }

    /// A list: on the first page the sentence above it and its first entries, on those after it as many more as fit.
    pub fn list(
        &mut self,
        above: Option<Sentence>,
        entries: impl IntoIterator<Item = Sentence>,
        first: usize,
    ) -> Listed {
        let (from, most) = match self.page {
            0 => (0, first),
            page => (first + (page - 1) * SCREEN, SCREEN),
        };
        let mut entries = entries.into_iter().skip(from).peekable();
        let is_on_page = self.page == 0 || entries.peek().is_some();
        if let Some(above) = above.filter(|_| is_on_page) {
            self.paragraph(above);
        }
        let mut through = from;
        for entry in entries.by_ref().take(most) {
            debug_assert!(matches!(entry.support(), Support::Cited | Support::Output), "no proof: {}", entry.text());
            self.entry(entry);
            through += 1;
        }
        self.has_more |= entries.peek().is_some();
        Listed { from, through, is_on_page }
    }

    /// Code of a place, with the place above it.
    pub fn code(&mut self, excerpt: &Excerpt<'_>) {
        if !excerpt.text().trim().is_empty() {
            let e = excerpt.evidence();
            self.say(sentence::place::above(excerpt));
            self.fence(excerpt.text(), fence_language(&e.path));
        }
    }

    /// Code whose place the sentence above it has.
    pub fn bare_code(&mut self, excerpt: &Excerpt<'_>) {
        self.fence(excerpt.text(), fence_language(&excerpt.evidence().path));
    }

    /// Lines that are no code.
    pub fn text(&mut self, excerpt: &Excerpt<'_>) {
        self.fence(excerpt.text(), "text");
    }

    /// What a tool has put out.
    pub fn output(&mut self, output: Output<'_>) {
        self.fence(&output, "text");
    }

    /// Lines that a tool has put out, below a sentence: cut and gone on with as a list is.
    pub fn output_lines(&mut self, above: Sentence, output: &[Output<'_>], most: usize) {
        let all = output.len();
        let from = self.page * most;
        let through = all.min(from + most);
        if self.page == 0 || from < all {
            self.paragraph(above);
            let rest = output.iter().skip(from).take(most).map(|line| line.to_string()).collect::<Vec<_>>();
            self.lines(&rest.join("\n"), "text");
            self.left_out(all, Listed { from, through, is_on_page: true });
            self.has_more |= through < all;
        }
    }

    /// What another builder has built.
    pub fn append(&mut self, other: Self) {
        if !other.text.is_empty() {
            self.line(&other.text);
        }
        self.in_list = other.in_list;
        self.has_more |= other.has_more;
        #[cfg(test)]
        self.written.extend(other.written);
    }

    /// What is to be said of the entries of a list that are on this page.
    pub fn below(&mut self, listed: Listed, sentence: Sentence) {
        if listed.is_on_page {
            self.paragraph(sentence);
        }
    }

    /// "... and 4 more." below a list that was cut.
    pub fn left_out(&mut self, all: usize, shown: Listed) {
        if all > shown.through && shown.is_on_page {
            self.paragraph(sentence::count::more(all - shown.through));
        }
    }

    /// The same of calls that are only possible.
    pub fn left_out_possible(&mut self, all: usize, shown: Listed) {
        if all > shown.through && shown.is_on_page {
            self.paragraph(sentence::count::more_possible(all - shown.through));
        }
    }

    /// Writes which of the names that were asked about are missing; false, and nothing written, where all are.
    pub fn missing_names(&mut self, asked: &[String], missing: &[String]) -> bool {
        if missing.len() == asked.len() {
            return false;
        }
        if !missing.is_empty() {
            self.say(sentence::absent::names(missing, self.here()));
            self.say_limit();
        }
        true
    }

    /// The answer, with what it is made by below it, and how the rest of its lists is asked for.
    pub fn finish(mut self) -> String {
        if self.page > 0 && self.text.is_empty() {
            self.paragraph(fixed::NO_MORE);
        }
        if self.has_more {
            self.paragraph(fixed::ASK_FOR_MORE);
        }
        self.paragraph(fixed::EXTRACTIVE);
        self.text.push('\n');
        self.text
    }

    fn paragraph(&mut self, sentence: Sentence) {
        self.line(sentence.text());
        #[cfg(test)]
        self.written.push(Some(sentence));
    }

    fn entry(&mut self, sentence: Sentence) {
        self.gap(true);
        self.text.push_str("- ");
        self.text.push_str(sentence.text());
        #[cfg(test)]
        self.written.push(Some(sentence));
    }

    fn fence(&mut self, text: &str, language: &str) {
        if self.page == 0 {
            self.lines(text, language);
        }
    }

    fn lines(&mut self, text: &str, language: &str) {
        self.line(&fenced(text, language));
        #[cfg(test)]
        self.written.push(None);
    }

    fn line(&mut self, line: &str) {
        self.gap(false);
        self.text.push_str(line);
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

/// `path:line`: that of the definition where the lines begin further down in one.
pub fn place(e: &Evidence) -> String {
    format!("`{}:{}`", e.path, e.defined_at.unwrap_or(e.start_line))
}

/// The symbol as people are shown it; a file's own code where there is none.
pub fn name(known: &Known<'_>, e: &Evidence) -> String {
    match &e.symbol {
        Some(symbol) => format!("`{}`", without_unnamed(&known.shown(symbol))),
        None => format!("the code of `{}`", e.path),
    }
}

/// "function", "enum"
pub fn kind_word(e: &Evidence) -> &str {
    own_word(e).unwrap_or(e.kind.word())
}

/// "a function", "an enum"
pub fn kind(e: &Evidence) -> String {
    let word = kind_word(e);
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// Whether a statement of SQL makes it.
pub fn is_of_sql(e: &Evidence) -> bool {
    RepoPath::parse(&e.path).is_ok_and(|path| Language::detect(&path) == Language::Sql)
}

/// What the language calls such a definition, where that is another word than that of its kind.
fn own_word(e: &Evidence) -> Option<&str> {
    let language = Language::detect(&RepoPath::parse(&e.path).ok()?);
    let head = e.signature.as_deref()?;
    let is_value = matches!(e.kind, EvidenceKind::Variable | EvidenceKind::Field);
    if is_value && language.is_constant(head, last(e.symbol.as_deref()?)) {
        return Some("constant");
    }
    let is_type = matches!(e.kind, EvidenceKind::Class | EvidenceKind::Interface);
    language.definition_word(head, is_type)
}

/// "`x` (a function at `a.py:3` and its citation)"
pub fn what(known: &Known<'_>, e: &Evidence) -> String {
    format!("{} ({} at {} {})", name(known, e), kind(e), place(e), cite(e))
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
