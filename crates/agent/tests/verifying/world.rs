//! A repository, a runner, and a graph with one node that checks the changes.

use agent::graphs::Setting;
use agent::policy::{Grant, Grants, Mode, Origin, Policy};
use agent::repair::{Repair, repair};
use agent::verify::{Failure, Recipe, Verification, Verified, Verifying};
use agent::{ActingServices, Limits, PlanReviewState, PlanReviewStateUpdate, Toolbox};
use change_set::{ChangeSet, Update};
use code_runner::scripted::{Asked, ScriptedRunner};
use code_runner::{Ran, RunError, Runner};
use codebase::Reader;
use futures::executor::block_on;
use protocol::{Approval, Event, PersonReply, ProposedCall};
use source::RepoPath;
use state_graph::{END, GraphBuilder, Halt, Invocation, Node, NodeContext, NodeResult, RunEventKind, START};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub struct World {
    pub reader: Reader,
    pub changes: ChangeSet,
    pub runner: Rc<ScriptedRunner>,
    /// What runs programs in its place.
    pub real: Option<Rc<dyn Runner>>,
    pub policy: Policy,
    pub check: Option<Vec<String>>,
    pub about: Vec<RepoPath>,
    pub tried: Vec<String>,
    pub has_runner: bool,
    /// What a person allowed before.
    pub grants: Vec<Grant>,
    /// Whether small changes are tried where the check failed.
    pub repairs: bool,
    /// Milliseconds of the run's clock.
    pub time: Rc<Cell<f64>>,
    pub events: RefCell<Vec<Event>>,
}

/// What a check gave.
#[derive(Debug)]
pub struct Checked {
    pub verification: Verification,
    pub failure: Option<Failure>,
    pub recipe: Option<Recipe>,
    /// What trying small changes gave, where that was wanted and the check failed.
    pub repair: Option<Repair>,
    /// The changes behind that.
    pub changes: ChangeSet,
    /// What a person allowed for the rest of the run.
    pub grants: Vec<Grant>,
    /// What a person was asked.
    pub asked: Vec<ProposedCall>,
}

impl World {
    /// A repository with a runner of `python` and `node` that answers by a function; programs run unasked.
    pub fn new(fixture: &str, answers: impl FnMut(&Asked) -> Result<Ran, RunError> + 'static) -> Self {
        Self::having(&["python", "node"], fixture, answers)
    }

