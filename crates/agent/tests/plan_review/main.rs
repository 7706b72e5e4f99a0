//! `plan-review` with a scripted model and made-up tools: the vectors of its specification by number, and kills at every
//! place.

mod executing;
mod planning;
mod reviewing;
mod script;
mod storing;
#[path = "../support/mod.rs"]
mod support;
mod tools;
