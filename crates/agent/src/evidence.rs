//! Makes evidence from the answers of a codebase, and verifies it.

use crate::{IndexFailure, Verifier, secrets};
use change_set::ChangeSet;
use codebase::{CallSite, Codebase, DefinitionKind, Now, Overlaid, Place, Reader, SpanRef, SymbolInfo};
use futures::future::LocalBoxFuture;
use git_history::{Commit, GitError, ObjectId, Repository};
use protocol::{Basis, CommitInfo, Evidence, EvidenceKind, Relation};
use source::ContentHash;
use std::rc::Rc;

/// Most lines of an excerpt.
const EXCERPT_LINES: u32 = 60;

/// Evidence for lines that the overlay holds.
pub fn of_span(over: Overlaid<'_>, span: &SpanRef, relation: Relation, basis: Basis) -> Evidence {
    // Empty where the page of the text is not loaded: the reader then runs the question again.
    let text = over.text_of(span).ok().flatten().unwrap_or_default();
    Evidence {
        hash: span.hash.to_string(),
        relation,
        excerpt: excerpt_of(text),
        basis,
        ..Evidence::of_lines(span.id(), &span.path, span.start_line, span.end_line)
    }
}

/// The beginning of lines, for people.
fn excerpt_of(text: &str) -> String {
    text.lines().take(EXCERPT_LINES as usize).collect::<Vec<_>>().join("\n")
}

/// Evidence for a definition, with the lines where it is now.
pub fn of_symbol(over: Overlaid<'_>, symbol: &SymbolInfo, span: &SpanRef, relation: Relation) -> Evidence {
    described(of_span(over, span, relation, Basis::Read), symbol)
}

/// Evidence for a commit; `path` is a file or folder that it changed.
pub fn of_commit(commit: &Commit, path: Option<&str>) -> Evidence {
    let hash = commit.id.to_string();
    // Without a path the evidence is the commit as a whole.
    let path = path.unwrap_or_default();
    let mut id = ContentHash::of(format!("commit {hash}\n{path}").as_bytes()).to_string();
    id.truncate(10);
    Evidence {
        hash: ContentHash::of(commit.message.as_bytes()).to_string(),
        relation: Relation::Commit {
            commit: CommitInfo {
                hash,
                subject: commit.subject(),
                author: commit.author.name.clone(),
                date: commit.authored.to_string(),
            },
        },
        kind: EvidenceKind::Commit,
        excerpt: excerpt_of(commit.message.trim()),
        ..Evidence::of_lines(id, path, 0, 0)
    }
}

/// Evidence for a call, with the line where it is now and the symbol at the other end.
pub fn of_call(over: Overlaid<'_>, call: &CallSite, site: &SpanRef, relation: Relation) -> Evidence {
    let basis = Basis::Call { rule: call.rule.to_owned(), confidence: call.confidence };
    described(of_span(over, site, relation, basis), &call.other)
}

/// Adds what is known of the symbol.
pub fn described(evidence: Evidence, symbol: &SymbolInfo) -> Evidence {
    Evidence {
        symbol: Some(symbol.qualified_name.clone()),
        kind: kind(symbol.kind),
        signature: Some(symbol.signature.clone()).filter(|signature| !signature.is_empty()),
        doc: symbol.doc.as_deref().map(first_paragraph),
        ..evidence
    }
}

fn kind(of: DefinitionKind) -> EvidenceKind {
    match of {
        DefinitionKind::Module => EvidenceKind::Module,
        DefinitionKind::Class => EvidenceKind::Class,
        DefinitionKind::Interface => EvidenceKind::Interface,
        DefinitionKind::Enum => EvidenceKind::Enum,
        DefinitionKind::TypeAlias => EvidenceKind::TypeAlias,
        DefinitionKind::Function => EvidenceKind::Function,
        DefinitionKind::Method => EvidenceKind::Method,
        DefinitionKind::Constructor => EvidenceKind::Constructor,
        DefinitionKind::Lambda => EvidenceKind::Lambda,
        DefinitionKind::Variable => EvidenceKind::Variable,
        DefinitionKind::Field => EvidenceKind::Field,
        DefinitionKind::Macro => EvidenceKind::Macro,
        DefinitionKind::Component => EvidenceKind::Component,
    }
}

fn first_paragraph(doc: &str) -> String {
    let lines = doc.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Verifies spans against the codebase as it is now.
pub struct CodebaseVerifier<'a> {
    reader: &'a Reader,
    history: Option<Rc<dyn Commits>>,
}

impl<'a> CodebaseVerifier<'a> {
    /// Verifies against the codebase of `reader`.
    pub fn new(reader: &'a Reader) -> Self {
        Self { reader, history: None }
    }

    /// And commits against this git data; without it no commit holds.
    #[must_use]
    pub fn with_history(self, history: Option<Rc<Repository>>) -> Self {
        Self { history: history.map(|history| history as _), ..self }
    }
}

impl CodebaseVerifier<'_> {
    async fn all(
        &self,
        evidence: &[&Evidence],
        changes: &ChangeSet,
        is_so: impl Fn(Overlaid<'_>, &Evidence) -> bool,
    ) -> Result<Vec<bool>, IndexFailure> {
        let none = ChangeSet::default();
        let mut found = Vec::with_capacity(evidence.len());
        // One question each: there may be more evidence than one question may read.
        for evidence in evidence {
            if let Some(commit) = evidence.commit() {
                found.push(self.commit_holds(evidence, &commit.hash).await?);
                continue;
            }
            let question = |codebase: &Codebase| {
                let over = Overlaid::new(codebase, changes);
                // A line that was read before it was edited is as true of the repository as it was of the overlay.
                is_so(over, evidence)
                    || (over.touches(&evidence.path) && is_so(Overlaid::new(codebase, &none), evidence))
            };
            found.push(self.reader.ask(question).await?);
        }
        Ok(found)
    }
}

