//! The steps of a plan: the sentence that people and language models read, and a typed [`Step`] if the planner gave
//! one.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A step of a plan. Stored as its sentence alone if there is no typed step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct PlanStep {
    /// The sentence.
    pub text: String,
    /// The typed step; `None` if a language model or a person wrote the sentence.
    pub step: Option<Step>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Text(String),
    Typed { text: String, step: Step },
}

impl From<Stored> for PlanStep {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Text(text) => text.into(),
            Stored::Typed { text, step } => Self { text, step: Some(step) },
        }
    }
}

impl From<PlanStep> for Stored {
    fn from(PlanStep { text, step }: PlanStep) -> Self {
        match step {
            Some(step) => Self::Typed { text, step },
            None => Self::Text(text),
        }
    }
}

impl From<String> for PlanStep {
    fn from(text: String) -> Self {
        Self { text, step: None }
    }
}

impl From<Step> for PlanStep {
    fn from(step: Step) -> Self {
        Self { text: step.to_string(), step: Some(step) }
    }
}

impl PlanStep {
    /// The typed step. A sentence without one, stored by an earlier version or written by a person, is parsed; if it
    /// has not the form of any [`Step`], it is a search for its words.
    pub fn step(&self) -> Step {
        self.step.clone().unwrap_or_else(|| Step::read(&self.text))
    }
}

/// What a step does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Find the definitions of these names, and read them.
    Find(Vec<String>),
    /// Search for words.
    Search(String),
    /// List the callers of these symbols.
    Callers(Vec<String>),
    /// List what these symbols call.
    Callees(Vec<String>),
    /// List both callers and callees of these symbols.
    Around(Vec<String>),
    /// Look for a chain of calls, from both of its ends.
    Trace {
        /// The symbols at which the chain starts.
        from: Vec<String>,
        /// The symbols at which it ends.
        to: Vec<String>,
    },
    /// List a folder.
    List(String),
    /// Read a file.
    Read(String),
    /// Check the syntax of these files and folders; none: of the changed files.
    Lint(Vec<String>),
    /// List the commits that changed a file or folder; of an empty path, the newest ones.
    Log(String),
    /// Find the commits that wrote lines of a file.
    Blame {
        /// The file.
        path: String,
        /// The first line and the last.
        lines: (u32, u32),
    },
    /// Show what a commit changed, and why.
    Commit(String),
    /// List what the code states of these symbols: bases, members, defaults, errors, tests.
    Describe(Vec<String>),
    /// List all of something that the repository has.
    Survey {
        /// The name of the list, as the tool knows it.
        list: String,
        /// The symbol, package or folder to which the list is restricted.
        of: Option<String>,
    },
}

const FIND: &str = "Find where ";
const SEARCH: &str = "Search for code about ";
const CALLERS: &str = "List the callers of ";
const CALLEES: &str = "List the callees of ";
const AROUND: &str = "List what calls and what is called by ";
const TRACE: &str = "Trace the calls from ";
const TO: &str = " to ";
const LIST: &str = "List the folder ";
const READ: &str = "Read the file ";
const LINT: &str = "Check the syntax of ";
const LOG: &str = "List the commits that changed ";
const LOG_ALL: &str = "List the newest commits";
const BLAME: &str = "Find the commits that wrote the lines ";
const BLAME_OF: &str = " of ";
const COMMIT: &str = "Show what was changed by the commit ";
const DESCRIBE: &str = "List what the code states of ";
const SURVEY: &str = "List all ";
const LINT_CHANGED: &str = "Check the syntax of the changed files";

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Find(names) => {
                write!(f, "{FIND}{} {} defined", quoted(names), if names.len() == 1 { "is" } else { "are" })
            }
            Self::Search(words) => write!(f, "{SEARCH}{words}"),
            Self::Callers(names) => write!(f, "{CALLERS}{}", quoted(names)),
            Self::Callees(names) => write!(f, "{CALLEES}{}", quoted(names)),
            Self::Around(names) => write!(f, "{AROUND}{}", quoted(names)),
            Self::Trace { from, to } => write!(f, "{TRACE}{}{TO}{}", quoted(from), quoted(to)),
            Self::List(path) => write!(f, "{LIST}`{path}`"),
            Self::Read(path) => write!(f, "{READ}`{path}`"),
            Self::Lint(paths) if paths.is_empty() => f.write_str(LINT_CHANGED),
            Self::Lint(paths) => write!(f, "{LINT}{}", quoted(paths)),
            Self::Log(path) if path.is_empty() => f.write_str(LOG_ALL),
            Self::Log(path) => write!(f, "{LOG}`{path}`"),
            Self::Blame { path, lines: (from, to) } => write!(f, "{BLAME}{from}{TO}{to}{BLAME_OF}`{path}`"),
            Self::Commit(name) => write!(f, "{COMMIT}`{name}`"),
            Self::Describe(names) => write!(f, "{DESCRIBE}{}", quoted(names)),
            Self::Survey { list, of: None } => write!(f, "{SURVEY}`{list}`"),
            Self::Survey { list, of: Some(of) } => write!(f, "{SURVEY}`{list}`{BLAME_OF}`{of}`"),
        }
    }
}

