//! The end of a build: what came late is judged again, a common top folder is taken off, the text is packed.

use super::{BuildError, SnapshotBuilder, TopFolder};
use crate::decode::line_count;
use crate::ignore::parent;
use crate::{FileEntry, Language, RepoPath, SkipReason, Skipped, Snapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl SnapshotBuilder {
    /// Judges late rules, takes off a common top folder, and packs the text in path order.
    pub fn finish(mut self) -> Result<Snapshot, BuildError> {
        if self.rules_came_late {
            self.judge_again();
        }
        self.list_rules_left_out();
        self.list_past_the_cut();
        let stripped = self.common_top();
        if let Some(top) = &stripped {
            self.take_off(&format!("{top}/"));
        }
        let top = match &self.top {
            TopFolder::Named(top) => Some(top.clone()),
            _ => stripped,
        };
        let name = Some(self.name.trim().to_owned()).filter(|name| !name.is_empty()).or(top);
        let name = name.unwrap_or_else(|| "repository".to_owned());
        if self.held.is_empty() {
            return Err(BuildError::Empty { name, skipped: summary(&self.skipped) });
        }
        Ok(self.pack(name))
    }

    fn judge_again(&mut self) {
        for path in self.held.keys().cloned().collect::<Vec<_>>() {
            if let Some(skipped) = self.judge_by_rules(&path) {
                self.held.remove(&path);
                self.skipped.insert(skipped);
            }
        }
        // What was listed before the rule that covers it was known is now listed under that rule.
        for skipped in std::mem::take(&mut self.skipped) {
            let covered = RepoPath::parse(&skipped.path).ok().and_then(|path| {
                let of_a_file = is_of_a_file(&skipped.reason);
                self.judge_folder(path.parent()).or_else(|| self.ignore.file(path.as_str()).filter(|_| of_a_file))
            });
            self.skipped.insert(covered.unwrap_or(skipped));
        }
    }

    fn list_rules_left_out(&mut self) {
        for left_out in self.ignore.left_out().collect::<Vec<_>>() {
            let covered = self.judge_folder(parent(&left_out.path));
            self.skipped.insert(covered.unwrap_or(left_out));
        }
    }

    /// Files past the cut are all listed as that, as some were judged before the limit was reached and some not at all.
    fn list_past_the_cut(&mut self) {
        let Some((from, limit)) = &self.cut else { return };
        for mut skipped in std::mem::take(&mut self.skipped) {
            let by_itself = is_of_a_file(&skipped.reason) || matches!(skipped.reason, SkipReason::OverLimit { .. });
            if by_itself && skipped.path.as_str() >= from.as_str() {
                skipped.reason = SkipReason::OverLimit { limit: *limit };
            }
            self.skipped.insert(skipped);
        }
    }

    /// The one folder that holds every entry, taken or not.
    fn common_top(&self) -> Option<String> {
        if self.top != TopFolder::StripCommon {
            return None;
        }
        let (top, _) = self.held.keys().next()?.as_str().split_once('/')?;
        let inside = |path: &str| path.split_once('/').is_some_and(|(first, _)| first == top);
        let counts =
            |skipped: &&Skipped| skipped.path != "__MACOSX" && !matches!(skipped.reason, SkipReason::BadPath { .. });
        let all = self.held.keys().all(|path| inside(path.as_str()))
            && self.skipped.iter().filter(counts).all(|skipped| inside(&skipped.path));
        all.then(|| top.to_owned())
    }

    fn take_off(&mut self, top: &str) {
        let below = |path: &str| path.strip_prefix(top).unwrap_or(path).to_owned();
        self.skipped = std::mem::take(&mut self.skipped)
            .into_iter()
            .map(|Skipped { path, reason }| {
                let reason = match reason {
                    SkipReason::Ignored { by } => SkipReason::Ignored { by: below(&by) },
                    reason => reason,
                };
                Skipped { path: below(&path), reason }
            })
            .collect();
        for (path, held) in std::mem::take(&mut self.held) {
            let path = below(path.as_str());
            match RepoPath::parse(&path) {
                Ok(parsed) => {
                    self.held.insert(parsed, held);
                }
                // `c:/x` was a path below the top folder and is none at the root.
                Err(error) => {
                    let reason = SkipReason::BadPath { why: error.to_string() };
                    self.skipped.insert(Skipped { path, reason });
                }
            }
        }
    }

    fn pack(self, name: String) -> Snapshot {
        let mut pack = String::with_capacity(self.held.values().map(|held| held.text.len()).sum());
        let mut files = Vec::with_capacity(self.held.len());
        for (path, held) in self.held {
            let offset = pack.len() as u64;
            pack.push_str(&held.text);
            files.push(FileEntry {
                language: Language::of(&path, &held.text),
                path,
                hash: held.hash,
                offset,
                len: held.text.len() as u32,
                lines: line_count(&held.text),
                decoded_from: held.decoded_from.map(str::to_owned),
                stripped_bom: held.stripped_bom,
            });
        }
        let pack = Arc::new(pack);
        Snapshot { name, files: files.into(), pack, skipped: self.skipped.into_iter().collect() }
    }
}

/// True for what is wrong with a file itself, rather than with where it is.
fn is_of_a_file(reason: &SkipReason) -> bool {
    use SkipReason::{Binary, Duplicate, Generated, Minified, TooLarge};
    matches!(reason, Binary | Minified | Generated | TooLarge { .. } | Duplicate)
}

/// `12 entries were left out (8 binary, as logo.png; 4 ignored by .gitignore, as out)`.
fn summary(skipped: &BTreeSet<Skipped>) -> String {
    let mut reasons: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for entry in skipped {
        reasons.entry(entry.reason.label()).or_insert((0, &entry.path)).0 += 1;
    }
    let mut out = match skipped.len() {
        0 => return "it is empty".to_owned(),
        1 => "1 entry was left out (".to_owned(),
        n => format!("{n} entries were left out ("),
    };
    for (i, (label, (count, example))) in reasons.into_iter().enumerate() {
        let separator = if i == 0 { "" } else { "; " };
        out += &format!("{separator}{count} {label}, as `{example}`");
    }
    out + ")"
}
