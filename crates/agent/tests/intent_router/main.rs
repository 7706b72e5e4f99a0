//! `intent-router` with a scripted model and a scripted runner over small repositories: the vectors of its specification by
//! number, and kills at every place.

mod chat;
mod editing;
mod preferring;
mod reading;
mod routing;
mod running;
mod storing;
#[path = "../support/mod.rs"]
mod support;
