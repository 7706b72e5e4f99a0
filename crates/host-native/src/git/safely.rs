//! Git without the programs that a repository's own configuration, hooks and attributes name.
//!
//! A folder from elsewhere may bring a `.git` whose configuration names programs: a file system monitor, hooks, filters,
//! differs, signers, what fetches objects that are missing. None of them runs here. What git needs them for is switched off;
//! filters, without which files would be committed or checked out with other content, and hooks that the configuration itself
//! names are a reason to refuse to write.

use super::files::DiskGitFiles;
use super::process::output;
#[cfg(unix)]
use crate::runner::on_path;
use git_history::WorkTreeError;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Settings that name programs or places, with values that name none.
const OFF: [&str; 16] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.sshCommand=false",
    "core.editor=false",
    "core.askPass=",
    "core.attributesFile=/dev/null",
    "credential.helper=",
    "diff.external=",
    "commit.gpgSign=false",
    "log.showSignature=false",
    // Tidying after a commit asks a program which objects to keep.
    "gc.auto=0",
    "maintenance.auto=false",
    "submodule.recurse=false",
    "status.submoduleSummary=false",
    "advice.statusHints=false",
];

/// Git in a folder.
#[derive(Debug, Clone)]
pub struct SafeGit {
    folder: PathBuf,
    git_dir: PathBuf,
}

impl SafeGit {
    pub fn new(files: &DiskGitFiles) -> Self {
        Self { folder: files.folder().to_owned(), git_dir: files.git_dir().to_owned() }
    }

    fn bare(&self) -> Result<Command, WorkTreeError> {
        let mut git = Command::new(program(&self.folder)?);
        // Named here, so that no setting of the repository leads elsewhere.
        git.current_dir(&self.folder)
            .arg(joined("--git-dir=", &self.git_dir))
            .arg(joined("--work-tree=", &self.folder));
        git.args(["--no-pager", "--literal-pathspecs"]);
        for setting in OFF {
            git.args(["-c", setting]);
        }
        Ok(git)
    }

    /// Runs git for something that only reads; filters and hooks of the repository are switched off.
    pub fn read(&self, arguments: &[&str]) -> Result<String, WorkTreeError> {
        let mut git = self.bare()?;
        for Named { section, name } in self.named()? {
            // In `-c` a key ends at its first equals sign, so another setting would be switched off.
            if name.contains(['=', '\n']) {
                return Err(WorkTreeError(format!(
                    "the repository's configuration names a program under an unusual name ({section} `{name}`), which cannot \
                     be switched off"
                )));
            }
            for (key, value) in section.off() {
                git.arg("-c").arg(format!("{section}.{name}.{key}={value}"));
            }
        }
        git.args(arguments);
        output(git)
    }

    /// Runs git for something that writes.
    ///
    /// # Errors
    /// Also where the repository's configuration names filters or hooks.
    pub fn write(&self, arguments: &[&str]) -> Result<String, WorkTreeError> {
        if let [Named { section, name }, ..] = self.named()?.as_slice() {
            let why = section.why_needed();
            return Err(WorkTreeError(format!(
                "the repository's configuration names {why} ({section} `{name}`); do this step yourself"
            )));
        }
        let mut git = self.bare()?;
        git.args(arguments);
        output(git)
    }

    /// The filters and hooks that the repository's own configuration names, also that of a linked work tree.
    fn named(&self) -> Result<Vec<Named>, WorkTreeError> {
        let mut git = self.bare()?;
        git.args(["config", "--list", "--show-scope", "--includes", "--name-only", "-z"]);
        let listed = output(git)?;
        let mut rows = listed.split('\0');
        let mut found = Vec::new();
        while let (Some(scope), Some(key)) = (rows.next(), rows.next()) {
            // What the person's own configuration names is theirs to run; `command` is what is given here.
            if !matches!(scope, "system" | "global" | "command") {
                found.extend(Named::in_key(key));
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

/// Something that the configuration gives a program.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    section: Section,
    name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Filter,
    Hook,
}

impl Named {
    fn in_key(key: &str) -> Option<Self> {
        let (section, rest) = key.split_once('.')?;
        let section = match section {
            "filter" => Section::Filter,
            "hook" => Section::Hook,
            _ => return None,
        };
        Some(Self { section, name: rest.rsplit_once('.')?.0.to_owned() })
    }
}

impl Section {
    /// Keys and values that switch it off.
    fn off(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Filter => &[("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")],
            Self::Hook => &[("enabled", "false")],
        }
    }

    fn why_needed(self) -> &'static str {
        match self {
            Self::Filter => {
                "programs that change files, which are not run for an agent, and without them other content would be written"
            }
            Self::Hook => "programs that git runs when it writes, which are not run for an agent",
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Filter => "filter",
            Self::Hook => "hook",
        })
    }
}

/// Git on PATH: never a file of the repository.
#[cfg(unix)]
fn program(folder: &Path) -> Result<PathBuf, WorkTreeError> {
    // A folder that cannot be resolved is compared as it is named.
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    on_path("git", Some(&folder)).ok_or_else(|| WorkTreeError("git is not installed here".to_owned()))
}

/// Here the system looks for it, and not in the current folder.
#[cfg(not(unix))]
fn program(_: &Path) -> Result<PathBuf, WorkTreeError> {
    Ok(PathBuf::from("git"))
}

fn joined(option: &str, path: &Path) -> std::ffi::OsString {
    let mut joined = std::ffi::OsString::from(option);
    joined.push(path);
    joined
}
