//! Runs an agent on the terminal until the run ends or is suspended: prints events, handles Ctrl-C and asks for
//! approval.

mod approval;
mod interrupt;
mod question;
mod typed;

pub use approval::given;

use crate::git::Git;
use crate::parser::NativeParser;
use crate::runs::{Runs, wall_ms};
use crate::servers::Outside;
use crate::trace::{self, Trace};
use crate::{answer, output};
use agent::tools::ActingServices;
use agent::{Agent, AgentKind, Answer, AskError, Clock, Models, RunEnd, Work};
use anyhow::{Result, anyhow, bail};
use code_runner::Runner;
use codebase::Reader;
use futures::executor::block_on;
use host_native::{ProcessRunner, ThreadTimer};
use interrupt::Interrupts;
use protocol::{Asked, Grounds, Interrupt, PersonAnswer, PersonReply, ProfileName, TimedEvent};
use std::io::{BufRead, BufReader, IsTerminal, stdin};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;
use typed::Typed;

/// What is needed to work on a run.
pub struct Session<'a> {
    pub runs: &'a Runs,
    /// The repository as the run names it: what agents remember is kept under it.
    pub repository: String,
    pub reader: &'a Reader,
    /// Runs programs over the repository.
    pub runner: Rc<ProcessRunner>,
    /// Its folder on this machine; `None` for an archive or an index.
    pub folder: Option<PathBuf>,
    pub models: Models<'a>,
    pub agent: AgentKind,
    /// What agents may use outside the repository.
    pub outside: Outside,
    /// Whether to print one event a line instead of the answer.
    pub json: bool,
}

