//! The variables that a program gets: those named here and no others, so that keys and tokens of this process stay here.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Passed on as they are: where programs and their tools find themselves, and how they write texts and times. No
/// credentials, and no proxy: a program that wants the network gets no help.
const PASSED: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "LD_LIBRARY_PATH",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "CONDA_PREFIX",
    "NVM_DIR",
    "VOLTA_HOME",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "GOROOT",
    "GOPATH",
    "GOMODCACHE",
    "GOCACHE",
    "JAVA_HOME",
    "M2_HOME",
    "GRADLE_HOME",
    "GEM_HOME",
    "GEM_PATH",
    "DOTNET_ROOT",
    "XDG_CACHE_HOME",
];

/// The same for every run.
const SET: &[(&str, &str)] = &[
    // What is printed is seen while it runs.
    ("PYTHONUNBUFFERED", "1"),
    // Python takes a compiled file for that of a source with the same second and length: after an edit that can be wrong.
    ("PYTHONDONTWRITEBYTECODE", "1"),
    ("NO_COLOR", "1"),
    // Nobody is there to type a password.
    ("GIT_TERMINAL_PROMPT", "0"),
];

/// The variable by which everything that a run has started is found again.
pub(super) const MARK: &str = "QUARRY_RUN";

/// The folders of a run.
pub(super) struct Folders<'a> {
    /// The copy of the repository.
    pub(super) root: &'a Path,
    /// Where builds are kept between runs.
    pub(super) build: &'a Path,
    /// For temporary files.
    pub(super) temporary: &'a Path,
}

/// The variables of one run.
pub(super) fn of_run(folders: &Folders<'_>, python: Option<&Path>, mark: &str) -> Vec<(OsString, OsString)> {
    let passed = PASSED.iter().filter_map(|name| Some((OsString::from(name), env::var_os(name)?)));
    let mut variables: Vec<(OsString, OsString)> = passed.collect();
    variables.extend(SET.iter().map(|(name, value)| (name.into(), value.into())));
    variables.push((MARK.into(), mark.into()));
    variables.push(("TMPDIR".into(), folders.temporary.into()));
    variables.push(("CARGO_TARGET_DIR".into(), folders.build.into()));
    variables.push(("PYTHONPATH".into(), python_path(folders.root)));
    if let Some(python) = python {
        variables.push(("VIRTUAL_ENV".into(), python.into()));
        put_first_on_path(&mut variables, python.join("bin"));
    }
    variables
}

/// The copy before whatever is installed: an original that was installed from the repository would be tested otherwise.
fn python_path(root: &Path) -> OsString {
    let sources = root.join("src");
    let folders = if sources.is_dir() { vec![sources, root.to_owned()] } else { vec![root.to_owned()] };
    // Fails for a folder with the separator in its name, which the folder of temporary files has not.
    env::join_paths(folders).unwrap_or_else(|_| root.into())
}

fn put_first_on_path(variables: &mut [(OsString, OsString)], folder: PathBuf) {
    for (name, value) in variables {
        if name == "PATH" {
            let folders = std::iter::once(folder.clone()).chain(env::split_paths(&*value));
            // Fails for a folder with the separator in its name: then PATH stays as it is.
            *value = env::join_paths(folders).unwrap_or_else(|_| value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_that_of_a_credential_or_a_proxy() {
        let suspicious = ["TOKEN", "KEY", "SECRET", "PASS", "PROXY", "AUTH", "CREDENTIAL"];
        for name in PASSED {
            assert!(!suspicious.iter().any(|word| name.contains(word)), "{name}");
        }
    }

    #[test]
    fn sources_of_the_copy_come_first() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(python_path(root.path()), root.path().as_os_str());
        std::fs::create_dir(root.path().join("src")).unwrap();
        let path = python_path(root.path());
        let folders: Vec<PathBuf> = env::split_paths(&path).collect();
        assert_eq!(folders, [root.path().join("src"), root.path().to_owned()]);
    }
}
