//! What travels in bodies, with the schemas that the OpenAPI document shows.

pub mod code;
pub mod failure;
pub mod repos;
pub mod runs;
