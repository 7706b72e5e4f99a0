//! How proposed changes are checked: by the person's command, else by the output of `main.*`, else by the project's tests.

use super::project::{Project, join};
use super::reach::{Reached, reaching};
use super::suites::{KINDS, Kind, Shown, Suite};
use change_set::Overlay;
use code_runner::{Command, RunLimits, Runner};
use codebase::{Overlaid, QuestionError};
use compact_sort::CompactSort;
use limits::running::{RUN_MS, VERIFY_MS};
use source::RepoPath;

/// The file with the output that a program beside it is to have.
const EXPECTED: &str = "expected.txt";
/// The programs that have one, with what runs them; the first that is there counts.
const MAINS: [(&str, &str); 6] = [
    ("main.js", "node"),
    ("main.mjs", "node"),
    ("main.cjs", "node"),
    ("main.py", "python"),
    ("main.ts", "node"),
    ("main.mts", "node"),
];

/// How changes are checked.
#[derive(Debug, Clone, PartialEq)]
pub enum Recipe {
    /// By a command of the person, which passes if its exit code is 0.
    Check {
        /// The command.
        command: Command,
    },
    /// By a program, which passes if its output is as expected and its exit code is 0.
    Expected {
        /// The program's file.
        main: RepoPath,
        /// The file with the expected output.
        expected: RepoPath,
        /// What runs it, in its folder.
        command: Command,
    },
    /// By the project's tests: those first that are known to reach the change, then all.
    Tests {
        /// All of them.
        suite: Suite,
        /// Those that reach the change.
        first: Option<First>,
    },
}

/// Tests that run before all others.
#[derive(Debug, Clone, PartialEq)]
pub struct First {
    /// The command for them alone.
    pub command: Command,
    /// How many of how many they are: `4 tests in 2 of 14 test files`.
    pub share: String,
}

/// A recipe, or why there is none: a clause.
pub(crate) type Found = Result<Recipe, String>;

/// Finds the recipe for changes. `about`: further files that the request is about.
///
/// # Errors
/// A part of the index is not loaded.
pub(crate) fn find(
    over: Overlaid<'_>,
    about: &[RepoPath],
    check: Option<&[String]>,
    runner: &dyn Runner,
) -> Result<Found, QuestionError> {
    if let Some(argv) = check {
        let command = command(argv.to_vec(), "", RUN_MS);
        return Ok(match runner.check(&command) {
            Ok(()) => Ok(Recipe::Check { command }),
            Err(error) => Err(error.to_string()),
        });
    }
    let paths = over.paths();
    let touched = touched(over, about);
    let mut refused = Vec::new();
    let found = match expected(&paths, &touched, runner, &mut refused) {
        Some(recipe) => Some(recipe),
        None => tests(over, &paths, &touched, runner, &mut refused)?,
    };
    Ok(found.ok_or_else(|| match refused.as_slice() {
        [] => format!("no `main.*` beside an `{EXPECTED}`, and no tests of a kind that is known, were found"),
        reasons => reasons.join("; "),
    }))
}

fn command(argv: Vec<String>, folder: &str, ms: u32) -> Command {
    let limits = RunLimits::default().within_ms(ms);
    Command { folder: folder.to_owned(), limits, ..Command::new(argv) }
}

/// The files that are changed, and those that the request is about.
fn touched(over: Overlaid<'_>, about: &[RepoPath]) -> Vec<RepoPath> {
    let is_changed = |overlay| !matches!(overlay, Overlay::Untouched);
    let changed = over.changes().iter().filter(|(_, overlay)| is_changed(*overlay)).map(|(path, _)| path.clone());
    changed.chain(about.iter().cloned()).collect()
}