impl Session<'_> {
    /// Works on `run`, and prints the answer. If tool calls need approval and there is a terminal, the person is asked;
    /// there a line that is typed meanwhile is a message to an agent that acts.
    ///
    /// # Errors
    /// Why there is no answer, in one line that also names the command that resumes the run.
    pub fn run(&self, run: &str, work: Work) -> Result<()> {
        let model = self.models.get(ProfileName::Default);
        let agent = Agent::over(self.reader, model, since_now(), Rc::new(ThreadTimer), self.runs.store());
        // Without a terminal a run that asks is suspended, and a person answers by `quarry resume`.
        let git = Git::of(self.folder.as_deref());
        let services = ActingServices {
            memory: Some(self.runs.memory(&self.repository)),
            wall_clock: Some(Rc::new(wall_ms)),
            tool_cache: Some(Rc::default()),
            parser: Some(Rc::new(NativeParser)),
            runner: Some(Rc::clone(&self.runner) as Rc<dyn Runner>),
            mcp: self.outside.servers.clone(),
            web: self.outside.web.clone(),
            history: git.history,
            git: git.work_tree,
            attended: true,
        };
        let agent = Agent { models: self.models, ..agent.acting_with(self.reader, services) };
        let interrupts = Interrupts::listen(&waits(run), self.runner.running())?;
        let listens = self.agent.info().acts && !self.json && stdin().is_terminal() && typed::is_in_foreground();
        let typed = listens.then(|| Typed::reading(BufReader::new(stdin()))).transpose()?;
        let typed = typed.as_ref();
        if listens {
            output::note("a line that you type meanwhile is a message to the agent");
        }
        let mut work = work;
        loop {
            let end = self.run_agent(&agent, work, typed, &interrupts)?;
            match end {
                Ok(RunEnd::Answered(_)) if self.json => return Ok(()),
                Ok(RunEnd::Answered(answer)) => return self.print(run, &answer),
                Ok(RunEnd::Awaiting(asked)) => match self.ask_person(&asked, typed, &interrupts)? {
                    Some(answer) => work = Work::Resume { run: run.to_owned(), answer: Some(answer) },
                    None => bail!(waits(run)),
                },
                Ok(RunEnd::Paused { why: Some(why) }) => {
                    if !self.may_go_on(&why, typed, &interrupts)? {
                        bail!("the run {run} is paused. {why} quarry resume {run}");
                    }
                    work = Work::Resume { run: run.to_owned(), answer: None };
                }
                Ok(RunEnd::Paused { why: None }) => bail!("the run {run} is paused: quarry resume {run}"),
                Err(error) => return Err(self.stopped(run, &error)),
            }
        }
    }

    /// Runs the agent until the run is answered, fails or is suspended. The outer error is one of printing.
    fn run_agent(
        &self,
        agent: &Agent<'_>,
        work: Work,
        typed: Option<&Typed>,
        interrupts: &Interrupts,
    ) -> Result<Result<RunEnd, AskError>> {
        let (mut printed, mut trace) = (Ok(()), Trace::default());
        let on = |event: TimedEvent| {
            if !self.json {
                trace.print(&event);
            } else if printed.is_ok() {
                printed = output::event(&event);
                if printed.is_err() {
                    // The output is closed, so the run is cancelled before it costs more; it is kept.
                    interrupts.controls().cancel.cancel();
                }
            }
        };
        let work = agent.work(work, interrupts.controls(), on);
        let end = match typed {
            Some(typed) => block_on(typed.steering(&interrupts.controls().steering, work)),
            None => block_on(work),
        };
        if !matches!(end, Ok(RunEnd::Awaiting(_) | RunEnd::Paused { .. })) {
            for text in interrupts.controls().steering.take() {
                output::note(format!("the run ended before it took in your message: {text}"));
            }
        }
        printed.map(|()| end)
    }

    /// `None` where nobody is there to be asked.
    fn ask_person(
        &self,
        asked: &[Interrupt],
        typed: Option<&Typed>,
        interrupts: &Interrupts,
    ) -> Result<Option<PersonAnswer>> {
        let Some(interrupt) = asked.first().filter(|_| stdin().is_terminal()) else { return Ok(None) };
        let reply = match &interrupt.asked {
            Asked::Calls { calls } => {
                if self.json {
                    trace::proposed(calls);
                }
                let ask = || approval::ask(calls, &mut *answers(typed), &mut output::prompt);
                interrupts.while_asking(ask)?.map(|approval| PersonReply::Approval { approval })
            }
            Asked::Question { question, options } => {
                let ask = || question::ask(question, options, &mut *answers(typed), &mut output::prompt);
                interrupts.while_asking(ask)?.map(|text| PersonReply::Text { text })
            }
        };
        Ok(reply.map(|reply| PersonAnswer { interrupt: Some(interrupt.id.clone()), reply }))
    }

    /// Whether a run whose budget is nearly used goes on; no where nobody is there to be asked.
    fn may_go_on(&self, why: &str, typed: Option<&Typed>, interrupts: &Interrupts) -> Result<bool> {
        if self.json || !stdin().is_terminal() {
            return Ok(false);
        }
        let options = ["go on".to_owned(), "leave it paused".to_owned()];
        let ask = || question::ask(why, &options, &mut *answers(typed), &mut output::prompt);
        let answer = interrupts.while_asking(ask)?;
        Ok(answer.is_some_and(|answer| ["go on", "y", "yes"].contains(&answer.as_str())))
    }

    fn print(&self, run: &str, answer: &Answer) -> Result<()> {
        // As the run is stored: a part of it may have been worked on by another process.
        let events = self.runs.read(run)?.events();
        let grounds = Grounds::of(events.iter().map(|timed| &timed.event));
        answer::print(&answer.markdown, &answer.citations, answer.dropped, grounds)
    }

    fn stopped(&self, run: &str, error: &AskError) -> anyhow::Error {
        let is_kept = self.runs.has(run).unwrap_or(false);
        let kept = format!("run {run} is kept: quarry resume {run}");
        match error {
            AskError::Cancelled if is_kept => anyhow!("stopped; {kept}"),
            error if is_kept => anyhow!("{error} ({kept})"),
            error => anyhow!("{error}"),
        }
    }
}

/// What the person types: by the thread that reads the terminal, where there is one.
fn answers(typed: Option<&Typed>) -> Box<dyn BufRead + '_> {
    match typed {
        Some(typed) => Box::new(typed.answers()),
        None => Box::new(stdin().lock()),
    }
}

pub fn since_now() -> Rc<dyn Clock> {
    let start = Instant::now();
    Rc::new(move || start.elapsed().as_secs_f64() * 1000.0)
}

/// The message when a run is suspended for approval and there is no terminal to ask on.
pub fn waits(run: &str) -> String {
    format!("run {run} waits for approval: quarry resume {run} --approve-all | --decline [REASON] | --allow ID,...")
}
