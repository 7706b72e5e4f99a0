//! The HTTP API: the table of routes, the router that reads it, and the OpenAPI document made from it.

mod answer;
pub mod openapi;
mod route;
pub mod router;
pub mod table;

pub use answer::{event_stream, json_answer};
pub use route::{Operation, Route};
pub use router::{Match, find};
