//! A folder that is checked out, worked on by git itself.

use super::files::DiskGitFiles;
use super::safely::SafeGit;
use git_history::{Prepared, WorkTree, WorkTreeError, WorkTreeFuture};
use source::RepoPath;
use std::future::ready;

/// Most commits of a branch that is prepared for a pull request.
const COMMITS: &str = "--max-count=200";
/// Longest message.
const MESSAGE: usize = 10_000;
/// Most files added at once.
const PATHS: usize = 200;

/// Git in a folder on this machine.
#[derive(Debug, Clone)]
pub struct GitWorkTree(SafeGit);

impl GitWorkTree {
    /// In the folder that these files are of.
    pub fn new(files: &DiskGitFiles) -> Self {
        Self(SafeGit::new(files))
    }

    fn refuse_changed(&self) -> Result<(), WorkTreeError> {
        let changed = self.0.read(&["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all"])?;
        let Some(first) = changed.lines().next() else { return Ok(()) };
        let more = match changed.lines().count() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let first = first.get(3..).unwrap_or(first);
        Err(WorkTreeError(format!("`{first}`{more} changed and not committed; commit or undo that first")))
    }

    fn check_branch(&self, branch: &str) -> Result<(), WorkTreeError> {
        let no_branch = || WorkTreeError(format!("`{branch}` is no name of a branch"));
        if branch.starts_with('-') || branch.contains("@{") {
            return Err(no_branch());
        }
        self.0.read(&["check-ref-format", "--branch", branch]).map(drop).map_err(|_| no_branch())
    }

    fn add_now(&self, paths: &[String]) -> Result<String, WorkTreeError> {
        if paths.is_empty() || paths.len() > PATHS {
            return Err(WorkTreeError(format!("give between 1 and {PATHS} paths")));
        }
        let mut arguments = vec!["add", "--"];
        for path in paths {
            RepoPath::parse(path).map_err(|error| WorkTreeError(error.to_string()))?;
            arguments.push(path);
        }
        self.refuse_submodules(&arguments[1..])?;
        self.0.write(&arguments)?;
        self.0.read(&["diff", "--cached", "--stat", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"])
    }

    /// Git would run itself inside them, with the programs that their own configuration names.
    fn refuse_submodules(&self, paths: &[&str]) -> Result<(), WorkTreeError> {
        let listed = self.0.read(&[&["ls-files", "--stage", "-z"], paths].concat())?;
        let of_submodule = |row: &&str| row.starts_with("160000 ");
        let Some(row) = listed.split('\0').find(of_submodule) else { return Ok(()) };
        let path = row.split_once('\t').map_or(row, |(_, path)| path);
        Err(WorkTreeError(format!("`{path}` is a submodule, which is not added for an agent; do this step yourself")))
    }

    fn commit_now(&self, message: &str) -> Result<String, WorkTreeError> {
        if message.trim().is_empty() || message.len() > MESSAGE {
            return Err(WorkTreeError(format!("give a message of 1 to {MESSAGE} bytes")));
        }
        // Where there is nothing, git would look into submodules to say so.
        let staged = self.0.read(&["diff", "--cached", "--name-only", "--no-ext-diff", "--no-textconv"])?;
        if staged.trim().is_empty() {
            return Err(WorkTreeError("nothing was added to commit; add files first".to_owned()));
        }
        self.0.write(&["commit", "--quiet", "--no-verify", "--no-gpg-sign", &format!("--message={message}")])?;
        let made = ["log", "-1", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--stat", "--format=%H%n%s"];
        self.0.read(&made)
    }

    fn checkout_now(&self, branch: &str, create: bool) -> Result<String, WorkTreeError> {
        self.check_branch(branch)?;
        self.refuse_changed()?;
        let arguments: &[&str] = if create {
            &["switch", "--quiet", "--create", branch]
        } else {
            &["switch", "--quiet", "--no-guess", branch]
        };
        self.0.write(arguments)?;
        self.status_now()
    }

    fn status_now(&self) -> Result<String, WorkTreeError> {
        self.0.read(&["status", "--porcelain=v1", "--branch", "--untracked-files=normal", "--ignore-submodules=all"])
    }

    fn prepare_now(&self, base: &str) -> Result<Prepared, WorkTreeError> {
        self.check_branch(base)?;
        self.refuse_changed()?;
        let branch = self.0.read(&["symbolic-ref", "--quiet", "--short", "HEAD"]);
        let branch = branch.map_err(|_| WorkTreeError("no branch is checked out".to_owned()))?.trim().to_owned();
        let range = format!("{base}..HEAD");
        let commits = self.0.read(&["log", "--oneline", "--no-show-signature", COMMITS, &range, "--"])?;
        if commits.trim().is_empty() {
            return Err(WorkTreeError(format!("`{branch}` has no commit that `{base}` has not")));
        }
        let range = format!("{base}...HEAD");
        let stat = self.0.read(&["diff", "--stat", "--no-ext-diff", "--no-textconv", &range, "--"])?;
        Ok(Prepared { branch, base: base.to_owned(), commits, stat })
    }
}

impl WorkTree for GitWorkTree {
    fn status(&self) -> WorkTreeFuture<'_, String> {
        Box::pin(ready(self.status_now()))
    }

    fn branches(&self) -> WorkTreeFuture<'_, String> {
        Box::pin(ready(self.0.read(&[
            "branch",
            "--list",
            "--all",
            "--no-color",
            "--no-column",
            "--sort=-committerdate",
        ])))
    }

    fn remotes(&self) -> WorkTreeFuture<'_, String> {
        Box::pin(ready(self.0.read(&["remote", "--verbose"]).map(|text| without_passwords(&text))))
    }

