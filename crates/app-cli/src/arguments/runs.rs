//! The arguments of the commands that start and show runs.

use super::{Answering, Outside, Repository};
use clap::{Args, Subcommand, ValueEnum};
use protocol::Mode;
use std::path::PathBuf;

/// `quarry ask`
#[derive(Debug, Args)]
pub struct AskOptions {
    /// The repository to ask about.
    #[command(flatten)]
    pub repository: Repository,
    /// The question
    pub question: String,
    /// Search, list and read only below this folder of the repository; callers elsewhere are still named
    #[arg(long = "in", value_name = "FOLDER")]
    pub folder: Option<String>,
    /// The name of the agent: see `quarry agents`
    #[arg(long, default_value = "plan-react")]
    pub agent: String,
    /// How far the agent may go on its own, where it can do more than read [default: edit]
    #[arg(long, value_enum)]
    pub mode: Option<ModeName>,
    /// The same as `--mode edit`
    #[arg(long, conflicts_with = "mode")]
    pub allow_edits: bool,
    /// Run programs without asking, each with its own limits, in this run
    #[arg(long)]
    pub allow_run: bool,
    /// The command by which proposed changes are checked, in words and not by a shell: "pytest -q" [default: `check` of the
    /// repository's quarry.toml, else found by the project]
    #[arg(long, value_name = "COMMAND", value_parser = Words::read)]
    pub check: Option<Words>,
    /// Work on the request even if it is not about this repository, where the agent would score that first
    #[arg(long)]
    pub no_gate: bool,
    /// Go on with what this run left proposed
    #[arg(long, value_name = "RUN")]
    pub after: Option<String>,
    /// The model and the limits of the run.
    #[command(flatten)]
    pub answering: Answering,
    /// What agents may use outside the repository.
    #[command(flatten)]
    pub outside: Outside,
    /// Ask for approval on the terminal before tools run; without a terminal the run is suspended there, for `quarry
    /// resume`
    #[arg(long)]
    pub approve: bool,
    /// Print one event a line, as JSON
    #[arg(long)]
    pub json: bool,
}

/// A program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

impl Words {
    /// Words as a person types them: blanks part them, quotes hold them together, and nothing else has a meaning.
    fn read(text: &str) -> Result<Self, String> {
        let words = shell_words::split(text).map_err(|_| "a quote in it is not closed".to_owned())?;
        if words.first().is_none_or(String::is_empty) {
            return Err("it names no program".to_owned());
        }
        Ok(Self(words))
    }
}

/// How far an agent may go on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeName {
    /// Nothing is changed
    Look,
    /// Each edit is shown before it is proposed
    Ask,
    /// Edits are proposed, and looked at afterwards: `quarry diff`, `quarry apply`
    Edit,
}

impl AskOptions {
    /// The mode as the protocol's type.
    pub fn mode(&self) -> Mode {
        match self.mode {
            Some(ModeName::Look) => Mode::LookOnly,
            Some(ModeName::Ask) => Mode::AskBeforeEdits,
            Some(ModeName::Edit) | None => Mode::EditFreely,
        }
    }
}

/// `quarry runs`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct RunsOptions {
    /// The sub-command; without one, runs are listed.
    #[command(subcommand)]
    pub command: Option<RunsCommand>,
    /// The filter of the list.
    #[command(flatten)]
    pub list: ListOptions,
}

/// `quarry runs` without a sub-command
#[derive(Debug, Args)]
pub struct ListOptions {
    /// List only runs about this folder, archive or index
    #[arg(value_name = "DIR")]
    pub repository: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// `quarry runs ...`
#[derive(Debug, Subcommand)]
pub enum RunsCommand {
    /// Show a run's checkpoints, the state at one of them, or the difference between two
    Show(ShowOptions),
    /// Delete runs
    Rm {
        /// The ids of the runs
        #[arg(required = true, value_name = "RUN")]
        ids: Vec<String>,
    },
    /// Write a run to a file, to be imported elsewhere, in the web page too
    Export {
        /// The id of the run
        run: String,
        /// The file to write; an existing one is replaced
        file: PathBuf,
    },
    /// Store a run from a file, and print its id
    Import {
        /// A file made by `quarry runs export` or by the web page
        file: PathBuf,
    },
}

/// `quarry runs show`
#[derive(Debug, Args)]
pub struct ShowOptions {
    /// The id of the run
    pub run: String,
    /// The repository against which citations are checked [default: the path that the run recorded]
    #[arg(long, value_name = "DIR|INDEX", conflicts_with_all = ["checkpoint", "diff", "timeline"])]
    pub repository: Option<PathBuf>,
    /// Show the state at this checkpoint
    #[arg(long, value_name = "N", conflicts_with = "diff")]
    pub checkpoint: Option<u64>,
    /// Show what differs between the states at two checkpoints
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub diff: Option<Vec<u64>>,
    /// Draw which nodes ran when and for how long
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["checkpoint", "diff", "json"])]
    pub timeline: Option<TimelineFormat>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Formats of the timeline of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TimelineFormat {
    /// Text for a terminal
    Ascii,
    /// An SVG document
    Svg,
    /// Mermaid text: a Gantt diagram
    Mermaid,
    /// Mermaid text: a sequence diagram
    Sequence,
}

#[cfg(test)]
mod tests {
    use super::super::{Arguments, Command, parsed};
    use super::RunsCommand;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn runs_are_listed_without_a_subcommand() {
        let runs = |line: &str| match parsed(line).unwrap() {
            Arguments { command: Command::Runs(options), runs } => (options, runs),
            other => panic!("{other:?}"),
        };
        let (options, folder) = runs("quarry runs ./show --json --runs elsewhere");
        assert!(options.command.is_none() && options.list.json);
        assert_eq!(options.list.repository.unwrap().to_str(), Some("./show"));
        assert_eq!(folder.unwrap().to_str(), Some("elsewhere"));
        let (options, _) = runs("quarry --runs elsewhere runs show r1 --diff 2 5");
        let Some(RunsCommand::Show(show)) = options.command else { panic!("show") };
        assert_eq!((show.run.as_str(), show.diff), ("r1", Some(vec![2, 5])));
        let (options, _) = runs("quarry runs rm r1 r2");
        assert!(matches!(options.command, Some(RunsCommand::Rm { ids }) if ids == ["r1", "r2"]));
        for wrong in [
            "runs rm",
            "runs show r1 --diff 2",
            "runs show r1 --checkpoint 1 --diff 1 2",
            "runs show r1 --timeline ascii --json",
            "runs export r1",
        ] {
            assert_eq!(parsed(&format!("quarry {wrong}")).unwrap_err(), 2, "{wrong}");
        }
    }
}
