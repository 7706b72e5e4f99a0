//! `intent-router`: a chat beside the code. It says what a request is for and takes one way: answer from files, edit and
//! check until the check passes, run a program, remember what the person prefers, or take the last change back.
//!
//! ```text
//! route -> profile | plan_read -> read | edit <-> verify | run_command | undo -> finish
//! ```
//!
//! `edit` and `run_command` return to themselves: what is asked of a model, of a person and of a program lies in supersteps of
//! its own. Start at [`IntentRouterState`], then read the nodes in [`crate::nodes::intent_router`].

use super::Parts;
use crate::calls::CallQueue;
use crate::nodes::intent_router::turn::options;
use crate::nodes::intent_router::{edit, finish, plan_read, profile, read, route, run_command, undo, verify};
use crate::states::intent_router::{Intent, NextEdit, SmallChanges, Working};
use crate::verify::Verification;
use crate::{Acts, AgentState, IntentRouterState, IntentRouterStateUpdate, Limits, RunState, Start};
use agent_memory::ConversationMemory;
use model::ProfileName;
use state_graph::{CompileError, END, Graph, GraphBuilder, Route, START};

/// The routes from `route`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum IntentRoute {
    /// What the person prefers.
    #[route("profile")]
    Profile,
    /// A question about the code.
    #[route("plan_read")]
    PlanRead,
    /// A change of files.
    #[route("edit")]
    Edit,
    /// A program to run.
    #[route("run_command")]
    RunCommand,
    /// The last change is taken back.
    #[route("undo")]
    Undo,
    /// The request could not be read.
    #[route("finish")]
    Finish,
}

/// The routes from `plan_read`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum PlannedReadRoute {
    /// The files are chosen.
    #[route("read")]
    Read,
    /// They could not be.
    #[route("finish")]
    Finish,
}

/// The routes from `edit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum EditRoute {
    /// It goes on in another superstep.
    #[route("edit")]
    Again,
    /// Something was changed.
    #[route("verify")]
    Verify,
    /// Nothing was, or nothing can be.
    #[route("finish")]
    Finish,
}

/// The routes from `verify`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum VerifiedRoute {
    /// The check failed, and other edits are tried.
    #[route("edit")]
    Edit,
    /// It passed, nothing ran, or no attempt is left.
    #[route("finish")]
    Finish,
}

/// The routes from `run_command`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Route)]
pub enum CommandRoute {
    /// A program is chosen and has not run.
    #[route("run_command")]
    Again,
    /// It is over, or nothing runs.
    #[route("finish")]
    Finish,
}

fn after_route(state: &IntentRouterState) -> IntentRoute {
    match state.intent {
        _ if state.has_failed() => IntentRoute::Finish,
        Some(Intent::Edit) => IntentRoute::Edit,
        Some(Intent::RunCommand) => IntentRoute::RunCommand,
        Some(Intent::Profile) => IntentRoute::Profile,
        Some(Intent::Undo) => IntentRoute::Undo,
        Some(Intent::Read) | None => IntentRoute::PlanRead,
    }
}

fn after_plan(state: &IntentRouterState) -> PlannedReadRoute {
    if state.has_failed() { PlannedReadRoute::Finish } else { PlannedReadRoute::Read }
}

fn after_edit(state: &IntentRouterState) -> EditRoute {
    match state.next_edit {
        _ if state.has_failed() => EditRoute::Finish,
        NextEdit::Again => EditRoute::Again,
        NextEdit::Verify => EditRoute::Verify,
        NextEdit::Finish => EditRoute::Finish,
    }
}

fn after_verify(state: &IntentRouterState) -> VerifiedRoute {
    if state.fixing { VerifiedRoute::Edit } else { VerifiedRoute::Finish }
}

fn after_command(state: &IntentRouterState) -> CommandRoute {
    if state.queue.is_empty() || state.has_failed() { CommandRoute::Finish } else { CommandRoute::Again }
}

/// Builds the graph. It always compiles; the error type is that of the graph builder.
pub(crate) fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, IntentRouterState>, CompileError> {
    let Parts { verifier, repository, setting, .. } = *parts;
    let (fast, model) = (parts.model(ProfileName::Fast), parts.model(ProfileName::Default));
    let edit = edit::Edit { model: parts.model(ProfileName::Edit), repository, setting };
    GraphBuilder::new()
        .node_with("route", route::RouteRequest { model: fast, setting }, options(setting))
        .node("profile", profile::Profile { setting })
        .node_with("plan_read", plan_read::PlanRead { model: fast, repository, setting }, options(setting))
        .node_with("read", read::Read { model, verifier, repository, setting }, options(setting))
        .node_with("edit", edit, options(setting))
        .node("verify", verify::Verify { repository, setting })
        .node_with("run_command", run_command::RunCommand { model: fast, repository, setting }, options(setting))
        .node("undo", undo::Undo { setting })
        .node("finish", finish::Finish { repository, setting, syntax: setting.tools.syntax() })
        .edge(START, "route")
        .route("route", after_route)
        .edge("profile", "finish")
        .route("plan_read", after_plan)
        .edge("read", "finish")
        .route("edit", after_edit)
        .route("verify", after_verify)
        .route("run_command", after_command)
        .edge("undo", "finish")
        .edge("finish", END)
        .compile()
}

impl RunState for IntentRouterState {
    // Rounds of edits, the first included, and answers of the model in each.
    const LIMITS: Limits = Limits { max_iterations: 4, max_executor_steps: 4, recursion_limit: 60 };
    const ACTS: bool = true;

    fn starting(start: Start<'_>) -> Self {
        let AgentState { input, chat_history, .. } = AgentState::asking(start.question, &start.history);
        Self { input, chat_history, notes: start.notes, changes: start.changes, ..Self::default() }
            .with_conversation(start.conversation)
    }

    fn conversation(&self) -> ConversationMemory {
        self.to_keep()
    }

    fn response(&self) -> &str {
        &self.response
    }

    fn with_question(update: IntentRouterStateUpdate, question: &str) -> IntentRouterStateUpdate {
        // What this turn did belongs to another request; what the conversation knows stays.
        update
            .input(question)
            .intent(None)
            .target_files(Vec::new())
            .selected_command(None)
            .done(false)
            .working(Working::default())
            .overwrite_memory_writes(Vec::new())
            .fix_attempts(0u32)
            .fixing(false)
            .looked(false)
            .failure(None)
            .next_edit(NextEdit::default())
            .small_changes(SmallChanges::default())
            .refused(None)
            .refusals(0u32)
            .overwrite_remarks(Vec::new())
            .queue(CallQueue::default())
            .overwrite_edited(Vec::new())
            .overwrite_undone(Vec::new())
            .verification(Verification::default())
            .response("")
            .reported(false)
    }

    fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, Self>, CompileError> {
        graph(parts)
    }

    fn acts() -> Option<Acts<Self>> {
        Some(Acts {
            changes: |state| &state.changes,
            write_changes: |update, updates| updates.into_iter().fold(update, IntentRouterStateUpdate::changes),
            steering: |state| &state.steering,
            steer: |update, text| update.steering(vec![text]),
        })
    }
}