    /// The same with other programs.
    pub fn having(
        programs: &'static [&'static str],
        fixture: &str,
        answers: impl FnMut(&Asked) -> Result<Ran, RunError> + 'static,
    ) -> Self {
        Self {
            reader: Reader::whole(fixtures::codebase(fixture)),
            changes: ChangeSet::default(),
            runner: Rc::new(ScriptedRunner::answering(answers).with_programs(programs)),
            real: None,
            policy: Policy { mode: Mode::EditFreely, attended: true, allow_run: true },
            check: None,
            about: Vec::new(),
            tried: Vec::new(),
            has_runner: true,
            grants: Vec::new(),
            repairs: false,
            time: Rc::default(),
            events: RefCell::default(),
        }
    }

    /// Proposes that a file has this text.
    pub fn with(mut self, path: &str, text: &str) -> Self {
        let path = self::path(path);
        let base = block_on(self.reader.ask(|codebase| {
            let file = codebase.snapshot().find(path.as_str())?;
            codebase.hash_of(file).ok()
        }));
        let mut proposal = self.changes.propose("c1");
        proposal.write(&path, base.unwrap(), text).unwrap();
        for change in proposal.finish() {
            self.changes.apply(&Update::Change(change)).unwrap();
        }
        self
    }

    /// The commands that ran, as they are shown.
    pub fn ran(&self) -> Vec<String> {
        self.runner.asked().iter().map(|asked| asked.command.to_string()).collect()
    }

    /// Checks the changes; a person answers what is asked by this approval.
    pub fn check_as(&self, approve: impl Fn(&[ProposedCall]) -> Approval) -> Checked {
        let runner = self.real.clone().unwrap_or_else(|| Rc::clone(&self.runner) as Rc<dyn Runner>);
        let services = ActingServices { runner: self.has_runner.then_some(runner), ..ActingServices::default() };
        let setting = Setting {
            run: agent::CallingRun::default(),
            tools: Toolbox::new(),
            policy: self.policy,
            services: &services,
            check: self.check.clone(),
            delegation: None,
            limits: Limits::default(),
            approve_tools: false,
            gate: false,
            asked_by: Origin::Person,
            remembers: true,
            broke_off: Cell::new(false),
            decided: RefCell::default(),
        };
        let verifying =
            Verifying { reader: Some(&self.reader), setting: &setting, about: &self.about, tried: &self.tried };
        let node = Checks { verifying, repairs: self.repairs, gave: RefCell::default() };
        let graph = GraphBuilder::new().node("check", &node).edge(START, "check").edge("check", END).compile().unwrap();
        let mut grants = Grants::default();
        self.grants.iter().cloned().for_each(|grant| grants.add(grant));
        let state = PlanReviewState { changes: self.changes.clone(), grants, ..PlanReviewState::default() };
        let time = Rc::clone(&self.time);
        let clock = Rc::new(move || time.get());
        let mut run = Invocation::new(graph.start(state)).clock(clock).on_event(|event| {
            if let RunEventKind::Custom { payload, .. } = event.kind {
                self.events.borrow_mut().push(payload.event);
            }
        });
        let mut asked = Vec::new();
        while let Halt::Interrupted(interrupts) = block_on(run.drive()).unwrap() {
            let interrupt = &interrupts[0];
            let protocol::Asked::Calls { calls } = serde_json::from_value(interrupt.value.clone()).unwrap() else {
                panic!("calls, but: {interrupt:?}")
            };
            let approval = PersonReply::Approval { approval: approve(&calls) };
            asked.extend(calls);
            run.resume(state_graph::Resume::Value(serde_json::to_value(approval).unwrap())).unwrap();
        }
        let state = run.run().state().clone();
        drop(run);
        let (Verified { failure, recipe, grants, .. }, repair) = node.gave.take().expect("it has run");
        Checked { verification: state.verification, failure, recipe, repair, changes: state.changes, grants, asked }
    }

    /// Checks the changes; nobody is asked.
    #[track_caller]
    pub fn check(&self) -> Checked {
        self.check_as(|calls| panic!("nobody is to be asked, but: {calls:?}"))
    }
}

pub fn path(path: &str) -> RepoPath {
    RepoPath::parse(path).unwrap()
}

pub fn passed(what: &str) -> Verification {
    Verification::Passed { what: what.to_owned() }
}

pub fn not_run(why: &str) -> Verification {
    Verification::NotRun { why: why.to_owned() }
}

pub fn failed(report: &str) -> Verification {
    Verification::Failed { report: report.to_owned() }
}

struct Checks<'a> {
    verifying: Verifying<'a>,
    repairs: bool,
    gave: RefCell<Option<(Verified, Option<Repair>)>>,
}

impl Node<PlanReviewState> for &Checks<'_> {
    type Output = PlanReviewStateUpdate;

    async fn run(&self, state: &PlanReviewState, cx: &NodeContext<'_, PlanReviewState>) -> NodeResult<PlanReviewState> {
        let verified = self.verifying.verify(&state.changes, &state.grants, cx).await?;
        let mut update = PlanReviewStateUpdate::new().verification(verified.verification.clone());
        let mut tried = None;
        if let (true, Some(recipe)) = (self.repairs, &verified.recipe) {
            let gave = repair(&self.verifying, recipe, &state.changes, &state.grants, "c2", cx).await?;
            let updates = gave.repaired.iter().flat_map(|repaired| repaired.updates.clone());
            update = updates.fold(update, PlanReviewStateUpdate::changes);
            tried = Some(gave);
        }
        let update = verified.grants.iter().cloned().fold(update, PlanReviewStateUpdate::grants);
        self.gave.replace(Some((verified, tried)));
        Ok(update)
    }
}
