//! Which commit wrote each line.

use crate::differences::Text;
use crate::history::Pending;
use crate::tree::Entry;
use crate::{Commit, GitError, ObjectId, Repository};
use change_set::diff::changed_lines;
use limits::git::{BLAME_LINES, COMMITS_READ};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// The text of a file as it is now, where it may differ from the commit's.
#[derive(Debug, Clone, Copy)]
pub struct Present<'t> {
    /// The text.
    pub text: &'t str,
}

/// Lines that one commit wrote.
#[derive(Debug, Clone)]
pub struct Piece {
    /// The lines as they are now, from 1, both ends included.
    pub lines: (u32, u32),
    /// The commit; `None` for lines that are in no commit yet.
    pub commit: Option<Rc<Commit>>,
    /// Where the file was at that commit.
    pub path: String,
    /// The history that is here ends with this commit, or was read no further: the lines are its or older.
    pub is_boundary: bool,
}

/// Who wrote lines of a file.
#[derive(Debug, Clone)]
pub struct Blame {
    /// In the order of the lines; every line that was asked for is in one of them.
    pub pieces: Vec<Piece>,
    /// How many lines the file has.
    pub lines_in_all: u32,
}

/// Lines as they are now, and where they are in the file at some commit; both from 0.
#[derive(Debug, Clone, Copy)]
struct Run {
    now: u32,
    then: u32,
    count: u32,
}

struct Blaming<'r> {
    repository: &'r Repository,
    pending: Pending<String>,
    /// The lines that are looked for at a commit, by the commit and the file's path there.
    runs: FxHashMap<(ObjectId, String), Vec<Run>>,
    done: Vec<(Run, Option<Rc<Commit>>, String, bool)>,
}

impl Repository {
    /// Which commits wrote the lines `from..=to` (from 1) of a file, as seen from a commit. With `present`, the lines of that
    /// text, of which some may be in no commit.
    ///
    /// # Errors
    /// That the file is not in the commit or is no text, that there are no such lines or too many, and that the data cannot be read.
    pub async fn blame(
        &self,
        from: ObjectId,
        path: &str,
        lines: (u32, u32),
        present: Option<Present<'_>>,
    ) -> Result<Blame, GitError> {
        let commit = self.commit(from).await?;
        let path = path.trim_matches('/');
        let not_there = || GitError::NoSuchPath { path: path.to_owned(), commit: from.short() };
        let entry = self.entry_at(commit.tree, path).await?.filter(|entry| !entry.is_folder()).ok_or_else(not_there)?;
        let text = match self.text(Some(entry)).await? {
            Text::Text(text) => text,
            Text::Other(why) => {
                let (path, commit) = (path.to_owned(), from.short());
                return Err(GitError::NotText { path, commit, why: why.to_owned() });
            }
        };
        let now = present.map_or(text.as_str(), |present| present.text);
        let count = count_lines(now);
        let wanted = check_lines(lines, count)?;
        let (pending, runs, done) = Default::default();
        let mut blaming = Blaming { repository: self, pending, runs, done };
        let asked = Run { now: wanted.start, then: wanted.start, count: wanted.end - wanted.start };
        match present {
            Some(present) => {
                let (kept, new) = split(&text, present.text, &[asked]);
                blaming.done.extend(new.into_iter().map(|run| (run, None, path.to_owned(), false)));
                blaming.pass(commit, path, kept);
            }
            None => blaming.pass(commit, path, vec![asked]),
        }
        Ok(Blame { pieces: blaming.run().await?, lines_in_all: count })
    }
}

fn check_lines((from, to): (u32, u32), count: u32) -> Result<Range<u32>, GitError> {
    let to = to.min(count);
    if from == 0 || from > to {
        return Err(GitError::Refused(format!("the file has {count} lines; there are no lines {from} to {to} in it")));
    }
    if to - from >= BLAME_LINES {
        let asked = to - from + 1;
        return Err(GitError::Refused(format!("{asked} lines are more than {BLAME_LINES}; ask for fewer at once")));
    }
    Ok(from - 1..to)
}

