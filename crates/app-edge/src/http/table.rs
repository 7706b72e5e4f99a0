//! The table of routes, which the router, the access check, the body limit and the OpenAPI document read.

use crate::access::Scope;
use crate::api::{code, repos, runs};
use crate::budget;
use limits::edge::{ASK_BYTES, CHUNK_BYTES, MANIFEST_BYTES, SMALL_BYTES};
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// What a route does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Reports that the Worker is up.
    Health,
    /// The OpenAPI document.
    OpenApi,
    /// The repositories that the caller may read.
    ListRepositories,
    /// Stores a chunk file of an index.
    PutChunk,
    /// Lists the chunk files that are not stored yet.
    FindMissing,
    /// Publishes an index.
    PutManifest,
    /// Deletes an index.
    DeleteRepository,
    /// Ranked search.
    Search,
    /// Symbols and files by a part of their name.
    FindSymbols,
    /// Lists the callers of a symbol.
    Callers,
    /// Lists what a symbol calls.
    Callees,
    /// Draws an agent's graph.
    DrawAgent,
    /// Starts a run.
    Ask,
    /// The state of a run, or its events.
    ReadRun,
    /// Continues a run.
    ResumeRun,
    /// Cancels a run.
    CancelRun,
    /// Deletes a run.
    DeleteRun,
    /// The Model Context Protocol.
    Mcp,
}

/// A variable of a path or a query.
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// Its meaning, for the OpenAPI document.
    pub about: &'static str,
    /// Whether it must be given.
    pub required: bool,
}

/// A request's body.
pub struct Body {
    /// Its media type.
    pub media: &'static str,
    /// The largest number of bytes.
    pub most: usize,
    /// Its schema; `None` for binary bodies.
    pub schema: Option<SchemaOf>,
}

/// Makes a type's schema.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// A response of a route.
pub struct Answer {
    /// The usual status.
    pub status: u16,
    /// In which case, for the OpenAPI document.
    pub about: &'static str,
    /// Media types with their schemas.
    pub content: &'static [(&'static str, Option<SchemaOf>)],
}

/// A route.
pub struct Route {
    /// What it does.
    pub operation: Operation,
    /// `GET`, `POST`, `PUT`, `DELETE`.
    pub method: &'static str,
    /// Segments in braces are variables.
    pub path: &'static str,
    /// A short description, for the OpenAPI document.
    pub summary: &'static str,
    /// The scope that a token must have; `None` if no token is needed.
    pub scope: Option<Scope>,
    /// The variables of the query.
    pub query: &'static [Variable],
    /// The body, if there is one.
    pub body: Option<Body>,
    /// The responses if the request succeeds.
    pub answers: &'static [Answer],
}

const JSON: &str = "application/json";
const BYTES: &str = "application/octet-stream";
const EVENTS: &str = "text/event-stream";

const fn required(name: &'static str, about: &'static str) -> Variable {
    Variable { name, about, required: true }
}

const fn optional(name: &'static str, about: &'static str) -> Variable {
    Variable { name, about, required: false }
}

const REPO: Variable = required("repo", "The repository's id.");
const COUNT: Variable = optional("n", "At most so many, 1 to 100; 10 if not given.");
const SYMBOL: Variable = required("symbol", "A function's or method's own, partly or fully qualified name.");

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

const fn json(schema: SchemaOf, most: usize) -> Option<Body> {
    Some(Body { media: JSON, most, schema: Some(schema) })
}

const RUN_ANSWERS: &[Answer] = &[Answer {
    status: 200,
    about: "The run's events as they come, or with `Accept: application/json` the run once it has stopped.",
    content: &[(EVENTS, Some(of::<runs::RunEvent>)), (JSON, Some(of::<runs::Run>))],
}];

