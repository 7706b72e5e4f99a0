//! Where another tool and this one differ: counted, and a sample of the sites written down for a person to judge.
//!
//! Compared are sites: the line of the call and what it calls. A class stands for its constructors, as tools differ in which of
//! the two they name. A line at which the other tool knows no callee of that name in the repository says nothing, so what is found
//! there alone is listed apart.

use crate::calls;
use crate::reliability::Reliability;
use crate::repository::Repository;
use anyhow::Result;
use call_graph::{Rule, SymbolId};
use facts::DefinitionKind;
use source::FileId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// Whoever wants another sample changes it.
const SEED: u64 = 13;

type Site = (FileId, u32);
/// A site, what it is said to call, and by which rule where this tool says so.
type Difference = (Site, SymbolId, Option<(Rule, f32)>);

/// Prints counts and writes `sample` differing sites to `out`, each list its share.
pub fn run(peer: &str, folder: &Path, calls: &Path, out: &Path, sample: usize) -> Result<()> {
    let repository = Repository::open(folder)?;
    let mut theirs: BTreeMap<Site, BTreeSet<SymbolId>> = BTreeMap::new();
    for call in calls::read(calls)? {
        let callee = repository.symbol_at(&call.to_path, &call.to_name, call.to_line);
        if let (Some(file), Some(callee)) = (repository.file(&call.path), callee) {
            theirs.entry((file, call.line)).or_default().insert(class_of(&repository, callee));
        }
    }
    let mut ours: BTreeMap<Site, BTreeMap<SymbolId, (Rule, f32)>> = BTreeMap::new();
    // What no call names has no counterpart in tools that go from call to name.
    let unnamed = [Rule::Implicit, Rule::Property, Rule::Override, Rule::Callback];
    let (mut reliability, mut agreed) = (Reliability::default(), 0);
    for edge in repository.graph().edges().iter().filter(|edge| !unnamed.contains(&edge.rule)) {
        let callee = class_of(&repository, edge.to);
        let known =
            ours.entry((edge.file, edge.line)).or_default().entry(callee).or_insert((edge.rule, edge.confidence));
        if edge.confidence > known.1 {
            *known = (edge.rule, edge.confidence);
        }
    }
    let (mut against, mut alone, mut missed): (Vec<Difference>, Vec<Difference>, Vec<Difference>) = Default::default();
    for (site, callees) in &ours {
        for (callee, (rule, confidence)) in callees {
            let name = |id: SymbolId| repository.graph().symbol(id).name.as_str();
            let known = theirs.get(site);
            let same = known.is_some_and(|known| known.contains(callee));
            // Several calls on a line have several names.
            let named = known.is_some_and(|known| known.iter().any(|other| name(*other) == name(*callee)));
            agreed += usize::from(same);
            if named {
                reliability.add(*rule, *confidence, same);
            }
            let list = if named { &mut against } else { &mut alone };
            if !same {
                list.push((*site, *callee, Some((*rule, *confidence))));
            }
        }
    }
    for (site, callees) in &theirs {
        let known = ours.get(site);
        let new = callees.iter().filter(|callee| known.is_none_or(|known| !known.contains_key(callee)));
        missed.extend(new.map(|callee| (*site, *callee, None)));
    }
    println!(
        "{peer}: {agreed} sites alike; {} where {peer} names another of that name, {} where it names none, {} that {peer} alone names",
        against.len(),
        alone.len(),
        missed.len()
    );
    reliability.print();
    let mut text = String::new();
    for (title, list) in [("another callee", against), ("ours alone", alone), ("theirs alone", missed)] {
        let _ = writeln!(text, "\n## {title} ({})", list.len());
        for (site, callee, by) in sampled(list, sample / 3, |(site, callee, _)| (*site, *callee)) {
            let by = by.map_or("theirs".to_owned(), |(rule, sure)| format!("{} {sure:.2}", rule.id()));
            let (path, line) = (repository.path(site.0), repository.line(site.0, site.1).trim());
            let symbol = repository.graph().symbol(callee);
            let _ = writeln!(text, "{path}:{} -> {} ({by})\n    {line}", site.1, symbol.qualified_name);
            for other in theirs.get(&site).into_iter().flatten().filter(|other| **other != callee) {
                let _ = writeln!(text, "    theirs: {}", repository.graph().symbol(*other).qualified_name);
            }
        }
    }
    std::fs::write(out, text)?;
    println!("to read: {}", out.display());
    Ok(())
}

/// What a constructor makes, else the symbol itself.
pub fn class_of(repository: &Repository, callee: SymbolId) -> SymbolId {
    let symbol = repository.graph().symbol(callee);
    match symbol.kind {
        DefinitionKind::Constructor => symbol.parent.unwrap_or(callee),
        _ => callee,
    }
}

/// So many of a list, the same ones in every run, by what is known of each.
pub fn sampled<T, K: Hash>(mut list: Vec<T>, most: usize, of: impl Fn(&T) -> K) -> Vec<T> {
    let key = |one: &T| {
        let mut hasher = DefaultHasher::new();
        (SEED, of(one)).hash(&mut hasher);
        hasher.finish()
    };
    list.sort_by_cached_key(key);
    list.truncate(most);
    list
}
