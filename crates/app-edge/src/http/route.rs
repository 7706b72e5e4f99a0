//! What a route of the table says.

use crate::access::Scope;
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
    /// Lists what agents remember.
    ListMemory,
    /// Stores a value by hand.
    PutMemory,
    /// Deletes what agents remember.
    DeleteMemory,
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
    pub name: &'static str,
    /// Its meaning, for the OpenAPI document.
    pub about: &'static str,
    /// Whether it must be given.
    pub required: bool,
}

pub struct Body {
    pub media: &'static str,
    /// The largest number of bytes.
    pub most: usize,
    /// Its schema; `None` for binary bodies.
    pub schema: Option<SchemaOf>,
}

pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Media types with their schemas; `None` for one that has no schema.
pub type Content = &'static [(&'static str, Option<SchemaOf>)];

/// A response of a route.
pub struct Answer {
    /// The usual status.
    pub status: u16,
    /// In which case, for the OpenAPI document.
    pub about: &'static str,
    /// Media types with their schemas.
    pub content: Content,
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

pub(super) const fn required(name: &'static str, about: &'static str) -> Variable {
    Variable { name, about, required: true }
}

pub(super) const fn optional(name: &'static str, about: &'static str) -> Variable {
    Variable { name, about, required: false }
}

pub(super) fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

pub(super) const fn body(media: &'static str, most: usize, schema: Option<SchemaOf>) -> Option<Body> {
    Some(Body { media, most, schema })
}

pub(super) const fn answer(status: u16, about: &'static str, content: Content) -> Answer {
    Answer { status, about, content }
}

/// A route without a summary, a query, a body and answers.
pub(super) const fn route(
    operation: Operation,
    method: &'static str,
    path: &'static str,
    scope: Option<Scope>,
) -> Route {
    Route { operation, method, path, scope, summary: "", query: &[], body: None, answers: &[] }
}
