//! The table of routes, which the router, the access check, the body limit and the OpenAPI document read.

use super::route::{Answer, Operation, Route, SchemaOf, Variable, answer, body, of, optional, required, route};
use crate::access::Scope;
use crate::api::{code, memory, repos, runs};

use limits::edge::{ASK_BYTES, CHUNK_BYTES, MANIFEST_BYTES, SMALL_BYTES};
use model::spending::Spent;

const JSON: &str = "application/json";
const BYTES: &str = "application/octet-stream";
const EVENTS: &str = "text/event-stream";

const REPO: Variable = required("repo", "The repository's id.");
const MEMORY_SCOPE: Variable = required("scope", "`person`, `repository` or `conversation`.");
const CONVERSATION: Variable = optional("conversation", "The conversation, by the name that its questions give it.");
const COUNT: Variable = optional("n", "At most so many, 1 to 100; 10 if not given.");
const SYMBOL: Variable = required("symbol", "A function's or method's own, partly or fully qualified name.");

const RUN_ANSWERS: &[Answer] = &[answer(
    200,
    "The run's events as they come, or with `Accept: application/json` the run once it has stopped.",
    &[(EVENTS, Some(of::<runs::RunEvent>)), (JSON, Some(of::<runs::Run>))],
)];

pub const ROUTES: &[Route] = &[
    Route {
        summary: "Whether the Worker is up and its settings can be read.",
        answers: &[answer(200, "It is.", &[(JSON, None)])],
        ..route(Operation::Health, "GET", "/healthz", None)
    },
    Route {
        summary: "This document.",
        answers: &[answer(200, "OpenAPI 3.1.", &[(JSON, None)])],
        ..route(Operation::OpenApi, "GET", "/v1/openapi.json", None)
    },
    Route {
        summary: "The repositories that the caller may read.",
        answers: &[answer(200, "By id.", &[(JSON, Some(of::<repos::Repositories>))])],
        ..route(Operation::ListRepositories, "GET", "/v1/repos", None)
    },
    Route {
        summary: "Takes in a file of an index, named by the hash of its bytes.",
        body: body(BYTES, CHUNK_BYTES, None),
        answers: &[
            answer(201, "It is stored.", &[(JSON, Some(of::<repos::Stored>))]),
            answer(200, "It was there already.", &[(JSON, Some(of::<repos::Stored>))]),
        ],
        ..route(Operation::PutChunk, "PUT", "/v1/repos/{id}/chunks/{chunk}", Some(Scope::Admin))
    },
    Route {
        summary: "Which files of an index are not there yet, so that a push can be resumed.",
        body: body(JSON, ASK_BYTES, Some(of::<repos::AreThere>)),
        answers: &[answer(200, "Those to push.", &[(JSON, Some(of::<repos::Missing>))])],
        ..route(Operation::FindMissing, "POST", "/v1/repos/{id}/missing", Some(Scope::Admin))
    },
    Route {
        summary: "Publishes an index whose files are all there: readers see the old one or the new one, never a mixture.",
        query: &[optional(
            "public",
            "`true` lets everyone read; `false`, or nothing for a new repository, keeps it private.",
        )],
        body: body(JSON, MANIFEST_BYTES, None),
        answers: &[answer(200, "It is published.", &[(JSON, Some(of::<repos::Repository>))])],
        ..route(Operation::PutManifest, "PUT", "/v1/repos/{id}/manifest", Some(Scope::Admin))
    },
    Route {
        summary: "Deletes an index with all its files.",
        answers: &[answer(200, "It is gone.", &[(JSON, Some(of::<repos::Deleted>))])],
        ..route(Operation::DeleteRepository, "DELETE", "/v1/repos/{id}", Some(Scope::Admin))
    },
    Route {
        summary: "What agents remember for the token's holder, the repository and a conversation, with where it came from.",
        query: &[CONVERSATION],
        answers: &[answer(200, "By scope and key.", &[(JSON, Some(of::<memory::Memory>))])],
        ..route(Operation::ListMemory, "GET", "/v1/repos/{id}/memory", Some(Scope::Ask))
    },
    Route {
        summary: "Stores a value by hand, in place of the one under this key.",
        query: &[MEMORY_SCOPE, CONVERSATION],
        body: body(JSON, SMALL_BYTES, Some(of::<memory::PutValue>)),
        answers: &[answer(200, "It is stored.", &[(JSON, Some(of::<repos::Stored>))])],
        ..route(Operation::PutMemory, "PUT", "/v1/repos/{id}/memory", Some(Scope::Ask))
    },
    Route {
        summary: "Deletes a value, all values of a scope, or with `answers` as scope the answers that are given again.",
        query: &[
            required("scope", "`person`, `repository`, `conversation` or `answers`."),
            optional("key", "The key; without one, everything that is kept for the scope is deleted."),
            CONVERSATION,
        ],
        answers: &[answer(200, "It is gone.", &[(JSON, Some(of::<repos::Deleted>))])],
        ..route(Operation::DeleteMemory, "DELETE", "/v1/repos/{id}/memory", Some(Scope::Ask))
    },
    Route {
        summary: "Ranked search over code, symbols and prose.",
        query: &[
            REPO,
            required("q", "Words, a symbol, a question, \"exact words\" or a `/regular expression/`."),
            COUNT,
        ],
        answers: &[answer(200, "Best first.", &[(JSON, Some(of::<code::Hits>))])],
        ..route(Operation::Search, "GET", "/v1/search", Some(Scope::Read))
    },
    Route {
        summary: "Symbols and files by a few letters of their names.",
        query: &[REPO, required("q", "A few letters; `Class.me` looks for `me` in what is called `Class`."), COUNT],
        answers: &[answer(200, "Best first.", &[(JSON, Some(of::<code::Symbols>))])],
        ..route(Operation::FindSymbols, "GET", "/v1/symbols", Some(Scope::Read))
    },
    Route {
        summary: "Who calls a symbol, with rule and confidence, and which call sites are not resolved.",
        query: &[REPO, SYMBOL],
        answers: &[answer(200, "An entry a symbol.", &[(JSON, Some(of::<code::Calls>))])],
        ..route(Operation::Callers, "GET", "/v1/callers", Some(Scope::Read))
    },
    Route {
        summary: "What a symbol calls, with rule and confidence, and which call sites are not resolved.",
        query: &[REPO, SYMBOL],
        answers: &[answer(200, "An entry a symbol.", &[(JSON, Some(of::<code::Calls>))])],
        ..route(Operation::Callees, "GET", "/v1/callees", Some(Scope::Read))
    },
    Route {
        summary: "An agent's graph, drawn.",
        query: &[optional("format", "`mermaid` (the default), `ascii` or `svg`.")],
        answers: &[answer(200, "The drawing.", &[("text/plain", None), ("image/svg+xml", None)])],
        ..route(Operation::DrawAgent, "GET", "/v1/graph/{agent}", None)
    },
    Route {
        summary: "Asks an agent. The response's header `Quarry-Run` names the run.",
        body: body(JSON, ASK_BYTES, Some(of::<runs::Ask>)),
        answers: RUN_ANSWERS,
        ..route(Operation::Ask, "POST", "/v1/ask", Some(Scope::Ask))
    },
    Route {
        summary: "The state of a run; with `Accept: text/event-stream` its events after `Last-Event-ID`.",
        answers: RUN_ANSWERS,
        ..route(Operation::ReadRun, "GET", "/v1/runs/{run}", Some(Scope::Ask))
    },
    Route {
        summary: "Resumes a run: with an approval of its tool calls, or after it was stopped.",
        body: body(JSON, SMALL_BYTES, Some(of::<runs::Resume>)),
        answers: RUN_ANSWERS,
        ..route(Operation::ResumeRun, "POST", "/v1/runs/{run}/resume", Some(Scope::Ask))
    },
    Route {
        summary: "Stops a run; what it found is kept.",
        answers: &[answer(200, "Its state.", &[(JSON, Some(of::<runs::Run>))])],
        ..route(Operation::CancelRun, "POST", "/v1/runs/{run}/cancel", Some(Scope::Ask))
    },
    Route {
        summary: "Stops a run and deletes all that is kept of it.",
        answers: &[answer(200, "It is gone.", &[(JSON, Some(of::<repos::Deleted>))])],
        ..route(Operation::DeleteRun, "DELETE", "/v1/runs/{run}", Some(Scope::Ask))
    },
    Route {
        summary: "The Model Context Protocol over streamable HTTP: the reading tools, and `ask`.",
        query: &[optional("repo", "The repository's id; the header `Quarry-Repo` does the same.")],
        body: body(JSON, ASK_BYTES, None),
        answers: &[answer(200, "JSON-RPC 2.0.", &[(JSON, None), (EVENTS, None)])],
        ..route(Operation::Mcp, "POST", "/mcp", Some(Scope::Read))
    },
];

/// Schemas that no route uses but clients need.
pub const MORE_SCHEMAS: &[SchemaOf] = &[of::<Spent>];
