//! `three-phase` with a scripted model, a runner that ends as a test says, and the real tools over small repositories: the
//! vectors of its specification by number, and kills at every place.

mod checking;
mod deciding;
mod executing;
mod offline;
mod script;
mod storing;
#[path = "../support/mod.rs"]
mod support;
mod world;
