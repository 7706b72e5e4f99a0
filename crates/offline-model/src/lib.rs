//! The offline model: answers questions about code with rules, no network and no key.
//!
//! It takes the place of a language model, in the same graph with the same tools, and returns the same shapes: a plan, tool
//! calls, a decision in JSON, Markdown that cites spans. It works from the typed [`Task`] of a request, never from its
//! prose, and writes nothing that is not in the evidence; the same request always has the same answer.
//!
//! `kinds` is the table of what can be asked. `question` classifies a question, by the table's patterns as `grammar` reads
//! them, once `pronouns` are resolved. `plan` computes which steps are missing given the findings, and `judge` continues
//! while any is. `act` turns a step into tool calls, `query` has the words that are searched, `relevance` picks what an answer is
//! about (`misspelt` corrects its words, `absent` sees which of them nothing has, `direction` which way a conversion goes, `amount`
//! whether a number is asked for, `likeness` how like code is to a question by what words mean, `literal` looks for a text in quotes, `format_string` for what makes it,
//! `pair` what two names mean that are compared, `siblings` what two types of one base share, `phrase` what two phrases do, `nowhere` what only seems to be named, `number` what has a number as its value, `declared_type` what type a field has,
//! `usage` whether it is asked how something is done with the code, `existence` whether there is something at all, `manual` which section of the
//! documents says so, `passage` what of documents and comments is quoted beside code),
//! `answer` writes it. For agents that act, `edit` reads a goal that is one exact edit, `steps`
//! plans it and carries it out, `review` judges by the facts of a step; `scope` and `route` judge and route a request,
//! `classify` and `plan_action` decide what is done about one, `delegated` does it; `intent` says what one is for, `pick_files` and
//! `edits` do it; `syntax` reads one to check files, `grade` judges what was retrieved. Word lists of questions are in
//! `vocabulary`, those of everyday words in `code_words::everyday`, all numbers in `weights`.

// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod about_whole;
mod absent;
mod act;
mod amount;
mod answer;
mod asked;
mod chain;
mod classify;
mod compound;
mod declared_type;
mod delegated;
mod direction;
mod edit;
mod edits;
mod excerpt;
mod existence;
mod exports;
mod failed;
mod file_head;
mod first_place;
mod fit;
mod format_string;
mod grade;
mod grammar;
mod history;
mod intent;
mod judge;
mod kind;
mod kinds;
mod known;
mod likeness;
mod literal;
mod manual;
mod misspelt;
mod nowhere;
mod number;
mod offered;
mod outcome;
mod pair;
mod passage;
mod phrase;
mod pick_files;
mod plan;
mod plan_action;
mod pronouns;
mod query;
mod question;
mod relevance;
mod review;
mod route;
mod scope;
mod section;
mod siblings;
mod steps;
mod subject;
mod survey;
mod symbol;
mod syntax;
mod test_code;
#[cfg(test)]
mod tests;
mod turned_names;
mod usage;
mod vocabulary;
mod weights;
mod word_places;
mod words;

use known::Known;
use model::{
    ChatDelta, ChatFuture, ChatRequest, ChatResponse, Context, FinishReason, Message, ModelClient, ModelError,
    ModelErrorKind, Role, Step, Task,
};
use protocol::{ModelInfo, Prices};

/// The model that needs nothing. Refuses [`Task::Free`].
#[derive(Debug, Clone, Copy, Default)]
pub struct OfflineModel;

impl OfflineModel {
    /// A model; all are the same.
    pub fn new() -> Self {
        Self
    }
}

impl ModelClient for OfflineModel {
    fn info(&self) -> ModelInfo {
        ModelInfo { provider: "offline".into(), model: "extractive".into() }
    }

    fn prices(&self) -> Option<Prices> {
        None
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(async move {
            let (message, plan) = respond(request)?;
            for piece in message.content.split_inclusive('\n') {
                on(ChatDelta::Text(piece.to_owned()));
            }
            let finish = if message.tool_calls.is_empty() { FinishReason::Stop } else { FinishReason::ToolCalls };
            Ok(ChatResponse { message, usage: None, finish, plan })
        })
    }
}

/// What is said to a request that is not about the repository.
const DECLINED: &str = "The request has no word that this repository knows, and the agent works on this repository alone. \
     Ask where a name is defined, who calls it, what is in a file or how a part of the code works. _Written by rules, \
     without a language model._";

