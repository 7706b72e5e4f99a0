//! Questions: ask, pause, stop, follow the run.

use crate::engine::Exchange;
use crate::run::{RunState, RunView, StepState, next_questions};
use crate::shims;
use crate::strings;
use crate::text;
use crate::workbench::{Pane, RunHandle, Welcome, Workbench};
use leptos::prelude::*;
use protocol::{
    AskOptions, Command, Demo, Event, Failure, FailureKind, MessageBody, Mode, ModelChoice, Reply, TimedEvent, Turn,
};
use wasm_bindgen_futures::spawn_local;

/// Bytes of an answer, about, that one task of the browser's renders: some 4 ms of work. A frame that brings more, because
/// the model is fast or the browser slow, takes several tasks, and clicks are handled between them.
const TASK_BYTES: usize = 8_000;

impl Workbench {
    /// Starts a run for a question; has no effect while another run works, or without a question or a repository.
    pub fn ask(self, question: String) {
        let question = question.trim().to_owned();
        if question.is_empty() || self.is_busy() || self.overview.with_untracked(Option::is_none) {
            return;
        }
        self.stop_going();
        if untrack(|| self.runs.is_read_only()) {
            // What comes from a file is looked at: it is no part of what is asked next.
            self.runs.show_conversation(None, Vec::new());
        }
        self.runs.looked_at.set(None);
        let questions = untrack(|| self.runs.questions());
        let folder = self.runs.folder.get_untracked();
        self.send_question(question, self.agent.get_untracked(), self.model.get_untracked(), folder, &questions, None);
    }

    /// Asks a question of the conversation again, changed or of another agent or model. Its new run is shown in its place; what
    /// was asked after it is no part of what the run goes on from.
    pub fn ask_again(self, run: RunHandle, question: String, agent: String, model: ModelChoice) {
        let question = question.trim().to_owned();
        let questions = untrack(|| self.runs.questions());
        let Some(at) = questions.iter().position(|runs| runs.contains(&run)) else { return };
        if question.is_empty() || self.is_busy() || untrack(|| self.runs.is_read_only()) {
            return;
        }
        // The newest of the question's answers is shown.
        self.runs.pick_newest(questions[at][0]);
        let folder = run.view.with_untracked(|view| view.folder.clone());
        self.send_question(question, agent, model, folder, &questions[..at], Some(run));
    }

    /// Sends a question that goes on from `earlier` ones.
    fn send_question(
        self,
        question: String,
        agent: String,
        model: ModelChoice,
        folder: Option<String>,
        earlier: &[Vec<RunHandle>],
        instead_of: Option<RunHandle>,
    ) {
        let options = AskOptions {
            agent: agent.clone(),
            model: model.clone(),
            approve_tools: self.runs.is_asked_first.get_untracked(),
            mode: self.changes.mode.get_untracked(),
            max_tokens: self.max_tokens.get_untracked(),
            profiles: self.profiles_beside(&model),
            folder: folder.clone(),
            check: Some(text::words(&self.changes.check.get_untracked())).filter(|words| !words.is_empty()),
            ..AskOptions::default()
        };
        let shown: Vec<RunHandle> = earlier.iter().filter_map(|runs| untrack(|| self.runs.pick(runs))).collect();
        let history: Vec<Turn> = shown.iter().filter_map(|run| run.view.with_untracked(RunView::turn)).collect();
        let after = self.last_acting(&shown);
        let conversation = self.runs.current.get_untracked();
        let of = instead_of.map(RunHandle::name);
        let command =
            Command::Ask { question: question.clone(), history, options, after, conversation, instead_of: of.clone() };
        let exchange = self.engine.send(command);
        let mut view = RunView::new(question, agent).answered_with(model);
        (view.instead_of, view.folder) = (of, folder);
        self.begin(view, exchange);
    }

    /// The last run of the conversation whose agent acts: the next one goes on with what it left proposed. Never one from a
    /// file, which anyone can have written.
    pub fn last_acting_run(self) -> Option<String> {
        self.last_acting(&self.runs.conversation.get_untracked())
    }

    fn last_acting(self, runs: &[RunHandle]) -> Option<String> {
        let fits = |run: &&RunHandle| {
            let is_own =
                |view: &RunView| !view.is_imported && !view.run.is_empty() && untrack(|| self.acts(&view.agent));
            run.view.with_untracked(is_own)
        };
        runs.iter().rev().find(fits).map(|run| run.name())
    }

