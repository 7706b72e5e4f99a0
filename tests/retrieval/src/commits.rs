//! Subjects of commits as queries: what a person writes of a change leads to the files that were changed.
//!
//! For each commit that qualifies the tree of its parent is indexed, with the history before it and without, and the
//! subject is searched. Right is every file of code that the commit modified.

use crate::measures::{DEPTH, Estimate, estimate};
use anyhow::{Context, Result, bail};
use code_words::path::is_aside;
use facts::FileFacts;
use futures::executor::block_on;
use git_history::{ChangeKind, Commit, ObjectId, Repository, Subject};
use host_native::git::DiskGitFiles;
use search_index::{FileDocument, Histories, Query, Ranking, SearchIndex, SearchIndexBuilder};
use source::{ContentHash, Language, RepoPath, Snapshot};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Fewest words of a subject that is asked.
const WORDS: usize = 4;
/// Most files that its commit changed.
const FILES: usize = 5;
/// Hits whose files are looked at: several may be of one file.
const HITS: usize = 60;

/// A folder with `.git`.
pub struct History {
    folder: PathBuf,
    repository: Repository,
    /// Facts by content, as most files are the same in most commits.
    facts: HashMap<(Language, ContentHash), Option<FileFacts>>,
}

struct Asked {
    subject: String,
    parent: ObjectId,
    /// The files that were modified.
    files: Vec<String>,
}

/// What the queries gave: by ranking the gain of each query, and what the field costs.
#[derive(Default)]
pub struct Scores {
    pub gains: Vec<Vec<f64>>,
    /// Reading the history, and building an index without and with it.
    pub times: [Vec<Duration>; 3],
    /// Bytes of the indexes.
    pub bytes: [usize; 2],
}

impl History {
    pub fn open(folder: &Path) -> Result<Self> {
        let files = DiskGitFiles::of(folder)?.with_context(|| format!("{} has no .git", folder.display()))?;
        let repository = block_on(Repository::open(files))?.context("this is no git folder")?;
        Ok(Self { folder: folder.to_owned(), repository, facts: HashMap::new() })
    }

    /// Asks at most `most` subjects, with the field and each ranking; the first scores are those without the field.
    pub fn ask(&mut self, most: usize, rankings: &[Ranking]) -> Result<Scores> {
        let asked = self.queries(most)?;
        let mut scores = Scores { gains: vec![Vec::new(); rankings.len() + 1], ..Scores::default() };
        for (at, query) in asked.iter().enumerate() {
            eprint!("\r{} of {}", at + 1, asked.len());
            let snapshot = self.tree(query.parent)?;
            let began = Instant::now();
            let histories = histories(&block_on(self.repository.subjects(query.parent))?.commits);
            scores.times[0].push(began.elapsed());
            self.parse(&snapshot);
            let mut build = |with: usize, histories| -> Result<SearchIndex> {
                let began = Instant::now();
                let index = self.index(&snapshot, histories);
                scores.times[1 + with].push(began.elapsed());
                scores.bytes[with] += index.to_bytes()?.len();
                Ok(index)
            };
            let (without, mut with) = (build(0, Histories::default())?, build(1, histories)?);
            scores.gains[0].push(gain(&without.with_ranking(rankings[0].clone()), &snapshot, query));
            for (ranking, gains) in rankings.iter().zip(&mut scores.gains[1..]) {
                with = with.with_ranking(ranking.clone());
                gains.push(gain(&with, &snapshot, query));
            }
        }
        eprintln!();
        Ok(scores)
    }

    /// Commits that say what was changed, evenly over the history.
    fn queries(&self, most: usize) -> Result<Vec<Asked>> {
        let head = block_on(self.repository.head())?.commit.context("the repository has no commit")?;
        let subjects = block_on(self.repository.subjects(head))?;
        let mut all = Vec::new();
        for subject in &subjects.commits {
            let commit = block_on(self.repository.commit(subject.commit))?;
            all.extend(self.asked(subject, &commit)?);
        }
        let step = all.len().div_ceil(most).max(1);
        Ok(all.into_iter().step_by(step).collect())
    }

    fn asked(&self, subject: &Subject, commit: &Rc<Commit>) -> Result<Option<Asked>> {
        let Some(parent) = commit.parents.first() else { return Ok(None) };
        let changes = block_on(self.repository.changes_of(commit, None))?.files;
        let code = |path: &str| RepoPath::parse(path).is_ok_and(|path| Language::detect(&path).is_parsed());
        let is_right = |path: &str| code(path) && !is_aside(path);
        let modified = changes.iter().filter(|change| change.kind == ChangeKind::Modified && is_right(&change.path));
        let files: Vec<String> = modified.map(|change| change.path.clone()).collect();
        let enough = subject.text.split_whitespace().count() >= WORDS && (1..=FILES).contains(&files.len());
        Ok(enough.then(|| Asked { subject: subject.text.clone(), parent: *parent, files }))
    }

