//! The API's surface: the table of routes, who it sends a request to, and the document that describes it.

mod answer;
pub mod openapi;
pub mod router;
pub mod table;

pub use answer::json_answer;
pub use router::{Match, find};
pub use table::{Operation, ROUTES, Route};