/// The program whose folder holds what is touched, the innermost such folder first.
fn expected(
    paths: &[&RepoPath],
    touched: &[RepoPath],
    runner: &dyn Runner,
    refused: &mut Vec<String>,
) -> Option<Recipe> {
    let all: Vec<&RepoPath> = paths.iter().copied().filter(|path| path.file_name() == EXPECTED).collect();
    let concerns = |folder: &str| {
        let inside = |path: &RepoPath| super::project::below(path.as_str(), folder).is_some();
        touched.iter().any(inside) || (touched.is_empty() && (folder.is_empty() || all.len() == 1))
    };
    let mut folders: Vec<&RepoPath> = all.iter().copied().filter(|path| concerns(path.parent())).collect();
    folders.compact_sort_by_key(|path| std::cmp::Reverse(path.as_str().matches('/').count()));
    for expected in folders {
        let folder = expected.parent();
        let in_folder =
            |name: &str| RepoPath::parse(&join(folder, name)).ok().filter(|path| paths.binary_search(&path).is_ok());
        let mut mains: Vec<(RepoPath, &str)> =
            MAINS.iter().filter_map(|(name, program)| Some((in_folder(name)?, *program))).collect();
        // Of several, the one that is touched.
        mains.compact_sort_by_key(|(path, _)| !touched.contains(path));
        for (main, program) in mains {
            let command = command(vec![program.to_owned(), main.file_name().to_owned()], folder, VERIFY_MS);
            match runner.check(&command) {
                Ok(()) => return Some(Recipe::Expected { main, expected: expected.clone(), command }),
                Err(error) => note(refused, error.to_string()),
            }
        }
    }
    None
}

/// The tests of the project around what is changed; the inner error is why there are none that run here: a clause.
///
/// # Errors
/// A part of the index is not loaded.
pub(crate) fn test_suite(over: Overlaid<'_>, runner: &dyn Runner) -> Result<Result<Suite, String>, QuestionError> {
    let (paths, touched, mut refused) = (over.paths(), touched(over, &[]), Vec::new());
    Ok(match tests(over, &paths, &touched, runner, &mut refused)? {
        Some(Recipe::Tests { suite, .. }) => Ok(suite),
        _ if refused.is_empty() => Err("no tests of a kind that is known were found".to_owned()),
        _ => Err(refused.join("; ")),
    })
}

/// The tests of the innermost project that holds all that is touched.
fn tests(
    over: Overlaid<'_>,
    paths: &[&RepoPath],
    touched: &[RepoPath],
    runner: &dyn Runner,
    refused: &mut Vec<String>,
) -> Result<Option<Recipe>, QuestionError> {
    for folder in around(touched) {
        let project = Project::new(over, paths, &folder);
        let mut kinds: Vec<&'static Kind> = KINDS.into_iter().filter(|kind| kind.can_be_in(&project)).collect();
        kinds.compact_sort_by_key(|kind| !touched.iter().any(|path| kind.is_about(path.as_str())));
        for kind in kinds {
            let argv = match (kind.finds)(&project)? {
                Shown::No => continue,
                Shown::Unknown(why) => {
                    note(refused, why);
                    continue;
                }
                Shown::Yes(argv) => argv,
            };
            let command = command(argv, &folder, RUN_MS);
            match runner.check(&command) {
                Ok(()) => {
                    let first = first(over, &project, kind, runner)?;
                    return Ok(Some(Recipe::Tests { suite: Suite { kind, command }, first }));
                }
                Err(error) => note(refused, error.to_string()),
            }
        }
    }
    Ok(None)
}

fn first(
    over: Overlaid<'_>,
    project: &Project<'_>,
    kind: &'static Kind,
    runner: &dyn Runner,
) -> Result<Option<First>, QuestionError> {
    let Some(reached) = reaching(over, project, kind)? else { return Ok(None) };
    let is_all = reached.of.is_some_and(|of| of <= 1 && reached.picked.iter().all(|picked| picked.tests.is_empty()));
    let argv = if is_all { None } else { (kind.some)(project, &reached.picked) };
    let Some(argv) = argv else { return Ok(None) };
    let command = command(argv, &project.folder, RUN_MS);
    Ok(runner.check(&command).is_ok().then(|| First { command, share: Reached::sentence(&reached) }))
}

/// The folder that holds all of these files, and those around it, innermost first.
fn around(touched: &[RepoPath]) -> Vec<String> {
    let mut parents = touched.iter().map(RepoPath::parent);
    let mut folder = parents.next().unwrap_or_default().to_owned();
    for parent in parents {
        while !folder.is_empty() && folder != parent && super::project::below(parent, &folder).is_none() {
            folder.truncate(folder.rfind('/').unwrap_or(0));
        }
    }
    let mut folders = vec![folder.clone()];
    while !folder.is_empty() {
        folder.truncate(folder.rfind('/').unwrap_or(0));
        folders.push(folder.clone());
    }
    folders
}

fn note(reasons: &mut Vec<String>, reason: String) {
    if !reasons.contains(&reason) {
        reasons.push(reason);
    }
}
