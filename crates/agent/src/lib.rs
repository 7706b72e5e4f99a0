//! Agents over a Codebase: prompts, tools, nodes, graphs, citations, and runs that are stored.
//!
//! An [`Agent`] is a graph (of `state-graph`) whose nodes borrow a model, a [`Toolbox`] and a citation [`Verifier`].
//! [`Agent::work`] runs it, stores it superstep by superstep, and reports every [`protocol::TimedEvent`] to a listener;
//! [`record`] reads stored runs. The key decision is in [`citations`]: the text of a model reaches the reader only
//! through a filter that lets a citation pass if a tool returned that span in this run and the repository still holds
//! those lines.
//!
//! Start at [`graphs::plan_react`], then read the nodes in [`nodes`].

pub mod cache;
pub mod calls;
mod citations;
mod closing;
pub mod context;
pub mod delegation;
pub mod embedding;
mod evidence;
pub mod graphs;
pub mod impact;
mod limited;
pub mod models;
pub mod nodes;
pub mod outputs;
mod parser;
pub mod policy;
pub mod programs;
pub mod prompts;
pub mod record;
pub mod registry;
pub mod repair;
mod report;
pub mod run;
mod run_state;
pub mod secrets;
pub mod state;
pub mod states;
pub mod structured;
pub mod text_calls;
pub mod tools;
pub mod verify;

/// What agents remember between runs.
pub use agent_memory as memory;
pub use citations::{CitationFilter, Verifier};
pub use evidence::CodebaseVerifier;
pub use graphs::AgentKind;
pub use model::Finding;
pub use models::{Models, RunModels};
pub use parser::{FileParser, NoParser, SyntaxCheck};
pub use record::{About, ConversationFile, ConversationFileError, StoredRun, recheck, recheck_over, summarise};
pub use run::{Agent, Answer, AskError, Controls, Fork, Question, RunEnd, SettleError, Steering, Work};
pub use run_state::{Acting, ActingView, Acts, Note, Planning, RunContext, RunState, Start};
pub use state::{AgentState, AgentStateUpdate, ChatMessage, Findings, Limits};
pub use state_graph::{CancelToken, Clock};
pub use states::intent_router::{IntentRouterState, IntentRouterStateUpdate};
pub use states::plan_review::{PlanReviewState, PlanReviewStateUpdate};
pub use states::three_phase::{ThreePhaseState, ThreePhaseStateUpdate};
pub use states::tool_router::{ToolRouterState, ToolRouterStateUpdate};
pub use tools::{
    ActingServices, CallContext, CallingRun, ChangedFile, IndexFailure, Tool, ToolError, ToolOutput, Toolbox,
};