    /// The files of a commit, by git itself.
    fn tree(&self, commit: ObjectId) -> Result<Snapshot> {
        let archive = std::env::temp_dir().join(format!("quarry-tree-{}.tar.gz", std::process::id()));
        let mut git = Command::new("git");
        git.arg("-C").arg(&self.folder).args(["archive", "--format=tar.gz", "-1", "-o"]).arg(&archive);
        if !git.arg(commit.to_string()).status()?.success() {
            bail!("git archive failed");
        }
        let snapshot = host_native::open(&archive, host_native::Wanted::default(), |_| ());
        std::fs::remove_file(&archive)?;
        Ok(snapshot?)
    }

    fn parse(&mut self, snapshot: &Snapshot) {
        for (id, file) in snapshot.ids().zip(snapshot.files.iter()) {
            let key = (file.language, file.hash);
            self.facts.entry(key).or_insert_with(|| syntax::parse(file.language, snapshot.text(id)));
        }
    }

    fn index(&self, snapshot: &Snapshot, histories: Histories) -> SearchIndex {
        let mut builder = SearchIndexBuilder::new();
        builder.set_histories(histories);
        for (id, file) in snapshot.ids().zip(snapshot.files.iter()) {
            let facts = self.facts.get(&(file.language, file.hash)).and_then(Option::as_ref);
            let (path, language, text) = (&file.path, file.language, snapshot.text(id));
            builder.add_file(FileDocument { file: id, path, language, text, facts });
        }
        builder.finish()
    }
}

fn histories(commits: &[Subject]) -> Histories {
    let mut histories = Histories::default();
    commits.iter().for_each(|commit| histories.add(&commit.text, commit.paths.iter().map(String::as_str)));
    histories
}

/// NDCG of the first ten files.
fn gain(index: &SearchIndex, snapshot: &Snapshot, query: &Asked) -> f64 {
    let mut files: Vec<&str> = Vec::new();
    for hit in index.search(&Query::new(&*query.subject, HITS)) {
        let path = snapshot.file(hit.file).path.as_str();
        if !files.contains(&path) {
            files.push(path);
        }
    }
    let worth = |at: usize| 1.0 / ((at + 2) as f64).log2();
    let found = files.iter().take(DEPTH).enumerate().filter(|(_, path)| query.files.iter().any(|file| file == *path));
    found.map(|(at, _)| worth(at)).sum::<f64>() / (0..query.files.len().min(DEPTH)).map(worth).sum::<f64>()
}

impl Scores {
    /// NDCG@10 without the field, then with each ranking, and how much more than without.
    pub fn table(&self, labels: &[String]) -> String {
        let mut out = "| history | number | NDCG@10 | more than without |\n|---|---:|---|---|\n".to_owned();
        for (label, gains) in std::iter::once("without").chain(labels.iter().map(String::as_str)).zip(&self.gains) {
            let more: Vec<f64> = gains.iter().zip(&self.gains[0]).map(|(with, without)| with - without).collect();
            let (own, more) = (shown(&estimate(gains)), shown(&estimate(&more)));
            out.push_str(&format!("| {label} | {} | {own} | {more} |\n", gains.len()));
        }
        let ms = |times: &[Duration]| times.iter().sum::<Duration>().as_secs_f64() * 1e3 / times.len().max(1) as f64;
        let [history, without, with] = self.times.each_ref().map(|times| ms(times));
        let more = self.bytes[1] as f64 * 100.0 / self.bytes[0].max(1) as f64 - 100.0;
        out.push_str(&format!(
            "\nms of reading the history {history:.0}, of indexing without {without:.0}, with {with:.0}; the index in \
             memory is {more:.2}% larger\n"
        ));
        out
    }
}

fn shown(estimate: &Estimate) -> String {
    format!("{:.3} ({:.3} to {:.3})", estimate.mean, estimate.low, estimate.high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs git in a folder of its own.
    fn git(folder: &Path, arguments: &[&str]) {
        let named = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
        let mut git = Command::new("git");
        git.arg("-C").arg(folder).args(named).args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null");
        assert!(git.status().expect("git is installed").success(), "{arguments:?}");
    }

    #[test]
    fn a_subject_is_asked_of_the_tree_before_it_with_the_history_before_it() {
        let folder = std::env::temp_dir().join(format!("quarry-commits-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        git(&folder, &["init", "-q"]);
        for (text, subject) in [
            ("def charge(): pass\n", "A first version of charging"),
            ("def charge(): return 1\n", "Charge whoever ordered something"),
            ("def charge(): return 2\n", "Charge again where that failed"),
            ("def charge(): return 3\n", "Bump the version of charging again"),
        ] {
            std::fs::write(folder.join("pay.py"), text).unwrap();
            git(&folder, &["add", "-A"]);
            git(&folder, &["commit", "-q", "-m", subject]);
        }
        let scores = History::open(&folder).unwrap().ask(10, &[Ranking::default()]).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(scores.gains, [[1.0, 1.0], [1.0, 1.0]], "the second and third commit, by the name of a function");
        assert!(scores.table(&["with".to_owned()]).contains("| with | 2 | 1.000 (1.000 to 1.000) | 0.000"));
    }
}
