//! A runner that ends as a script says, for tests.

use crate::{Command, End, FileChange, Job, Language, OnOutput, Ran, RunError, Runner, Stream};
use futures::future::LocalBoxFuture;
use std::cell::RefCell;
use std::collections::VecDeque;

/// What a [`ScriptedRunner`] was to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The command.
    pub command: Command,
    /// The files that differed from the base.
    pub changes: Vec<FileChange>,
}

type Answers = dyn FnMut(&Asked) -> Result<Ran, RunError>;

/// Runs nothing: answers by a function, and records what it was to run. Programs other than `python` and `node` are refused,
/// until it [is given](Self::with_programs) others.
pub struct ScriptedRunner {
    programs: &'static [&'static str],
    answers: RefCell<Box<Answers>>,
    asked: RefCell<Vec<Asked>>,
}

/// A run that ended with this code and output.
pub fn exit(code: i32, stdout: &str, stderr: &str) -> Ran {
    Ran { end: End::Exit(code), stdout: stdout.to_owned(), stderr: stderr.to_owned(), ms: 1.0 }
}

impl ScriptedRunner {
    /// Ends each run with the next of these; past the last, nothing can be started.
    pub fn new(script: impl IntoIterator<Item = Ran>) -> Self {
        let mut script: VecDeque<Ran> = script.into_iter().collect();
        Self::answering(move |_| {
            script.pop_front().ok_or_else(|| RunError::Failed("the script of the test is at its end".to_owned()))
        })
    }

    /// Ends each run as the function says, which sees the changed files.
    pub fn answering(answers: impl FnMut(&Asked) -> Result<Ran, RunError> + 'static) -> Self {
        Self { programs: &["python", "node"], answers: RefCell::new(Box::new(answers)), asked: RefCell::default() }
    }

    /// The same with these programs.
    #[must_use]
    pub fn with_programs(self, programs: &'static [&'static str]) -> Self {
        Self { programs, ..self }
    }

    /// What was to run, in order.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.borrow().clone()
    }
}

impl Runner for ScriptedRunner {
    fn place(&self) -> &'static str {
        "the test"
    }

    fn languages(&self) -> Vec<Language> {
        vec![Language::JavaScript, Language::Python]
    }

    fn check(&self, command: &Command) -> Result<(), RunError> {
        let program = command.program();
        if self.programs.contains(&program) {
            return Ok(());
        }
        let why = format!("the test has {}", self.programs.join(" and "));
        Err(RunError::NotHere { program: program.to_owned(), why })
    }

    fn run<'a>(&'a self, job: Job<'a>, on: OnOutput<'a>) -> LocalBoxFuture<'a, Result<Ran, RunError>> {
        Box::pin(async move {
            self.check(job.command)?;
            let asked = Asked { command: job.command.clone(), changes: job.changes.to_vec() };
            let ran = (self.answers.borrow_mut())(&asked);
            self.asked.borrow_mut().push(asked);
            if let Ok(ran) = &ran {
                on(Stream::Out, &ran.stdout);
                on(Stream::Error, &ran.stderr);
            }
            ran
        })
    }
}
