//! The further tools of agents that act, in the order in which models see them.

use super::append_file::AppendFile;
use super::apply_patch::ApplyPatch;
use super::ask_person::AskPerson;
use super::changes::Changes;
use super::copy_file::CopyFile;
use super::delete_file::DeleteFile;
use super::edit::{EditTool, Editing, OverFiles};
use super::edit_file::EditFile;
use super::find_files::FindFiles;
use super::grep::Grep;
use super::lint::Lint;
use super::memory::{
    MemoryAppend, MemoryClear, MemoryDelete, MemoryGet, MemoryList, MemorySet, MemoryTool, OverMemory,
};
use super::move_file::MoveFile;
use super::outline::Outline;
use super::read_tool_output::ReadToolOutput;
use super::read_value::ReadValue;
use super::rename_symbol::RenameSymbol;
use super::repo_map::RepoMap;
use super::set_value::SetValue;
use super::undo::Undo;
use super::write_file::WriteFile;
use super::{Over, Reading, ReadingTool, Toolbox};
use crate::{FileParser, SyntaxCheck};
use agent_memory::MemoryStore;
use codebase::Reader;
use std::rc::Rc;

/// What a host offers to the tools of agents that act. A tool that needs what a host has not is not offered there.
#[derive(Clone, Default)]
pub struct ActingServices {
    /// Where agents store what they remember.
    pub memory: Option<Rc<dyn MemoryStore>>,
    /// Parses the files that calls change; `None`: they are not checked, and nothing is said of it.
    pub parser: Option<Rc<dyn FileParser>>,
    /// Whether a person can answer.
    pub attended: bool,
}

impl<'a> Toolbox<'a> {
    /// The tools of agents that act, beside those that answer questions about the code.
    pub fn acting(reader: &'a Reader, services: &ActingServices) -> Self {
        let ActingServices { memory, parser, attended } = services;
        let checked = match parser {
            Some(parser) => Self::new().checking(SyntaxCheck::new(reader, Rc::clone(parser))),
            None => Self::new(),
        };
        // One line a tool.
        checked
            .reading::<Outline>(reader)
            .reading::<FindFiles>(reader)
            .reading::<Grep>(reader)
            .reading::<ReadValue>(reader)
            .editing::<SetValue>(reader)
            .editing::<EditFile>(reader)
            .editing::<WriteFile>(reader)
            .editing::<AppendFile>(reader)
            .editing::<DeleteFile>(reader)
            .editing::<MoveFile>(reader)
            .editing::<CopyFile>(reader)
            .editing::<ApplyPatch>(reader)
            .renaming(reader, parser)
            .editing::<Undo>(reader)
            .reading::<Changes>(reader)
            .linting(reader, parser)
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

    fn renaming(self, reader: &'a Reader, parser: &Option<Rc<dyn FileParser>>) -> Self {
        match with_grammars(parser) {
            Some(parser) => self.with(RenameSymbol { reader, parser }),
            None => self,
        }
    }

    fn linting(self, reader: &'a Reader, parser: &Option<Rc<dyn FileParser>>) -> Self {
        match with_grammars(parser) {
            Some(parser) => self.with(Lint { reader, parser }),
            None => self,
        }
    }

    fn editing<T: EditTool + 'static>(self, reader: &'a Reader) -> Self {
        self.with(OverFiles { reader, tool: Editing::of::<T>() })
    }

    fn with_memory<T: MemoryTool>(self, memory: &Option<Rc<dyn MemoryStore>>) -> Self {
        match memory {
            Some(memory) => self.with(OverMemory::new::<T>(memory)),
            None => self,
        }
    }
}

/// The parser of a host that has grammars.
fn with_grammars(parser: &Option<Rc<dyn FileParser>>) -> Option<Rc<dyn FileParser>> {
    parser.clone().filter(|parser| parser.has_grammars())
}
