//! Which programs agents may run, and where they are on this machine.

use code_runner::RunError;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What a program is allowed for. The table only refuses: a person is asked about each run whatever it says. It has no
/// shell, because in a line for a shell nobody sees at a glance what runs.
const ALLOWED: &[(&str, &[&str])] = &[
    ("version control", &["git"]),
    ("Python and its tools", PYTHON),
    ("JavaScript and its tools", &["node", "npm", "npx", "pnpm", "yarn", "bun", "deno", "tsc"]),
    ("Rust", &["cargo", "rustc", "rustfmt"]),
    ("Go", &["go", "gofmt"]),
    ("Java and its build tools", &["java", "javac", "mvn", "gradle"]),
    ("Ruby and its tools", &["ruby", "bundle", "rake", "rspec"]),
    ("PHP and its tools", &["php", "composer", "phpunit"]),
    (".NET", &["dotnet"]),
    ("C, C++ and builds by rules", &["make", "cmake", "ctest", "ninja", "gcc", "g++", "clang", "clang++"]),
    ("looking for text", &["rg"]),
];

/// These come from the repository's own environment first, if it has one.
const PYTHON: &[&str] = &["python", "python3", "pip", "pytest", "uv", "ruff", "mypy", "tox", "nox"];

/// Where a program is, and the Python environment that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// The program's file.
    pub(super) path: PathBuf,
    /// The folder of the Python environment that it runs in.
    pub(super) environment: Option<PathBuf>,
}

/// Looks a program up: in the Python environment of the repository, then on PATH.
///
/// # Errors
/// Why it does not run here.
pub(super) fn find(program: &str, repository: Option<&Path>) -> Result<Found, RunError> {
    let refused = |why: String| RunError::NotHere { program: program.to_owned(), why };
    if program.is_empty() {
        return Err(refused("no program is named".to_owned()));
    }
    if program.contains(['/', '\\']) {
        return Err(refused("give a program's name and not a path; it is looked up on PATH".to_owned()));
    }
    if !ALLOWED.iter().any(|(_, names)| names.contains(&program)) {
        return Err(refused(format!("programs that run are {}", names())));
    }
    let environment = if PYTHON.contains(&program) { python_environment(repository) } else { None };
    let own = environment.as_ref().and_then(|environment| named_in(&environment.join("bin"), program));
    let path = own.or_else(|| on_path(program, repository));
    let path = path.ok_or_else(|| refused("it is not installed: no folder of PATH has it".to_owned()))?;
    Ok(Found { path, environment })
}

/// What runs, by what it is for: `git (version control), ...`.
fn names() -> String {
    let groups = ALLOWED.iter().map(|(what, names)| format!("{} ({what})", names.join(", ")));
    groups.collect::<Vec<_>>().join("; ")
}

/// The folder of the repository's Python environment, else of the one that is active.
fn python_environment(repository: Option<&Path>) -> Option<PathBuf> {
    let own = repository.into_iter().flat_map(|root| [root.join(".venv"), root.join("venv")]);
    let active = env::var_os("VIRTUAL_ENV").map(PathBuf::from).filter(|path| path.is_absolute());
    own.chain(active).find(|folder| named_in(&folder.join("bin"), "python").is_some())
}

/// A program on PATH. Folders of the repository are left out, and so are relative ones: a file that is named `git` there
/// is not git.
pub(crate) fn on_path(program: &str, repository: Option<&Path>) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let usable =
        |folder: &PathBuf| folder.is_absolute() && !repository.is_some_and(|repository| folder.starts_with(repository));
    let folders: Vec<PathBuf> = env::split_paths(&path).filter(usable).collect();
    folders.iter().find_map(|folder| named_in(folder, program))
}

/// A program in a folder, by its name or another name for it.
fn named_in(folder: &Path, program: &str) -> Option<PathBuf> {
    let names: &[&str] = match program {
        "python" => &["python3", "python"],
        "node" => &["node", "nodejs"],
        other => &[other],
    };
    names.iter().map(|name| folder.join(OsStr::new(name))).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    // What cannot be looked at cannot be started either.
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn refused(program: &str) -> String {
        find(program, None).unwrap_err().to_string()
    }

    #[test]
    fn what_is_not_in_the_table_is_refused_with_what_is() {
        let why = refused("sh");
        assert!(
            why.starts_with("`sh` does not run here: programs that run are git (version control); python, "),
            "{why}"
        );
        for program in ["bash", "rm", "curl", "sudo"] {
            assert!(refused(program).contains("programs that run are"), "{program}");
        }
        assert!(refused("").contains("no program is named"));
        for path in ["./git", "/usr/bin/git", "..\\git"] {
            assert!(refused(path).contains("give a program's name and not a path"), "{path}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn python_is_that_of_the_repository() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().unwrap();
        let elsewhere = find("python", Some(root.path())).unwrap();
        assert!(!elsewhere.path.starts_with(root.path()), "there is none yet");
        let bin = root.path().join("venv/bin");
        fs::create_dir_all(&bin).unwrap();
        for name in ["python", "git"] {
            fs::write(bin.join(name), "").unwrap();
            assert_eq!(find("python", Some(root.path())).unwrap().path, elsewhere.path, "{name} cannot be executed");
        }
        for name in ["python", "git"] {
            fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let found = find("python", Some(root.path())).unwrap();
        assert_eq!(found, Found { path: bin.join("python"), environment: Some(root.path().join("venv")) });
        let git = find("git", Some(root.path()));
        assert!(!git.is_ok_and(|git| git.path.starts_with(root.path())), "git is never that of a repository");
    }
}