impl Blaming<'_> {
    fn pass(&mut self, commit: Rc<Commit>, path: &str, runs: Vec<Run>) {
        if runs.is_empty() {
            return;
        }
        let key = (commit.id, path.to_owned());
        match self.runs.get_mut(&key) {
            Some(known) => known.extend(runs),
            None => {
                self.runs.insert(key, runs);
                self.pending.push(commit, path.to_owned());
            }
        }
    }

    async fn run(mut self) -> Result<Vec<Piece>, GitError> {
        let mut read = 0;
        while let Some((commit, path)) = self.pending.pop() {
            let runs = self.runs.remove(&(commit.id, path.clone())).unwrap_or_default();
            read += 1;
            if read > COMMITS_READ {
                self.take(runs, &commit, &path, true);
                continue;
            }
            if read.is_multiple_of(64) {
                self.repository.blocks.files.pause().await;
            }
            self.step(commit, path, runs).await?;
        }
        Ok(self.pieces())
    }

    /// Passes the lines that are in a parent too on to it, and takes the rest as the commit's own.
    async fn step(&mut self, commit: Rc<Commit>, path: String, runs: Vec<Run>) -> Result<(), GitError> {
        let repository = self.repository;
        let here = repository.entry_at(commit.tree, &path).await?;
        let (mut parents, mut is_boundary) = (Vec::new(), false);
        for id in &commit.parents {
            match repository.commit(*id).await {
                Ok(parent) => parents.extend(self.in_parent(parent, &commit, &path).await?),
                Err(GitError::NotHere(_)) => is_boundary = true,
                Err(error) => return Err(error),
            }
        }
        if let Some((parent, path, _)) = parents.iter().find(|(_, _, entry)| Some(entry.id) == here.map(|it| it.id)) {
            self.pass(Rc::clone(parent), path, runs);
            return Ok(());
        }
        let mut runs = runs;
        if let Text::Text(text) = repository.text(here).await? {
            for (parent, old_path, entry) in parents {
                let Text::Text(old) = repository.text(Some(entry)).await? else { continue };
                let (kept, new) = split(&old, &text, &runs);
                self.pass(parent, &old_path, kept);
                runs = new;
            }
        }
        self.take(runs, &commit, &path, is_boundary);
        Ok(())
    }

    /// The file in a parent, under the same name or the one it had before.
    async fn in_parent(
        &self,
        parent: Rc<Commit>,
        commit: &Commit,
        path: &str,
    ) -> Result<Option<(Rc<Commit>, String, Entry)>, GitError> {
        if let Some(entry) = self.repository.entry_at(parent.tree, path).await?.filter(|entry| !entry.is_folder()) {
            return Ok(Some((parent, path.to_owned(), entry)));
        }
        let Some(before) = self.repository.earlier_name(&parent, commit, path).await? else { return Ok(None) };
        let entry = self.repository.entry_at(parent.tree, &before).await?;
        Ok(entry.map(|entry| (parent, before, entry)))
    }

    fn take(&mut self, runs: Vec<Run>, commit: &Rc<Commit>, path: &str, is_boundary: bool) {
        let taken = |run| (run, Some(Rc::clone(commit)), path.to_owned(), is_boundary);
        self.done.extend(runs.into_iter().map(taken));
    }

    fn pieces(mut self) -> Vec<Piece> {
        self.done.sort_by_key(|(run, ..)| run.now);
        let mut pieces: Vec<Piece> = Vec::new();
        for (run, commit, path, is_boundary) in self.done {
            let (first, last) = (run.now + 1, run.now + run.count);
            let id = |commit: &Option<Rc<Commit>>| commit.as_ref().map(|commit| commit.id);
            match pieces.last_mut() {
                Some(piece) if id(&piece.commit) == id(&commit) && piece.path == path => piece.lines.1 = last,
                _ => pieces.push(Piece { lines: (first, last), commit, path, is_boundary }),
            }
        }
        pieces
    }
}

/// Which of the lines are in the old text too, with their places there, and which are new.
fn split(old: &str, new: &str, runs: &[Run]) -> (Vec<Run>, Vec<Run>) {
    let (old, new) = (old.replace("\r\n", "\n"), new.replace("\r\n", "\n"));
    let changes = changed_lines(&old, &new);
    let (mut kept, mut fresh) = (Vec::new(), Vec::new());
    for run in runs {
        let (mut at, end) = (run.then, run.then + run.count);
        let mut shift = 0;
        for (before, after) in
            changes.iter().map(Some).chain([None]).map(|change| change.cloned().unwrap_or((0..0, end..end)))
        {
            let same_until = after.start.clamp(at, end);
            if same_until > at {
                let then = (i64::from(at) + shift) as u32;
                kept.push(Run { now: run.now + (at - run.then), then, count: same_until - at });
            }
            let new_until = after.end.clamp(same_until, end);
            if new_until > same_until {
                let now = run.now + (same_until - run.then);
                fresh.push(Run { now, then: same_until, count: new_until - same_until });
            }
            at = new_until.max(at);
            shift = i64::from(before.end) - i64::from(after.end);
        }
    }
    (kept, fresh)
}

fn count_lines(text: &str) -> u32 {
    text.split_inclusive('\n').count() as u32
}
