//! Checking and repairing proposed changes, with a runner that answers by a script and one that knows what a program would
//! write.

mod asking;
mod natively;
mod reaching;
mod recipes;
mod repairing;
mod reports;
mod requests;
#[path = "../support/mod.rs"]
mod support;
mod world;
