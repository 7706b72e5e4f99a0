//! Work on a run until it is answered or stands still: a question, a stored run that goes on, a fork.

mod approval;
mod clock;
mod interrupt;

pub use approval::given;
pub use clock::SinceStart;

use crate::runs::Runs;
use crate::{answer, output, trace};
use agent::{Agent, Answer, AskError, CodebaseVerifier, Fork, Question, RunEnd, Toolbox};
use anyhow::{Result, anyhow, bail};
use codebase::Reader;
use futures::executor::block_on;
use interrupt::Interrupts;
use model::ModelClient;
use protocol::{Approval, ProposedCall, TimedEvent};
use std::io::IsTerminal;
use std::rc::Rc;

/// What is to be done.
pub enum Work {
    /// A new run.
    Ask(Question),
    /// A stored run goes on, with a person's word if it waits for one.
    Resume(Option<Approval>),
    /// A run of its own goes on from a checkpoint.
    Fork(Fork),
}

/// What a run is worked on with.
pub struct Session<'a> {
    /// Where it is stored.
    pub runs: &'a Runs,
    /// The repository.
    pub reader: &'a Reader,
    /// Who answers.
    pub model: &'a dyn ModelClient,
    /// Print one event a line instead of the answer.
    pub json: bool,
}

impl Session<'_> {
    /// Works on `run`, and prints the answer. A person is asked where the run wants that and somebody sits there.
    ///
    /// # Errors
    /// Why there is no answer, in one line that also says how to go on.
    pub fn run(&self, run: &str, work: Work) -> Result<()> {
        let tools = Toolbox::over(self.reader);
        let verifier = CodebaseVerifier::new(self.reader);
        let clock = Rc::new(SinceStart::now());
        let agent = Agent { model: self.model, tools: &tools, verifier: &verifier, clock, store: self.runs.store() };
        let interrupts = Interrupts::listen(&waits(run))?;
        let mut work = work;
        loop {
            let end = self.stretch(&agent, run, work, &interrupts)?;
            match end {
                Ok(RunEnd::Answered(_)) if self.json => return Ok(()),
                Ok(RunEnd::Answered(answer)) => return print(&answer),
                Ok(RunEnd::AwaitingApproval(calls)) => match self.ask_person(&calls, &interrupts)? {
                    Some(approval) => work = Work::Resume(Some(approval)),
                    None => bail!(waits(run)),
                },
                Ok(RunEnd::Paused) => bail!("the run {run} is paused: quarry resume {run}"),
                Err(error) => return Err(self.stopped(run, &error)),
            }
        }
    }

    /// One stretch: until the run is answered, fails or stands still. An error is one of printing.
    fn stretch(
        &self,
        agent: &Agent<'_>,
        run: &str,
        work: Work,
        interrupts: &Interrupts,
    ) -> Result<Result<RunEnd, AskError>> {
        let mut printed = Ok(());
        let on = |event: TimedEvent| {
            if !self.json {
                trace::print(&event);
            } else if printed.is_ok() {
                printed = output::event(&event);
                if printed.is_err() {
                    // Nobody reads on, so nothing more is to be paid for; the run is kept.
                    interrupts.controls().cancel.cancel();
                }
            }
        };
        let controls = interrupts.controls();
        let end = match work {
            Work::Ask(question) => block_on(agent.ask(question, controls, on)),
            Work::Resume(approval) => block_on(agent.resume(run, approval, controls, on)),
            Work::Fork(fork) => block_on(agent.fork(fork, controls, on)),
        };
        printed.map(|()| end)
    }

    /// `None` where nobody is there to be asked.
    fn ask_person(&self, calls: &[ProposedCall], interrupts: &Interrupts) -> Result<Option<Approval>> {
        if !std::io::stdin().is_terminal() {
            return Ok(None);
        }
        if self.json {
            trace::proposed(calls);
        }
        interrupts.while_asking(|| approval::ask(calls, &mut std::io::stdin().lock(), &mut output::prompt))
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

fn print(answer: &Answer) -> Result<()> {
    answer::print(&answer.markdown, &answer.citations, answer.dropped)
}

/// What is said where a run waits for a person and nobody is there.
pub fn waits(run: &str) -> String {
    format!("run {run} waits for approval: quarry resume {run} --approve-all | --decline [REASON] | --allow ID,...")
}