    /// What one could ask the chosen agent of this repository: what it is shown with where this is the sample; for an agent
    /// that is asked questions, what the last answer leads to and questions about the repository's own symbols.
    pub fn suggestions(self) -> Vec<String> {
        let demo = self.demo();
        let takes_goals = demo.as_ref().is_some_and(|demo| demo.mode != Mode::LookOnly);
        self.overview.with(|overview| {
            let Some(overview) = overview else { return Vec::new() };
            let shown = demo.filter(|demo| demo.repository == overview.name).map(|demo| demo.request);
            let questions = if takes_goals { &[] } else { overview.suggestions.as_slice() };
            let next = if takes_goals { Vec::new() } else { self.next_questions() };
            shown.into_iter().chain(next).chain(questions.iter().cloned()).collect()
        })
    }

    fn next_questions(self) -> Vec<String> {
        let last = self.runs.conversation.with(|runs| runs.last().copied());
        last.map_or_else(Vec::new, |run| run.view.with(next_questions))
    }

    /// Asks what was suggested. What an agent is shown with may need more than looking: then the switch is set so.
    pub fn ask_suggested(self, request: String) {
        let demo = untrack(|| self.demo()).filter(|demo| demo.request == request);
        let needs = demo.map_or(Mode::LookOnly, |demo| demo.mode);
        if needs != Mode::LookOnly && self.changes.mode.get_untracked() == Mode::LookOnly {
            self.changes.mode.set(needs);
        }
        self.ask(request);
    }

    /// What the chosen agent is shown with; `None` until the engine has started.
    fn demo(self) -> Option<Demo> {
        let name = self.agent.get();
        let agents =
            |welcome: &Welcome| welcome.agents.iter().find(|agent| agent.name == name).map(|it| it.demo.clone());
        self.welcome.with(|welcome| welcome.as_ref().and_then(agents))
    }

    /// Adds a run whose first message has come, and applies that and those that follow.
    pub(super) fn begin_with(self, first: MessageBody, exchange: Exchange) -> RunHandle {
        let run = self.runs.make(exchange.id, RunView::default());
        self.runs.conversation.update(|runs| runs.push(run));
        self.runs.show(Some(run));
        self.take(run, first);
        self.name_current(run);
        spawn_local(async move {
            self.follow(run, exchange).await;
            self.list_runs().await;
        });
        run
    }

    /// Adds a run at the end of the conversation and applies its events.
    pub(super) fn begin(self, view: RunView, exchange: Exchange) {
        let run = self.runs.make(exchange.id, view);
        self.runs.conversation.update(|runs| runs.push(run));
        self.runs.show(Some(run));
        self.pane.set(Pane::Ask);
        spawn_local(self.follow(run, exchange));
    }

    /// [`is_asking`](Self::is_asking) without tracking, for event handlers.
    pub(super) fn is_busy(self) -> bool {
        untrack(|| self.is_asking())
    }

    /// Whether the agent of this name can do more than read.
    pub fn acts(self, name: &str) -> bool {
        self.welcome
            .with(|it| it.as_ref().is_some_and(|it| it.agents.iter().any(|agent| agent.name == name && agent.acts)))
    }

    pub fn stop_asking(self) {
        if let Some(run) = untrack(|| self.runs.working()) {
            self.cancel(run.request.get_untracked());
        }
    }

    /// Pauses the working run at the end of its superstep.
    pub fn pause_asking(self) {
        let Some(run) = untrack(|| self.runs.working()) else { return };
        run.view.update(|view| view.is_pausing = true);
        self.announce(strings::asking_pausing());
        let request = run.request.get_untracked();
        spawn_local(async move {
            if self.call(Command::Pause { request }).await.is_none() {
                run.view.update(|view| view.is_pausing = false);
            }
        });
    }

    /// Asks the engine to stop a request; an engine that does not is restarted.
    pub(super) fn cancel(self, request: u32) {
        spawn_local(async move {
            self.call(Command::Cancel { request }).await;
        });
        spawn_local(self.engine.watch_stop(request));
    }

