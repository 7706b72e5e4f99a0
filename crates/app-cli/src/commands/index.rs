//! `quarry index`

use crate::arguments::IndexOptions;
use crate::load::{self, IndexFolder};
use crate::output;
use anyhow::{Result, bail};
use codebase::{Codebase, Overview};
use serde_json::json;
use source::Snapshot;
use std::collections::BTreeMap;
use std::time::Instant;

/// Indexes, writes the index where asked, and prints a summary.
pub fn run(options: &IndexOptions) -> Result<()> {
    let started = Instant::now();
    if let Some(out) = &options.out
        && out.is_dir()
        && !out.join("manifest.json").is_file()
        && std::fs::read_dir(out)?.next().is_some()
    {
        bail!("{} is not empty and holds no index; choose another folder", out.display());
    }
    let snapshot = load::snapshot(&options.repository)?;
    let codebase = load::build(snapshot);
    let mut index_bytes = None;
    if let Some(out) = &options.out {
        let manifest = codebase.write_directory(&mut IndexFolder(out.clone()))?;
        index_bytes = Some(manifest.sections.values().map(|section| section.bytes).sum::<u64>());
    }
    let ms = started.elapsed().as_millis() as u64;
    let overview = codebase.overview();
    let skipped = skipped(codebase.snapshot());
    if options.json {
        return output::json(&as_json(&codebase, &overview, &skipped, index_bytes, ms));
    }
    let Overview { name, files, bytes, symbols, calls, .. } = &overview;
    output::line(format!("{name}: {files} files, {:.1} MB, {symbols} symbols, in {ms} ms", *bytes as f64 / 1e6))?;
    for share in &overview.languages {
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
    for (reason, count) in &skipped {
        output::line(format!("  skipped {count:>6}: {reason}"))?;
    }
    if let (Some(out), Some(bytes)) = (&options.out, index_bytes) {
        output::line(format!("index: {} ({:.1} MB)", out.display(), bytes as f64 / 1e6))?;
    }
    Ok(())
}

fn skipped(snapshot: &Snapshot) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for entry in snapshot.skipped.iter() {
        *counts.entry(entry.reason.label().to_owned()).or_default() += 1;
    }
    counts
}

fn as_json(
    codebase: &Codebase,
    overview: &Overview,
    skipped: &BTreeMap<String, u64>,
    index_bytes: Option<u64>,
    ms: u64,
) -> serde_json::Value {
    let calls = &overview.calls;
    let rules: BTreeMap<&str, u32> = calls.by_rule.iter().map(|(rule, count)| (rule.id(), *count)).collect();
    json!({
        "name": overview.name,
        "snapshot": codebase.snapshot().id().to_string(),
        "files": overview.files,
        "bytes": overview.bytes,
        "symbols": overview.symbols,
        "languages": overview.languages.iter().map(|s| (s.language.id(), s.files)).collect::<BTreeMap<_, _>>(),
        "calls": {
            "sites": calls.call_sites,
            "proven": calls.proven,
            "possible": calls.possible,
            "unresolved": calls.unresolved_internal,
            "external": calls.external + calls.builtin + calls.unknown_names,
            "edges_by_rule": rules,
            "name_only_share": calls.name_only_share(),
        },
        "syntax_errors": overview.syntax_errors,
        "skipped": skipped,
        "index_bytes": index_bytes,
        "ms": ms,
    })
}
