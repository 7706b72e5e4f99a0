//! The texts of files as prompts show them: in passages with ids, within a bound that the files share. Where a file does not
//! fit, what a search finds in it comes first, then its beginning; that it is cut is said beside its path.

use super::share::shares;
use crate::evidence::of_span;
use crate::tools::without_secrets_of;
use crate::{IndexFailure, ToolOutput, secrets};
use change_set::ChangeSet;
use codebase::{Codebase, Overlaid, QuestionError, Reader};
use protocol::{Basis, Evidence, Relation};
use source::{ContentHash, RepoPath};
use std::collections::BTreeMap;

/// Lines of a passage: it may end at a definition after the first number, and ends at the second.
const LINES: [u32; 2] = [15, 60];
/// How many places of a search decide which passages come first.
const HITS: usize = 30;

/// Files as a prompt shows them.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// A heading for each file, with its passages below.
    pub text: String,
    /// The passages.
    pub evidence: Vec<Evidence>,
    /// Every file with the hash of its whole text, in order.
    pub files: Vec<(String, ContentHash)>,
    /// What is left out: a sentence for each file that is not whole.
    pub left_out: Vec<String>,
    /// Secrets that are masked, by kind.
    pub masked: BTreeMap<&'static str, usize>,
}

/// A passage of a file.
struct Passage {
    text: String,
    evidence: Evidence,
    masked: BTreeMap<&'static str, usize>,
    /// Its place among what the search found.
    rank: usize,
}

/// A file in passages.
struct File {
    path: String,
    hash: ContentHash,
    lines: u32,
    passages: Vec<Passage>,
}

/// Shows files that exist, in at most so many characters.
///
/// # Errors
/// The index could not be read.
pub(super) async fn show(
    reader: &Reader,
    changes: &ChangeSet,
    paths: &[String],
    query: &str,
    most: usize,
) -> Result<Shown, IndexFailure> {
    let mut files = Vec::new();
    for path in paths {
        let read = reader.ask_bounded(|codebase| read(Overlaid::new(codebase, changes), path, query));
        let file = read.await.map_err(IndexFailure::from)?.answer;
        files.extend(file.map_err(|error| IndexFailure::new(format!("`{path}` could not be read: {error}")))?);
    }
    Ok(shown(files, most))
}

fn shown(files: Vec<File>, most: usize) -> Shown {
    // The headings are shown whatever the texts take.
    let headings: usize = files.iter().map(|file| heading(file, true).chars().count()).sum();
    let sizes: Vec<usize> = files.iter().map(|file| file.passages.iter().map(size).sum()).collect();
    let shares = shares(&sizes, most.saturating_sub(headings));
    let mut shown = Shown::default();
    for (file, share) in files.into_iter().zip(shares) {
        shown.add(file, share);
    }
    shown
}

impl Shown {
    fn add(&mut self, mut file: File, share: usize) {
        let mut taken = choose(&file.passages, share);
        let is_cut = taken.len() < file.passages.len();
        let heading = heading(&file, is_cut);
        self.files.push((file.path.clone(), file.hash));
        self.text += &heading;
        taken.sort_unstable();
        let mut lines = 0;
        for at in &taken {
            let passage = &mut file.passages[*at];
            lines += passage.evidence.end_line + 1 - passage.evidence.start_line;
            self.text += &passage.text;
            self.evidence.push(passage.evidence.clone());
            for (kind, count) in std::mem::take(&mut passage.masked) {
                *self.masked.entry(kind).or_insert(0) += count;
            }
        }
        if is_cut {
            self.left_out.push(format!("of `{}` {lines} of {} lines were read", file.path, file.lines));
        }
    }
}

fn heading(file: &File, is_cut: bool) -> String {
    let cut = if is_cut { ", cut: not all of them are below" } else { "" };
    format!("## {} ({} lines{cut})\n", file.path, file.lines)
}

fn size(passage: &Passage) -> usize {
    passage.text.chars().count()
}

/// The passages that fit: what the search found, then the others from the beginning.
fn choose(passages: &[Passage], most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..passages.len()).collect();
    order.sort_by_key(|&at| (passages[at].rank, at));
    let mut left = most;
    let mut taken = Vec::new();
    for at in order {
        let Some(rest) = left.checked_sub(size(&passages[at])) else { continue };
        left = rest;
        taken.push(at);
    }
    taken
}

/// The file at a path; none where the overlay has none.
fn read(over: Overlaid<'_>, path: &str, query: &str) -> Result<Option<File>, QuestionError> {
    let Ok(parsed) = RepoPath::parse(path) else { return Ok(None) };
    let Some(content) = over.content(&parsed)? else { return Ok(None) };
    let hash = ContentHash::of(content.text.as_bytes());
    let lines = content.text.lines().count() as u32;
    let hits: Vec<(u32, u32)> = over
        .codebase()
        .search(query, HITS)
        .into_iter()
        .filter(|hit| hit.span.path == path)
        .map(|hit| (hit.span.start_line, hit.span.end_line))
        .collect();
    let mut passages = Vec::new();
    for (start, end) in parts(over, path, lines) {
        let file = over.read_file(path, Some((start, end)))?;
        let evidence = of_span(over, &file.span, Relation::Read, Basis::Read);
        let text = format!("[[{}]] {path}:{start}-{end}\n{}", evidence.id, file.numbered());
        let output = ToolOutput { text, evidence: vec![evidence], ..ToolOutput::default() };
        let mut output = without_secrets_of(over, [path], output);
        crate::tools::mask_parts(&mut output);
        let rank = hits.iter().position(|(from, to)| start <= *to && *from <= end).unwrap_or(hits.len());
        let Some(evidence) = output.evidence.pop() else { continue };
        passages.push(Passage { text: output.text, evidence, masked: output.masked, rank });
    }
    Ok(Some(File { path: path.to_owned(), hash, lines, passages }))
}

/// The lines of a file in parts, which begin at definitions where that is known.
fn parts(over: Overlaid<'_>, path: &str, lines: u32) -> Vec<(u32, u32)> {
    // Of a changed file the definitions are not known; of one without a parser there are none. A page that is not loaded is noted:
    // the reader runs the question again.
    let outline = if over.touches(path) { Vec::new() } else { over.codebase().outline(path).unwrap_or_default() };
    let begins = |line: u32| outline.iter().any(|item| item.start_line == line);
    let mut parts = Vec::new();
    let mut start = 1;
    for line in 2..=lines {
        let length = line - start;
        if length >= LINES[1] || length >= LINES[0] && begins(line) {
            parts.push((start, line - 1));
            start = line;
        }
    }
    if lines >= start {
        parts.push((start, lines));
    }
    parts
}

/// The whole texts of files that exist, without their secrets.
///
/// # Errors
/// The index could not be read.
pub(super) async fn texts(
    reader: &Reader,
    changes: &ChangeSet,
    paths: &[String],
) -> Result<Vec<(String, String)>, IndexFailure> {
    let mut texts = Vec::new();
    for path in paths {
        let text = |codebase: &Codebase| -> Result<Option<String>, QuestionError> {
            let Ok(parsed) = RepoPath::parse(path) else { return Ok(None) };
            let content = Overlaid::new(codebase, changes).content(&parsed)?;
            Ok(content.map(|content| secrets::mask(content.text).text.into_owned()))
        };
        let text = reader.ask(text).await.map_err(IndexFailure::from)?;
        let text = text.map_err(|error| IndexFailure::new(format!("`{path}` could not be read: {error}")))?;
        texts.extend(text.map(|text| (path.clone(), text)));
    }
    Ok(texts)
}
