//! Running programs in the tab: JavaScript in QuickJS, Python in Pyodide, both interpreters in wasm.
//!
//! An interpreter runs one program and is then stopped, whatever the program has done; a spare one waits for the next. QuickJS
//! has no way out of itself, so it has a worker of this origin. Python can call into JavaScript, so it has a frame of an
//! origin of its own, without connections ([`frame`]). What a program gets is a message: its words, the texts of the
//! repository with the proposed changes, its bounds. What comes back are messages too ([`report`]), and [`session`] ends
//! the program at its limits. The interpreters themselves are the scripts of the folder `runner` in the checkout.

mod download;
mod frame;
mod interpreter;
mod job;
mod python;
mod report;
mod session;
mod spare;

pub use job::BaseFiles;
pub use python::OnLoading;

use code_runner::{Command, Job, Language, OnOutput, Ran, RunError, Runner};
use futures::future::LocalBoxFuture;
use interpreter::Interpreter;
use python::Python;
use report::not_started;
use spare::Spare;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::MessagePort;

/// What runs programs, for as long as the engine lives: spare interpreters, and Python's frame.
pub struct Interpreters {
    javascript_url: String,
    javascript: Rc<Spare>,
    python: Python,
    spare_python: Rc<Spare>,
}

impl Interpreters {
    /// Loads nothing before the first program. `beside` gives the address of a file in the folder of the interpreters;
    /// `ask_page` has the page open Python's frame and [`connect`](Self::connect) it.
    pub fn new(beside: impl Fn(&str) -> String + 'static, ask_page: impl Fn() + 'static) -> Self {
        let (javascript, spare_python) = (Rc::default(), Rc::default());
        let javascript_url = beside("javascript.js");
        Self { javascript_url, javascript, python: Python::new(beside, ask_page), spare_python }
    }

    /// Takes the port of the frame that the page has opened.
    pub fn connect(&self, port: MessagePort) {
        self.python.connect(port);
    }

    async fn run_javascript(&self, job: Job<'_>, message: &JsValue, on: OnOutput<'_>) -> Result<Ran, RunError> {
        let start = || Interpreter::worker(&self.javascript_url);
        let interpreter = self.javascript.take(start).map_err(not_started)?;
        let ran = session::run(interpreter, message, job::limits(job.command), on).await;
        self.javascript.refill(start);
        ran
    }

    async fn run_python(
        &self,
        job: Job<'_>,
        message: &JsValue,
        on: OnOutput<'_>,
        on_loading: &OnLoading,
    ) -> Result<Ran, RunError> {
        let frame = self.python.frame(on_loading).await;
        let frame = frame.map_err(|why| RunError::Failed(format!("Python could not be loaded: {why}")))?;
        let start = || Interpreter::framed(&frame);
        let interpreter = self.spare_python.take(start).map_err(not_started)?;
        let ran = session::run(interpreter, message, job::limits(job.command), on).await;
        if ran.is_ok() {
            self.spare_python.refill(start);
        } else {
            self.spare_python.drop_waiting();
            self.python.forget();
        }
        ran
    }
}

/// Runs programs over the texts of one repository, in this tab.
pub struct TabRunner<B> {
    interpreters: Rc<Interpreters>,
    base: B,
    on_loading: OnLoading,
}

impl<B: BaseFiles> TabRunner<B> {
    /// Over these files. `on_loading` gets progress while Python is loaded, which happens once.
    pub fn new(interpreters: Rc<Interpreters>, base: B, on_loading: OnLoading) -> Self {
        Self { interpreters, base, on_loading }
    }

    async fn run_to_end(&self, job: Job<'_>, on: OnOutput<'_>) -> Result<Ran, RunError> {
        let language = language_of(job.command)?;
        let message = job::message(job, &self.base)?;
        match language {
            Language::JavaScript => self.interpreters.run_javascript(job, &message, on).await,
            Language::Python => self.interpreters.run_python(job, &message, on, &self.on_loading).await,
        }
    }
}

impl<B: BaseFiles> Runner for TabRunner<B> {
    fn place(&self) -> &'static str {
        "this tab"
    }

    fn languages(&self) -> Vec<Language> {
        vec![Language::JavaScript, Language::Python]
    }

    fn check(&self, command: &Command) -> Result<(), RunError> {
        language_of(command).map(drop)
    }

    fn run<'a>(&'a self, job: Job<'a>, on: OnOutput<'a>) -> LocalBoxFuture<'a, Result<Ran, RunError>> {
        Box::pin(self.run_to_end(job, on))
    }
}

/// The language that a command's program runs; refuses what cannot run here.
fn language_of(command: &Command) -> Result<Language, RunError> {
    job::check_folder(&command.folder)?;
    match command.program() {
        "node" => Ok(Language::JavaScript),
        "python" => Ok(Language::Python),
        program => {
            let why = "a browser tab has `python` and `node` alone; `quarry` on the command line runs it".to_owned();
            Err(RunError::NotHere { program: program.to_owned(), why })
        }
    }
}
