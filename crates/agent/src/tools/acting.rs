//! The further tools of agents that act, in the order in which models see them.

use super::append_file::AppendFile;
use super::apply_patch::ApplyPatch;
use super::ask_person::AskPerson;
use super::changes::Changes;
use super::copy_file::CopyFile;
use super::delegate::HandOver;
use super::delete_file::DeleteFile;
use super::edit::{EditTool, Editing, OverFiles};
use super::edit_file::EditFile;
use super::find_files::FindFiles;
use super::grep::Grep;
use super::lint::Lint;
use super::mcp::{McpCall, McpList, McpRead};
use super::memory::{
    MemoryAppend, MemoryClear, MemoryDelete, MemoryGet, MemoryList, MemorySet, MemoryTool, OverMemory,
};
use super::move_file::MoveFile;
use super::outline::Outline;
use super::programs::{Programs, RunCode, RunCommand, RunTests};
use super::read_tool_output::ReadToolOutput;
use super::read_value::ReadValue;
use super::rename_symbol::RenameSymbol;
use super::repo_map::RepoMap;
use super::set_value::SetValue;
use super::undo::Undo;
use super::web::{FetchPage, WebSearching};
use super::write_file::WriteFile;
use super::{Over, Reading, ReadingTool, Toolbox};
use crate::cache::ToolCache;
use crate::{FileParser, SyntaxCheck};
use agent_memory::MemoryStore;
use code_runner::Runner;
use codebase::Reader;
use git_history::{Repository, WorkTree};
use state_graph::Clock;
use std::rc::Rc;

/// What a host offers to the tools of agents that act. A tool that needs what a host has not is not offered there.
#[derive(Clone, Default)]
pub struct ActingServices {
    /// Where agents store what they remember.
    pub memory: Option<Rc<dyn MemoryStore>>,
    /// The time in milliseconds since 1970, for what is stored beyond a run; `None`: it is stored without a time.
    pub wall_clock: Option<Rc<dyn Clock>>,
    /// The outputs of earlier calls over the same snapshot; `None`: every call is made.
    pub tool_cache: Option<Rc<ToolCache>>,
    /// Parses the files that calls change; `None`: they are not checked, and nothing is said of it.
    pub parser: Option<Rc<dyn FileParser>>,
    /// Runs programs over the repository with the proposed changes; `None` where nothing can run.
    pub runner: Option<Rc<dyn Runner>>,
    /// The servers of tools that the person has set up; `None` where there are none.
    pub mcp: Option<Rc<mcp_client::Servers>>,
    /// What of the Web is reached; empty where nothing is.
    pub web: web_access::Web,
    /// The repository's git data; `None` where the host has none of it.
    pub history: Option<Rc<Repository>>,
    /// Git itself, in the folder that is checked out; `None` where there is no such folder.
    pub git: Option<Rc<dyn WorkTree>>,
    /// Whether a person can answer.
    pub attended: bool,
}

impl<'a> Toolbox<'a> {
    /// The tools of agents that act, beside those that answer questions about the code.
    pub fn acting(reader: &'a Reader, services: &ActingServices) -> Self {
        let ActingServices { memory, parser, runner, mcp, web, attended, git, .. } = services;
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
            .running(reader, runner, memory)
            .with_memory::<MemoryGet>(memory)
            .with_memory::<MemoryList>(memory)
            .with_memory::<MemorySet>(memory)
            .with_memory::<MemoryAppend>(memory)
            .with_memory::<MemoryDelete>(memory)
            .with_memory::<MemoryClear>(memory)
            .reading::<RepoMap>(reader)
            .with(HandOver)
            .and(&Self::with_git(git))
            .with(ReadToolOutput)
            .with_web(web)
            .with_mcp(mcp)
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

    /// The tools that run something, where something can.
    fn running(
        self,
        reader: &'a Reader,
        runner: &Option<Rc<dyn Runner>>,
        memory: &Option<Rc<dyn MemoryStore>>,
    ) -> Self {
        let Some(runner) = runner else { return self };
        let programs = Programs { reader, runner: Rc::clone(runner) };
        self.with(RunCode(programs.clone()))
            .with(RunTests { programs: programs.clone(), memory: memory.clone() })
            .with(RunCommand(programs))
    }

    fn with_web(self, web: &web_access::Web) -> Self {
        let tools = match &web.pages {
            Some(pages) => self.with(FetchPage(Rc::clone(pages))),
            None => self,
        };
        match &web.search {
            Some(search) => tools.with(WebSearching(Rc::clone(search))),
            None => tools,
        }
    }

    fn with_mcp(self, servers: &Option<Rc<mcp_client::Servers>>) -> Self {
        match servers {
            Some(servers) if servers.iter().next().is_some() => self
                .with(McpList(Rc::clone(servers)))
                .with(McpCall(Rc::clone(servers)))
                .with(McpRead(Rc::clone(servers))),
            Some(_) | None => self,
        }
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
