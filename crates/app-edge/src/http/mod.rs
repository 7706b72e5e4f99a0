//! The HTTP API: the table of routes, the router that reads it, and the OpenAPI document made from it.

mod answer;
pub mod openapi;
pub mod router;
pub mod table;

pub use answer::{event_stream, json_answer};
pub use router::{Match, find};
pub use table::{Operation, Route};