    /// Applies a run's events, live or recorded, to its view: those of one frame together.
    pub(super) async fn follow(self, run: RunHandle, mut exchange: Exchange) {
        while let Some(first) = exchange.next().await {
            shims::next_frame().await;
            let mut bodies = vec![first];
            while let Some(body) = exchange.ready() {
                bodies.push(body);
            }
            let before = run.view.with_untracked(Announced::of);
            let mut written = 0;
            for body in bodies {
                written += answer_bytes(&body);
                self.take(run, body);
                if written >= TASK_BYTES {
                    written = 0;
                    shims::yield_to_events().await;
                }
            }
            self.announce_progress(run, &before);
            self.name_current(run);
            if before.is_unnamed && !run.name().is_empty() {
                spawn_local(self.list_runs());
            }
        }
        // No effect after a regular end; a run whose messages stopped must not look as if it still worked.
        run.view.update(|view| view.fail(unfinished()));
        self.give_back(run);
    }

    /// A conversation is called after its first run, once that has a name.
    fn name_current(self, run: RunHandle) {
        let is_first = self.runs.conversation.with_untracked(|runs| runs.first() == Some(&run));
        let name = run.name();
        if is_first && !name.is_empty() && self.runs.current.get_untracked().is_none() {
            self.runs.current.set(Some(name));
        }
    }

    fn take(self, run: RunHandle, body: MessageBody) {
        match body {
            MessageBody::Event { event } => run.view.update(|view| view.apply(event)),
            MessageBody::Done { reply: Reply::Run { run: stored, checkpoints } } => {
                let stored = run.view.with_untracked(|view| view.status_of(stored));
                self.runs.store(stored.clone());
                run.view.update(|view| view.settle(stored, checkpoints));
            }
            MessageBody::Failed { failure } => match run.view.try_update(RunView::cancel_resume) {
                Some(true) => self.report(failure),
                _ => run.view.update(|view| view.fail(failure)),
            },
            MessageBody::Notice { failure } => {
                self.report(failure);
                spawn_local(self.list_runs());
            }
            MessageBody::Loading { what, done, total } => {
                run.view.update(|view| view.loads(&what, done, total));
            }
            MessageBody::Done { .. } | MessageBody::Progress { .. } | MessageBody::Arriving { .. } => {}
        }
    }

    fn announce_progress(self, run: RunHandle, before: &Announced) {
        let now = run.view.with_untracked(Announced::of);
        let words = run.view.with_untracked(|view| match &view.state {
            RunState::Running => now.step.clone().filter(|_| now.step != before.step).map(strings::asking_working_on),
            state if *state == before.state => None,
            RunState::Done => Some(strings::asking_complete(view.citations.len())),
            RunState::Cancelled => Some(strings::asking_stopped().to_owned()),
            RunState::Paused { why: Some(why) } => Some(strings::asking_paused_because(why)),
            RunState::Paused { why: None } => Some(strings::asking_paused().to_owned()),
            RunState::AwaitingApproval => Some(asks_of_person(view)),
            RunState::Failed { message, .. } => Some(message.clone()),
            RunState::Interrupted | RunState::Elsewhere => None,
        });
        // Recorded events are not announced.
        if let Some(words) = words.filter(|_| !before.is_recorded) {
            self.announce(words);
        }
    }
}

/// What of a run is compared to decide on an announcement.
struct Announced {
    state: RunState,
    step: Option<String>,
    is_recorded: bool,
    is_unnamed: bool,
}

impl Announced {
    fn of(view: &RunView) -> Self {
        let step = view.plan.iter().find(|step| step.state == StepState::Running).map(|step| step.text.clone());
        Self { state: view.state.clone(), step, is_recorded: view.is_recorded, is_unnamed: view.run.is_empty() }
    }
}

/// What a suspended run asks, in full: it is announced, and the forms are not read out.
fn asks_of_person(view: &RunView) -> String {
    let names: Vec<_> = view.proposed().map(|call| call.name.as_str()).collect();
    let calls = (!names.is_empty()).then(|| strings::asking_approval(names.join(", ")));
    let questions = view.questions().map(strings::asking_question);
    calls.into_iter().chain(questions).collect::<Vec<_>>().join(" ")
}

fn answer_bytes(body: &MessageBody) -> usize {
    match body {
        MessageBody::Event { event: TimedEvent { event: Event::AnswerText { text }, .. } } => text.len(),
        _ => 0,
    }
}

fn unfinished() -> Failure {
    let message = strings::asking_no_answer().to_owned();
    Failure { kind: FailureKind::Internal, message, advice: Some(strings::asking_no_answer_advice().to_owned()) }
}
