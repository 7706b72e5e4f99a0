//! `tool-router` with a scripted model and made-up tools: the vectors of its specification by number, and kills at every
//! place.

mod choosing;
mod finding;
#[path = "../support/router.rs"]
mod router;
mod servers;
mod storing;
#[path = "../support/mod.rs"]
mod support;