/// The message, and the typed steps of a plan.
fn respond(request: &ChatRequest<'_>) -> Result<(Message, Option<Vec<Step>>), ModelError> {
    let mut message = Message::new(Role::Assistant, "");
    let mut plan = None;
    let is_limited = request.folder.is_some();
    let understood = |context: &Context<'_>| {
        question::understand_of(context.question, context.history, request.project).fetched(request.is_fetched)
    };
    let meant = |context: &Context<'_>| question::more::meant(context.question, context.history).question.to_owned();
    match &request.task {
        Task::Plan(context) => {
            let question = understood(context);
            let mut steps = plan::missing(&question, context.findings);
            if steps.is_empty() {
                steps.push(plan::fallback(&question));
            }
            let sentences: Vec<String> = steps.iter().map(Step::to_string).collect();
            message.content = serde_json::json!(sentences).to_string();
            plan = Some(steps);
        }
        Task::Act { context, step, call } => {
            let known = Known::of(context.findings).and_messages(&request.messages);
            match act::next(&understood(context), &step.step(), &known, &request.messages, &request.tools, *call) {
                Ok(calls) => message.tool_calls = calls,
                Err(summary) => message.content = summary,
            }
        }
        Task::Judge { context, iteration } => {
            let (go_on, reason) = judge::judge(&understood(context), context.findings, *iteration);
            let decision = if go_on { "CONTINUE" } else { "FINISH" };
            message.content = serde_json::json!({ "decision": decision, "reason": reason }).to_string();
        }
        Task::Answer(context) => {
            message.content = answer::write(&meant(context), &understood(context), context.findings, is_limited);
        }
        Task::Steps { goal, done, feedback } => {
            message.content = serde_json::json!({ "plan": steps::plan(goal, done, *feedback) }).to_string();
        }
        Task::StepAct { goal, step } => match steps::act(goal, step, &request.messages, &request.tools) {
            Ok(calls) => message.tool_calls = calls,
            Err((success, output)) => {
                message.content = serde_json::json!({ "success": success, "output": output }).to_string();
            }
        },
        Task::Review { is_last, rejections, facts } => {
            let (verdict, reason, advice) = review::review(*is_last, *rejections, facts);
            let review = serde_json::json!({ "verdict": verdict, "reason": reason, "fix_suggestion": advice });
            message.content = review.to_string();
        }
        Task::Scope { context, matches } => {
            let (score, reasoning) = scope::score(&meant(context), &understood(context), matches);
            let scored = serde_json::json!({ "score": score, "reasoning": reasoning, "in_scope": score >= 75 });
            message.content = scored.to_string();
        }
        Task::Route { context, tools } => {
            let question = understood(context);
            message.content = route::decide(&meant(context), &question, context.findings, tools).to_string();
        }
        Task::Grade { context, chunks } => message.content = grade::grades(&understood(context), chunks).to_string(),
        Task::Classify { by_words } => message.content = classify::kind(by_words).to_string(),
        Task::PlanAction { context, tools, work } => {
            message.content = plan_action::decide(context, &understood(context), tools, work, is_limited).to_string();
        }
        Task::Delegated { context, wants_change } => {
            match delegated::act(context, *wants_change, &understood(context), request) {
                Ok(calls) => message.tool_calls = calls,
                Err(said) => message.content = said,
            }
        }
        Task::Reply(_) if is_limited => message.content = DECLINED.replacen("this repository", "this folder", 1),
        Task::Reply(_) => message.content = DECLINED.to_owned(),
        Task::Intent(context) => {
            message.content = intent::classify(context.question, &understood(context)).to_string();
        }
        Task::PickFiles { context, matches } => {
            let files = pick_files::pick(&understood(context).paths, matches);
            message.content = serde_json::json!(files).to_string();
        }
        Task::Edits { request: asked, files, matches, failure } => {
            match edits::edits(asked, files, matches, *failure, &request.tools) {
                Ok(calls) => message.tool_calls = calls,
                Err(reason) => message.content = serde_json::json!({ "reason": reason }).to_string(),
            }
        }
        // What the words name is read without a model; the rest would be a guess.
        Task::Argv { .. } => message.content = "[]".to_owned(),
        Task::Free => {
            return Err(ModelError {
                kind: ModelErrorKind::Refused,
                message: "the offline model answers questions about code and nothing else".into(),
                advice: Some("Choose a language model in the model settings.".into()),
            });
        }
    }
    Ok((message, plan))
}
