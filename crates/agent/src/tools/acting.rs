//! The further tools of agents that act, in the order in which models see them.

use super::ask_person::AskPerson;
use super::memory::{
    MemoryAppend, MemoryClear, MemoryDelete, MemoryGet, MemoryList, MemorySet, MemoryTool, OverMemory,
};
use super::read_tool_output::ReadToolOutput;
use super::repo_map::RepoMap;
use super::{Over, Reading, ReadingTool, Toolbox};
use agent_memory::MemoryStore;
use codebase::Reader;
use std::rc::Rc;

/// What a host offers to the tools of agents that act. A tool that needs what a host has not is not offered there.
#[derive(Clone, Default)]
pub struct ActingServices {
    /// Where agents store what they remember.
    pub memory: Option<Rc<dyn MemoryStore>>,
    /// Whether a person can answer.
    pub attended: bool,
}

impl<'a> Toolbox<'a> {
    /// The tools of agents that act, beside those that answer questions about the code.
    pub fn acting(reader: &'a Reader, services: &ActingServices) -> Self {
        let ActingServices { memory, attended } = services;
        // One line a tool.
        Self::new()
            .with_memory::<MemoryGet>(memory)
            .with_memory::<MemoryList>(memory)
            .with_memory::<MemorySet>(memory)
            .with_memory::<MemoryAppend>(memory)
            .with_memory::<MemoryDelete>(memory)
            .with_memory::<MemoryClear>(memory)
            .reading::<RepoMap>(reader)
            .with(ReadToolOutput)
            .with(AskPerson { attended: *attended })
    }

    fn reading<T: ReadingTool + 'static>(self, reader: &'a Reader) -> Self {
        self.with(Over { reader, tool: const { &Reading::of::<T>() } })
    }

    fn with_memory<T: MemoryTool + 'static>(self, memory: &Option<Rc<dyn MemoryStore>>) -> Self {
        match memory {
            Some(memory) => self.with(OverMemory::<T>::new(memory)),
            None => self,
        }
    }
}