impl CodebaseVerifier<'_> {
    /// Whether the history has the commit, with that message, author and date, and it changed that path.
    async fn commit_holds(&self, evidence: &Evidence, hash: &str) -> Result<bool, IndexFailure> {
        let (Some(history), Some(id)) = (&self.history, ObjectId::parse(hash)) else { return Ok(false) };
        let path = Some(evidence.path.as_str()).filter(|path| !path.is_empty());
        let there = history.commit_evidence(id, path).await?;
        Ok(there.is_some_and(|there| is_same_commit(&there, evidence)))
    }
}

/// Where commits are looked up. Behind a trait, so that a program that never hands git data over holds no code that reads it.
trait Commits {
    /// Evidence for a commit; `None` where it is not there, or did not change that path.
    fn commit_evidence<'a>(
        &'a self,
        id: ObjectId,
        path: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Option<Evidence>, IndexFailure>>;
}

impl Commits for Repository {
    fn commit_evidence<'a>(
        &'a self,
        id: ObjectId,
        path: Option<&'a str>,
    ) -> LocalBoxFuture<'a, Result<Option<Evidence>, IndexFailure>> {
        Box::pin(async move {
            let read = async {
                let commit = self.commit(id).await?;
                let touches = match path {
                    Some(path) => self.touches(&commit, path).await?,
                    None => true,
                };
                Ok::<_, GitError>(touches.then(|| of_commit(&commit, path)))
            };
            match read.await {
                Ok(found) => Ok(found),
                Err(GitError::Files(error)) => {
                    Err(IndexFailure::new(format!("the git history could not be read: {error}")))
                }
                // Whatever else is wrong with it, it is not there as it was cited.
                Err(_) => Ok(None),
            }
        })
    }
}

/// Whether the evidence is that of the commit, what is secret in its message masked or not.
fn is_same_commit(there: &Evidence, evidence: &Evidence) -> bool {
    let masked = secrets::mask(&there.excerpt).text;
    let excerpt_holds = evidence.excerpt == there.excerpt || evidence.excerpt == masked;
    let with_excerpt = Evidence { excerpt: evidence.excerpt.clone(), check: evidence.check, ..there.clone() };
    excerpt_holds && with_excerpt == *evidence
}

impl Verifier for CodebaseVerifier<'_> {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(async move { self.check_over(evidence, &ChangeSet::default()).await })
    }

    fn recheck<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(async move { self.recheck_over(evidence, &ChangeSet::default()).await })
    }

    fn check_over<'a>(
        &'a self,
        evidence: &'a [&'a Evidence],
        changes: &'a ChangeSet,
    ) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(self.all(evidence, changes, holds))
    }

    fn recheck_over<'a>(
        &'a self,
        evidence: &'a [&'a Evidence],
        changes: &'a ChangeSet,
    ) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(self.all(evidence, changes, |over, evidence| holds(over, evidence) && is_described(over, evidence)))
    }
}

fn holds(over: Overlaid<'_>, evidence: &Evidence) -> bool {
    let Ok(hash) = evidence.hash.parse() else { return false };
    let (start_line, end_line) = (evidence.start_line, evidence.end_line);
    let span = SpanRef { path: evidence.path.clone(), start_line, end_line, hash };
    // The id names path, lines and hash: one that does not fit them was made up.
    span.id() == evidence.id
        && over.text_of(&span).ok().flatten().is_some_and(|text| excerpt_of(text) == evidence.excerpt)
}

/// Whether there is such a symbol, about those lines, with that head and documentation.
fn is_described(over: Overlaid<'_>, evidence: &Evidence) -> bool {
    let Some(name) = &evidence.symbol else { return evidence.signature.is_none() && evidence.doc.is_none() };
    let codebase = over.codebase();
    // While a page is missing the answer is not used: the question is run again.
    let Ok(named) = codebase.graph().find_named(name) else { return false };
    let symbols = named.iter().filter_map(|named| codebase.symbol(named.id).ok().flatten());
    let same = symbols.filter(|symbol| symbol.qualified_name == *name);
    same.into_iter().any(|symbol| {
        // A call is cited in the name of what is called, which is elsewhere.
        let now = now_of(over, &symbol.span);
        let fits = touches(&now, evidence) || matches!(evidence.relation, Relation::Callee { .. });
        fits && evidence.defined_at.is_none_or(|line| line == now.start_line)
            && described(evidence.clone(), &symbol) == *evidence
    })
}

/// Evidence for lines of a definition that may begin further down in it.
pub fn of_part(over: Overlaid<'_>, symbol: &SymbolInfo, evidence: Evidence) -> Evidence {
    let first = now_of(over, &symbol.span).start_line;
    Evidence { defined_at: (first < evidence.start_line).then_some(first), ..described(evidence, symbol) }
}

/// A definition where the overlay has it.
fn now_of(over: Overlaid<'_>, definition: &Place) -> Place {
    match over.touches(&definition.path).then(|| over.now(&over.codebase().span_at(definition))) {
        Some(Ok(Now::Here(SpanRef { path, start_line, end_line, .. }))) => Place { path, start_line, end_line },
        // Lines in a definition that was edited elsewhere are looked for around where it was.
        _ => definition.clone(),
    }
}

/// Whether a definition and the evidence have lines in common.
fn touches(now: &Place, evidence: &Evidence) -> bool {
    now.path == evidence.path && now.start_line <= evidence.end_line && evidence.start_line <= now.end_line
}
