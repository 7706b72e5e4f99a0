//! Which of the files that came are files that went: of equal content, or of content at least half of which is equal.

use crate::differences::{Change, ChangeKind, Text};
use crate::tree::Entry;
use crate::{Commit, GitError, Repository};
use limits::git::RENAME_CANDIDATES;
use rustc_hash::FxHashMap;

impl Repository {
    /// Makes one renamed file of each pair of a file that went and one that came.
    pub(crate) async fn pair_renames(&self, files: &mut Vec<Change>) -> Result<(), GitError> {
        for (gone, new) in self.renames(files).await? {
            let Some(at) = files.iter().position(|file| file.kind == ChangeKind::Deleted && file.path == gone) else {
                continue;
            };
            let old = files.remove(at);
            if let Some(file) = files.iter_mut().find(|file| file.kind == ChangeKind::Added && file.path == new) {
                (file.kind, file.from, file.old) = (ChangeKind::Renamed, Some(old.path), old.old);
            }
        }
        Ok(())
    }

    /// What a file that came with `commit` was called in its parent, if it is a renamed one.
    pub(crate) async fn earlier_name(
        &self,
        parent: &Commit,
        commit: &Commit,
        path: &str,
    ) -> Result<Option<String>, GitError> {
        let (mut files, _) = self.plain_differences(Some(parent.tree), commit.tree).await?;
        self.pair_renames(&mut files).await?;
        Ok(files.into_iter().find(|file| file.path == path).and_then(|file| file.from))
    }

    /// Pairs of the old path and the new one, each path at most once.
    async fn renames(&self, files: &[Change]) -> Result<Vec<(String, String)>, GitError> {
        let of_kind = |kind| files.iter().filter(move |file| file.kind == kind).collect::<Vec<_>>();
        let (mut gone, mut new) = (of_kind(ChangeKind::Deleted), of_kind(ChangeKind::Added));
        let mut pairs = Vec::new();
        new.retain(|file| {
            let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
            let same = |old: &&Change| is_file(old.old) && old.old.map(|it| it.id) == file.new.map(|it| it.id);
            let equal: Vec<usize> = (0..gone.len()).filter(|at| same(&gone[*at])).collect();
            // Of several with the same content, the one of the same name.
            let best = equal.iter().find(|at| name(&gone[**at].path) == name(&file.path)).or(equal.first());
            match best {
                Some(at) => {
                    pairs.push((gone.remove(*at).path.clone(), file.path.clone()));
                    false
                }
                None => true,
            }
        });
        if gone.len().max(new.len()) <= RENAME_CANDIDATES {
            pairs.extend(self.similar(&gone, &new).await?);
        }
        Ok(pairs)
    }

    /// The most similar pairs first.
    async fn similar(&self, gone: &[&Change], new: &[&Change]) -> Result<Vec<(String, String)>, GitError> {
        if gone.is_empty() || new.is_empty() {
            return Ok(Vec::new());
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for file in gone {
            before.push(self.lines(file.old).await?);
        }
        for file in new {
            after.push(self.lines(file.new).await?);
        }
        let mut scores = Vec::new();
        for (g, old) in before.iter().enumerate() {
            for (n, text) in after.iter().enumerate() {
                let score = old.as_ref().zip(text.as_ref()).map_or(0, |(old, text)| likeness(old, text));
                if score >= 50 {
                    scores.push((std::cmp::Reverse(score), g, n));
                }
            }
        }
        scores.sort_unstable();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (_, g, n) in scores {
            if !pairs.iter().any(|(old, text)| *old == g || *text == n) {
                pairs.push((g, n));
            }
        }
        Ok(pairs.into_iter().map(|(g, n)| (gone[g].path.clone(), new[n].path.clone())).collect())
    }

    async fn lines(&self, entry: Option<Entry>) -> Result<Option<Lines>, GitError> {
        if !is_file(entry) {
            return Ok(None);
        }
        let Text::Text(text) = self.text(entry).await? else { return Ok(None) };
        let mut lines = Lines { bytes: text.len(), counts: FxHashMap::default() };
        for line in text.split_inclusive('\n') {
            lines.counts.entry(line.to_owned()).or_insert((line.len(), 0)).1 += 1;
        }
        Ok(Some(lines))
    }
}

/// The lines of a text: the length of each, and how often it is there.
struct Lines {
    bytes: usize,
    counts: FxHashMap<String, (usize, usize)>,
}

/// How much of the larger text is in the smaller one, in percent of bytes.
fn likeness(a: &Lines, b: &Lines) -> usize {
    let shared = |(line, (length, count)): (&String, &(usize, usize))| {
        b.counts.get(line).map_or(0, |(_, other)| length * count.min(other))
    };
    let shared: usize = a.counts.iter().map(shared).sum();
    // Two empty files say nothing about each other.
    (shared * 100).checked_div(a.bytes.max(b.bytes)).unwrap_or(0)
}

fn is_file(entry: Option<Entry>) -> bool {
    entry.is_some_and(|entry| !entry.is_folder() && !entry.is_submodule())
}
