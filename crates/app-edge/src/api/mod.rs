//! The bodies of requests and responses, with the schemas that the OpenAPI document shows.

pub mod code;
pub mod failure;
pub mod memory;
pub mod repos;
pub mod runs;