impl Step {
    /// Parses a sentence of [`Display`](fmt::Display); any other is a search for its words.
    fn read(text: &str) -> Self {
        let text = text.trim();
        let names_after = |prefix: &str| text.strip_prefix(prefix).map(unquoted).filter(|names| !names.is_empty());
        let path_after = |prefix: &str| names_after(prefix).and_then(|names| names.into_iter().next());
        if let Some(names) = names_after(FIND) {
            Self::Find(names)
        } else if let Some(names) = names_after(CALLERS) {
            Self::Callers(names)
        } else if let Some(names) = names_after(CALLEES) {
            Self::Callees(names)
        } else if let Some(names) = names_after(AROUND) {
            Self::Around(names)
        } else if let Some((from, to)) = text.strip_prefix(TRACE).and_then(|rest| rest.split_once(TO)) {
            Self::Trace { from: unquoted(from), to: unquoted(to) }
        } else if let Some(path) = path_after(LIST) {
            Self::List(path)
        } else if let Some(path) = path_after(READ) {
            Self::Read(path)
        } else if text == LOG_ALL {
            Self::Log(String::new())
        } else if let Some(path) = path_after(LOG) {
            Self::Log(path)
        } else if let Some(blame) = text.strip_prefix(BLAME).and_then(read_blame) {
            blame
        } else if let Some(name) = path_after(COMMIT) {
            Self::Commit(name)
        } else if let Some(names) = names_after(DESCRIBE) {
            Self::Describe(names)
        } else if let Some(mut names) = names_after(SURVEY).map(Vec::into_iter)
            && let Some(list) = names.next()
        {
            Self::Survey { list, of: names.next() }
        } else if text == LINT_CHANGED {
            Self::Lint(Vec::new())
        } else if let Some(paths) = names_after(LINT) {
            Self::Lint(paths)
        } else {
            Self::Search(text.strip_prefix(SEARCH).unwrap_or(text).to_owned())
        }
    }
}

/// "3 to 9 of `src/a.py`"
fn read_blame(rest: &str) -> Option<Step> {
    let (lines, path) = rest.split_once(BLAME_OF)?;
    let (from, to) = lines.split_once(TO)?;
    let lines = (from.parse().ok()?, to.parse().ok()?);
    Some(Step::Blame { path: unquoted(path).into_iter().next()?, lines })
}

/// "`a`, `b` and `c`"
pub fn quoted(names: &[String]) -> String {
    let ticked: Vec<String> = names.iter().map(|name| format!("`{}`", name.replace('`', ""))).collect();
    match ticked.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

fn unquoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn steps_read_back_as_they_were() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let steps = [
            Step::Find(names(&["open_session"])),
            Step::Find(names(&["a", "b::c", "данные"])),
            Step::Search("session expiry".into()),
            Step::Callers(names(&["Flask.run"])),
            Step::Callees(names(&["a", "b"])),
            Step::Around(names(&["a"])),
            Step::Trace { from: names(&["a", "b"]), to: names(&["c"]) },
            Step::List("src/".into()),
            Step::Read("src/a to b.py".into()),
            Step::Lint(names(&["src/a.py", "web/"])),
            Step::Lint(Vec::new()),
            Step::Log("src/".into()),
            Step::Log(String::new()),
            Step::Blame { path: "src/a to b of c.py".into(), lines: (3, 9) },
            Step::Commit("HEAD~2".into()),
            Step::Describe(names(&["Flask.run", "b"])),
            Step::Survey { list: "error types".into(), of: None },
            Step::Survey { list: "subtypes".into(), of: Some("Base".into()) },
        ];
        let mut text = String::new();
        for step in &steps {
            text += &format!("{step}\n");
            assert_eq!(&PlanStep::from(step.to_string()).step(), step);
        }
        expect![[r#"
            Find where `open_session` is defined
            Find where `a`, `b::c` and `данные` are defined
            Search for code about session expiry
            List the callers of `Flask.run`
            List the callees of `a` and `b`
            List what calls and what is called by `a`
            Trace the calls from `a` and `b` to `c`
            List the folder `src/`
            Read the file `src/a to b.py`
            Check the syntax of `src/a.py` and `web/`
            Check the syntax of the changed files
            List the commits that changed `src/`
            List the newest commits
            Find the commits that wrote the lines 3 to 9 of `src/a to b of c.py`
            Show what was changed by the commit `HEAD~2`
            List what the code states of `Flask.run` and `b`
            List all `error types`
            List all `subtypes` of `Base`
        "#]]
        .assert_eq(&text);
        assert_eq!(PlanStep::from("Look at the router".to_owned()).step(), Step::Search("Look at the router".into()));
    }
    #[test]
    fn a_typed_step_is_stored_beside_its_sentence_and_other_sentences_alone() {
        let typed = PlanStep::from(Step::Read("docs/`odd` name.md".into()));
        let plain = PlanStep::from("Look at the router".to_owned());
        let json = serde_json::to_string(&[&typed, &plain]).unwrap();
        expect![[r#"[{"text":"Read the file `docs/`odd` name.md`","step":{"read":"docs/`odd` name.md"}},"Look at the router"]"#]]
            .assert_eq(&json);
        let read: [PlanStep; 2] = serde_json::from_str(&json).unwrap();
        assert_eq!(read, [typed.clone(), plain]);
        // The sentence alone would mean another file.
        assert_eq!(read[0].step(), Step::Read("docs/`odd` name.md".into()));
        assert_ne!(PlanStep::from(typed.text).step(), read[0].step());
    }
}
