//! The report of `quarry index`.

use super::skipped::groups;
use crate::embeddings::Embedded;
use crate::index_folder::Tally;
use crate::output::{self, one_line, size};
use anyhow::Result;
use codebase::storage::directory::PartSize;
use codebase::{Codebase, Overview};
use serde_json::{Map, Value, json};
use source::SkipReason;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Most parts named to a person.
const PARTS: usize = 5;

/// The result of `quarry index`.
pub struct Report<'a> {
    pub codebase: &'a Codebase,
    pub overview: Overview,
    /// `None` if no index was written.
    pub index: Option<Written>,
    /// Whether to list every file that was left out.
    pub list_skipped: bool,
    pub ms: u64,
}

/// An index directory after it was written.
pub struct Written {
    pub path: PathBuf,
    pub chunks: Tally,
    /// Chunks that were written.
    pub written: Tally,
    /// Chunks that were there already.
    pub reused: Tally,
    /// Chunks that the manifest does not name and that were kept.
    pub stale: Tally,
    /// Chunks that the manifest does not name and that were deleted.
    pub removed: Tally,
    pub manifest_bytes: u64,
    /// Whether the manifest differs from the previous one.
    pub manifest_changed: bool,
    /// Sizes of the parts of the index, the largest first.
    pub parts: Vec<PartSize>,
    /// What came of embedding, where a server was named.
    pub embedded: Option<Embedded>,
}

impl Report<'_> {
    /// Prints it for people.
    pub fn print(&self) -> Result<()> {
        let Overview { name, files, bytes, symbols, calls, .. } = &self.overview;
        let name = one_line(name);
        output::line(format!("{name}: {files} files, {}, {symbols} symbols, in {} ms", size(*bytes), self.ms))?;
        for share in &self.overview.languages {
            output::line(format!("  {:>6} {}", share.files, share.language.name()))?;
        }
        output::line(format!(
            "{} call sites: {} proven, {} possible, {} unresolved, {} in libraries or the language",
            calls.call_sites,
            calls.proven,
            calls.possible,
            calls.unresolved_internal,
            calls.external + calls.builtin + calls.unknown_names
        ))?;
        if calls.work_limit > 0 {
            output::line(format!(
                "  {} of the unresolved were not followed to their end: linking reached its limit of work",
                calls.work_limit
            ))?;
        }
        self.print_skipped()?;
        self.index.as_ref().map_or(Ok(()), Written::print)
    }

    fn print_skipped(&self) -> Result<()> {
        let skipped = &self.codebase.snapshot().skipped;
        if skipped.is_empty() {
            return Ok(());
        }
        let all = if self.list_skipped { "" } else { " (--skipped lists all)" };
        output::line(format!("skipped {}{all}:", skipped.len()))?;
        for group in groups(skipped) {
            let more = if group.count > 1 { "such as " } else { "" };
            output::line(format!("  {:>6} {}: {more}{}", group.count, group.reason, one_line(group.example)))?;
        }
        if skipped.iter().any(|entry| matches!(entry.reason, SkipReason::RulesNotApplied { .. })) {
            output::line("  a .gitignore is not applied: files that it names may be in the index")?;
        }
        let listed = if self.list_skipped { &skipped[..] } else { &[] };
        listed.iter().try_for_each(|entry| output::line(one_line(&format!("  {}: {}", entry.path, entry.reason))))
    }

    pub fn print_json(&self) -> Result<()> {
        let (overview, calls) = (&self.overview, &self.overview.calls);
        let snapshot = self.codebase.snapshot();
        let rules: BTreeMap<&str, u32> = calls.by_rule.iter().map(|(rule, count)| (rule.id(), *count)).collect();
        let skipped: BTreeMap<&str, u64> =
            groups(&snapshot.skipped).iter().map(|group| (group.reason, group.count)).collect();
        let mut document = json!({
            "name": overview.name,
            "snapshot": snapshot.id().to_string(),
            "files": overview.files,
            "bytes": overview.bytes,
            "symbols": overview.symbols,
            "languages": overview.languages.iter().map(|s| (s.language.id(), s.files)).collect::<BTreeMap<_, _>>(),
            "calls": {
                "sites": calls.call_sites,
                "proven": calls.proven,
                "possible": calls.possible,
                "unresolved": calls.unresolved_internal,
                "unresolved_by_work_limit": calls.work_limit,
                "external": calls.external + calls.builtin + calls.unknown_names,
                "edges_by_rule": rules,
                "name_only_share": calls.name_only_share(),
            },
            "syntax_errors": overview.syntax_errors,
            "skipped": skipped,
            "index_bytes": self.index.as_ref().map(Written::bytes),
            "index": self.index.as_ref().map(Written::as_json),
            "ms": self.ms,
        });
        if self.list_skipped {
            let entry = |entry: &source::Skipped| json!({ "path": entry.path, "reason": entry.reason.label(), "detail": entry.reason.to_string() });
            document["skipped_entries"] = snapshot.skipped.iter().map(entry).collect();
        }
        output::json(&document)
    }
}

impl Written {
    /// Everything that the manifest names, and itself.
    fn bytes(&self) -> u64 {
        self.chunks.bytes + self.manifest_bytes
    }

    fn print(&self) -> Result<()> {
        let Self { chunks, written, reused, stale, removed, .. } = self;
        output::line(format!("index: {} ({}, {} chunks)", self.path.display(), size(self.bytes()), chunks.files))?;
        let mut fate = format!("  {} written ({}), {} reused", written.files, size(written.bytes), reused.files);
        if removed.files > 0 {
            fate += &format!(", {} stale removed ({})", removed.files, size(removed.bytes));
        }
        if stale.files > 0 {
            fate += &format!(", {} stale kept ({}; --prune removes them)", stale.files, size(stale.bytes));
        }
        output::line(fate)?;
        let parts = self.parts.iter().take(PARTS).map(|part| format!("{} {}", part.name, size(part.stored)));
        output::line(format!("  largest: {}", parts.collect::<Vec<_>>().join(", ")))?;
        self.embedded.as_ref().map_or(Ok(()), |embedded| output::line(embedded.line()))
    }

    fn as_json(&self) -> Value {
        let section = |part: &PartSize| {
            let size = json!({ "chunks": part.chunks, "bytes": part.stored, "uncompressed": part.bytes });
            (part.name.to_owned(), size)
        };
        let tally = |tally: Tally| json!({ "files": tally.files, "bytes": tally.bytes });
        let mut document = json!({
            "path": self.path.display().to_string(),
            "bytes": self.bytes(),
            "manifest_changed": self.manifest_changed,
            "chunks": tally(self.chunks),
            "written": tally(self.written),
            "reused": tally(self.reused),
            "stale": tally(self.stale),
            "removed": tally(self.removed),
            "sections": self.parts.iter().map(section).collect::<Map<_, _>>(),
        });
        if let Some(embedded) = &self.embedded {
            document["vectors"] = embedded.as_json();
        }
        document
    }
}