/// All routes of the API.
pub const ROUTES: &[Route] = &[
    Route {
        operation: Operation::Health,
        method: "GET",
        path: "/healthz",
        summary: "Whether the Worker is up and its settings can be read.",
        scope: None,
        query: &[],
        body: None,
        answers: &[Answer { status: 200, about: "It is.", content: &[(JSON, None)] }],
    },
    Route {
        operation: Operation::OpenApi,
        method: "GET",
        path: "/v1/openapi.json",
        summary: "This document.",
        scope: None,
        query: &[],
        body: None,
        answers: &[Answer { status: 200, about: "OpenAPI 3.1.", content: &[(JSON, None)] }],
    },
    Route {
        operation: Operation::ListRepositories,
        method: "GET",
        path: "/v1/repos",
        summary: "The repositories that the caller may read.",
        scope: None,
        query: &[],
        body: None,
        answers: &[Answer { status: 200, about: "By id.", content: &[(JSON, Some(of::<repos::Repositories>))] }],
    },
    Route {
        operation: Operation::PutChunk,
        method: "PUT",
        path: "/v1/repos/{id}/chunks/{chunk}",
        summary: "Takes in a file of an index, named by the hash of its bytes.",
        scope: Some(Scope::Admin),
        query: &[],
        body: Some(Body { media: BYTES, most: CHUNK_BYTES, schema: None }),
        answers: &[
            Answer { status: 201, about: "It is stored.", content: &[(JSON, Some(of::<repos::Stored>))] },
            Answer { status: 200, about: "It was there already.", content: &[(JSON, Some(of::<repos::Stored>))] },
        ],
    },
    Route {
        operation: Operation::FindMissing,
        method: "POST",
        path: "/v1/repos/{id}/missing",
        summary: "Which files of an index are not there yet, so that a push can go on where it stopped.",
        scope: Some(Scope::Admin),
        query: &[],
        body: json(of::<repos::AreThere>, ASK_BYTES),
        answers: &[Answer { status: 200, about: "Those to push.", content: &[(JSON, Some(of::<repos::Missing>))] }],
    },
    Route {
        operation: Operation::PutManifest,
        method: "PUT",
        path: "/v1/repos/{id}/manifest",
        summary: "Publishes an index whose files are all there: readers see the old one or the new one, never a mixture.",
        scope: Some(Scope::Admin),
        query: &[optional(
            "public",
            "`true` lets everyone read; `false`, or nothing for a new repository, keeps it private.",
        )],
        body: Some(Body { media: JSON, most: MANIFEST_BYTES, schema: None }),
        answers: &[Answer {
            status: 200,
            about: "It is published.",
            content: &[(JSON, Some(of::<repos::Repository>))],
        }],
    },
    Route {
        operation: Operation::DeleteRepository,
        method: "DELETE",
        path: "/v1/repos/{id}",
        summary: "Deletes an index with all its files.",
        scope: Some(Scope::Admin),
        query: &[],
        body: None,
        answers: &[Answer { status: 200, about: "It is gone.", content: &[(JSON, Some(of::<repos::Deleted>))] }],
    },
    Route {
        operation: Operation::Search,
        method: "GET",
        path: "/v1/search",
        summary: "Ranked search over code, symbols and prose.",
        scope: Some(Scope::Read),
        query: &[REPO, required("q", "Words, a symbol or a question."), COUNT],
        body: None,
        answers: &[Answer { status: 200, about: "Best first.", content: &[(JSON, Some(of::<code::Hits>))] }],
    },
    Route {
        operation: Operation::FindSymbols,
        method: "GET",
        path: "/v1/symbols",
        summary: "Symbols and files by a few letters of their names.",
        scope: Some(Scope::Read),
        query: &[REPO, required("q", "A few letters; `Class.me` looks for `me` in what is called `Class`."), COUNT],
        body: None,
        answers: &[Answer { status: 200, about: "Best first.", content: &[(JSON, Some(of::<code::Symbols>))] }],
    },
    Route {
        operation: Operation::Callers,
        method: "GET",
        path: "/v1/callers",
        summary: "Who calls a symbol, with rule and confidence, and which call sites are not resolved.",
        scope: Some(Scope::Read),
        query: &[REPO, SYMBOL],
        body: None,
        answers: &[Answer { status: 200, about: "An entry a symbol.", content: &[(JSON, Some(of::<code::Calls>))] }],
    },
    Route {
        operation: Operation::Callees,
        method: "GET",
        path: "/v1/callees",
        summary: "What a symbol calls, with rule and confidence, and which call sites are not resolved.",
        scope: Some(Scope::Read),
        query: &[REPO, SYMBOL],
        body: None,
        answers: &[Answer { status: 200, about: "An entry a symbol.", content: &[(JSON, Some(of::<code::Calls>))] }],
    },
    Route {
        operation: Operation::DrawAgent,
        method: "GET",
        path: "/v1/graph/{agent}",
        summary: "An agent's graph, drawn.",
        scope: None,
        query: &[optional("format", "`mermaid` (the default), `ascii` or `svg`.")],
        body: None,
        answers: &[Answer {
            status: 200,
            about: "The drawing.",
            content: &[("text/plain", None), ("image/svg+xml", None)],
        }],
    },
    Route {
        operation: Operation::Ask,
        method: "POST",
        path: "/v1/ask",
        summary: "Asks an agent. The response's header `Quarry-Run` names the run.",
        scope: Some(Scope::Ask),
        query: &[],
        body: json(of::<runs::Ask>, ASK_BYTES),
        answers: RUN_ANSWERS,
    },
    Route {
        operation: Operation::ReadRun,
        method: "GET",
        path: "/v1/runs/{run}",
        summary: "The state of a run; with `Accept: text/event-stream` its events after `Last-Event-ID`.",
        scope: Some(Scope::Ask),
        query: &[],
        body: None,
        answers: RUN_ANSWERS,
    },
    Route {
        operation: Operation::ResumeRun,
        method: "POST",
        path: "/v1/runs/{run}/resume",
        summary: "Resumes a run: with an approval of its tool calls, or after it was stopped.",
        scope: Some(Scope::Ask),
        query: &[],
        body: json(of::<runs::Resume>, SMALL_BYTES),
        answers: RUN_ANSWERS,
    },
    Route {
        operation: Operation::CancelRun,
        method: "POST",
        path: "/v1/runs/{run}/cancel",
        summary: "Stops a run; what it found is kept.",
        scope: Some(Scope::Ask),
        query: &[],
        body: None,
        answers: &[Answer { status: 200, about: "Its state.", content: &[(JSON, Some(of::<runs::Run>))] }],
    },
    Route {
        operation: Operation::DeleteRun,
        method: "DELETE",
        path: "/v1/runs/{run}",
        summary: "Stops a run and deletes all that is kept of it.",
        scope: Some(Scope::Ask),
        query: &[],
        body: None,
        answers: &[Answer { status: 200, about: "It is gone.", content: &[(JSON, Some(of::<repos::Deleted>))] }],
    },
    Route {
        operation: Operation::Mcp,
        method: "POST",
        path: "/mcp",
        summary: "The Model Context Protocol over streamable HTTP: the reading tools, and `ask`.",
        scope: Some(Scope::Read),
        query: &[optional("repo", "The repository's id; the header `Quarry-Repo` does the same.")],
        body: Some(Body { media: JSON, most: ASK_BYTES, schema: None }),
        answers: &[Answer { status: 200, about: "JSON-RPC 2.0.", content: &[(JSON, None), (EVENTS, None)] }],
    },
];

/// Schemas that no route uses but clients need.
pub const MORE_SCHEMAS: &[SchemaOf] = &[of::<budget::Spent>];