    fn add<'a>(&'a self, paths: &'a [String]) -> WorkTreeFuture<'a, String> {
        Box::pin(ready(self.add_now(paths)))
    }

    fn commit<'a>(&'a self, message: &'a str) -> WorkTreeFuture<'a, String> {
        Box::pin(ready(self.commit_now(message)))
    }

    fn checkout<'a>(&'a self, branch: &'a str, create: bool) -> WorkTreeFuture<'a, String> {
        Box::pin(ready(self.checkout_now(branch, create)))
    }

    fn prepare<'a>(&'a self, base: &'a str) -> WorkTreeFuture<'a, Prepared> {
        Box::pin(ready(self.prepare_now(base)))
    }
}

/// Addresses without what may be secret: what stands before the `@` of a host (a name and a password, or a token), and a query.
fn without_passwords(text: &str) -> String {
    let row = |line: &str| match line.split_once("://") {
        Some((start, rest)) => {
            let end = rest.rfind(" (").unwrap_or(rest.len());
            let (address, direction) = rest.split_at(end);
            let host = address.find('/').unwrap_or(address.len());
            let from = address[..host].rfind('@').map_or(0, |at| at + 1);
            let address = &address[from..];
            let query = address.find(['?', '#']).unwrap_or(address.len());
            format!("{start}://{}{direction}\n", &address[..query])
        }
        None => format!("{line}\n"),
    };
    text.lines().map(row).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn addresses_are_shown_without_passwords() {
        for (address, shown) in [
            ("https://ada:secret@example.org/a.git", "https://example.org/a.git"),
            ("https://secret@example.org", "https://example.org"),
            ("https://ada:s@cret@example.org/@scope/a.git", "https://example.org/@scope/a.git"),
            ("https://example.org/a.git?token=secret", "https://example.org/a.git"),
            ("git@example.org:a.git", "git@example.org:a.git"),
        ] {
            let text = format!("origin\t{address} (fetch)\n");
            assert_eq!(super::without_passwords(&text), format!("origin\t{shown} (fetch)\n"));
        }
    }
}
