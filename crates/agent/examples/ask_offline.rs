//! Asks the offline model about a folder: no key, no network.
//!
//! ```text
//! cargo run -p agent --example ask_offline -- FOLDER "Who calls total_price?"
//! ```
#![allow(clippy::print_stdout)]

use agent::{Agent, Controls, Question, RunEnd, Work};
use codebase::{CodebaseBuilder, Reader};
use futures::executor::block_on;
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::{AskOptions, Event, TimedEvent};
use state_graph::MemoryStore;
use std::error::Error;
use std::path::Path;
use std::rc::Rc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let text = arguments.next().unwrap_or_else(|| "Where does the program start?".to_owned());

    let snapshot = host_native::open(Path::new(&folder), host_native::Wanted::default(), |_| {})?;
    let mut building = CodebaseBuilder::new(snapshot);
    for file in building.pending() {
        let snapshot = building.snapshot();
        let facts = syntax::parse(snapshot.file(file).language, &snapshot.code(file));
        if let Some(facts) = facts {
            building.add_facts(file, facts)?;
        }
    }
    let reader = Reader::whole(building.finish());

    let model = OfflineModel::new();
    let agent = Agent::over(&reader, &model, Rc::new(|| 0.0), Rc::new(NoWait), Rc::new(MemoryStore::default()));
    let question = Question {
        run: "example".to_owned(),
        text,
        history: Vec::new(),
        after: None,
        conversation: None,
        instead_of: None,
        options: AskOptions::default(),
        repository: folder,
        asked_at: 0.0,
    };
    let on = |event: TimedEvent| {
        if let Event::ToolFinished { name, summary, .. } = event.event {
            println!("{name}: {summary}");
        }
    };
    if let RunEnd::Answered(answer) = block_on(agent.work(Work::Ask(question), &Controls::default(), on))? {
        println!("\n{}", answer.markdown);
        for citation in answer.citations {
            println!("[{}] {}:{}", citation.number, citation.path, citation.start_line);
        }
    }
    Ok(())
}
