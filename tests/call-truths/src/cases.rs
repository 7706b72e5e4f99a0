//! Small cases whose calls are known in full.

use crate::reliability::Reliability;
use crate::repository::link;
use crate::share::Score;
use anyhow::{Context, Result};
use call_graph::{Edge, Rule};
use fixtures::truths::{Call, Case, cases};
use source::{Language, RepoPath};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Prints precision and recall by language and category, by rule, and what the confidence of each rule is worth.
pub fn run(folder: &Path) -> Result<()> {
    let mut categories: BTreeMap<(String, String), Score> = BTreeMap::new();
    let mut languages: BTreeMap<String, Score> = BTreeMap::new();
    let mut reliability = Reliability::default();
    let mut rules: BTreeMap<Rule, Score> = BTreeMap::new();
    let mut happening = 0;
    let mut gaps = Vec::new();
    for language in entries(folder)? {
        for file in entries(&language)? {
            let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for case in cases(&text) {
                let found = strongest(&case);
                for sum in [
                    categories.entry((name(&language), name(&file))).or_default(),
                    languages.entry(name(&language)).or_default(),
                ] {
                    count(sum, &case, &found);
                }
                let place = format!("{} {}/{}", name(&language), name(&file), case.name);
                let missed = case.calls.iter().filter(|call| !found.contains_key(*call)).map(|call| ("misses", call));
                let made_up = found.keys().filter(|call| !case.calls.contains(*call)).map(|call| ("makes up", call));
                gaps.extend(missed.chain(made_up).map(|(what, (from, to))| format!("{place} {what} {from} -> {to}")));
                happening += case.calls.len();
                for (call, edge) in &found {
                    rules.entry(edge.rule).or_default().found(case.calls.contains(call), edge.is_proven());
                    reliability.add(edge.rule, edge.confidence, case.calls.contains(call));
                }
            }
        }
    }
    println!("{:<26} {}", "language, category", Score::HEAD);
    for ((language, category), score) in &categories {
        println!("{:<26} {score}", format!("{language} {category}"));
    }
    println!("\n{:<26} {}", "language", Score::HEAD);
    for (language, score) in &languages {
        println!("{language:<26} {score}");
    }
    println!("\n{:<14} precision          found by it, of {happening} calls", "rule");
    for (rule, Score { precision, .. }) in &rules {
        println!("{:<14} {precision:<18} {:.3}", rule.id(), precision.right as f64 / happening as f64);
    }
    reliability.print();
    println!("\nGaps:\n{}", gaps.join("\n"));
    Ok(())
}

fn count(score: &mut Score, case: &Case, found: &BTreeMap<Call, Edge>) {
    for (call, edge) in found {
        score.found(case.calls.contains(call), edge.is_proven());
    }
    for call in &case.calls {
        let edge = found.get(call);
        score.happens(edge.is_some(), edge.is_some_and(Edge::is_proven));
    }
}

/// Of each call that is found, the edge of the most confidence.
fn strongest(case: &Case) -> BTreeMap<Call, Edge> {
    let files: BTreeMap<String, String> = fixtures::files(&case.files).into_iter().collect();
    let files: Vec<(RepoPath, String)> = files
        .into_iter()
        .map(|(path, text)| (RepoPath::parse(path.trim_start_matches('/')).expect("a fixture's path"), text))
        .collect();
    let graph = link(files.iter().map(|(path, text)| (path, Language::detect(path), text.as_str())));
    let whole = graph.whole().expect("a graph that was built is in memory");
    let mut strongest: BTreeMap<Call, Edge> = BTreeMap::new();
    for edge in whole.edges() {
        let name = |id| whole.symbol(id).qualified_name.clone();
        let known = strongest.entry((name(edge.from), name(edge.to))).or_insert(*edge);
        if edge.confidence > known.confidence {
            *known = *edge;
        }
    }
    strongest
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = listed.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
