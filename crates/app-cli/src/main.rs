//! The command `quarry`: the same engine, natively.
//!
//! Results go to stdout, progress and traces to stderr. Exit 0 done, 1 failed with one clear line, 2 usage.

mod arguments;
mod commands;
mod load;
mod model_choice;
mod output;
mod trace;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Index(options) => commands::index::run(&options),
        Command::Search(options) => commands::search::run(&options),
        Command::Callers(options) => commands::calls::callers(&options),
        Command::Callees(options) => commands::calls::callees(&options),
        Command::CallGraph(options) => commands::call_graph::run(&options),
        Command::Ask(options) => commands::ask::run(&options),
        Command::Graph(options) => commands::graph::run(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough (`| head`) is no failure.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quarry: {error:#}");
            ExitCode::FAILURE
        }
    }
}
