//! The arguments of the commands that start, show and continue runs.

use super::{Answering, Repository};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `quarry ask`
#[derive(Debug, Args)]
pub struct AskOptions {
    /// The repository to ask about.
    #[command(flatten)]
    pub repository: Repository,
    /// The question
    pub question: String,
    /// The name of the agent: see `quarry graph`
    #[arg(long, default_value = "plan-react")]
    pub agent: String,
    /// The model and the limits of the run.
    #[command(flatten)]
    pub answering: Answering,
    /// Ask for approval on the terminal before tools run; without a terminal the run is suspended there, for `quarry
    /// resume`
    #[arg(long)]
    pub approve: bool,
    /// Print one event a line, as JSON
    #[arg(long)]
    pub json: bool,
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

/// The answer to a run that is suspended until its tool calls are approved.
#[derive(Debug, Default, Args)]
pub struct ApprovalOptions {
    /// Allow all tool calls that await approval
    #[arg(long, conflicts_with_all = ["allow", "decline"])]
    pub approve_all: bool,
    /// Allow only the tool calls with these ids
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Decline all tool calls except those of --allow; the reason is sent to the model
    #[arg(long, value_name = "REASON", num_args = 0..=1, default_missing_value = "")]
    pub decline: Option<String>,
}

/// The repository and the model to continue with, if they are not those that the run recorded.
#[derive(Debug, Default, Args)]
pub struct Place {
    /// The repository [default: the path that the run recorded]; required for an imported run
    #[arg(long, value_name = "DIR|INDEX")]
    pub repository: Option<PathBuf>,
    /// Read the repository as an index, even if its folder holds other files too
    #[arg(long)]
    pub index: bool,
    /// The base URL of the Chat Completions server, to which the key is sent [default: that which the run recorded];
    /// required for an imported run unless --model is offline
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// The model to continue with: `offline`, or the name of a model at the server [default: that of the run]
    #[arg(long)]
    pub model: Option<String>,
}

/// `quarry resume`
#[derive(Debug, Args)]
pub struct ResumeOptions {
    /// The id of the run
    pub run: String,
    /// For a run that awaits approval of tool calls.
    #[command(flatten)]
    pub approval: ApprovalOptions,
    /// The repository and the model.
    #[command(flatten)]
    pub place: Place,
    /// Print one event a line, as JSON
    #[arg(long)]
    pub json: bool,
}

/// `quarry fork`
#[derive(Debug, Args)]
pub struct ForkOptions {
    /// The id of the run to fork, which is not changed
    pub run: String,
    /// The checkpoint to start from: see `quarry runs show`
    #[arg(long, value_name = "N")]
    pub checkpoint: u64,
    /// Ask this question instead
    #[arg(long)]
    pub question: Option<String>,
    /// A step of the plan to follow instead of that at the checkpoint; once for each step
    #[arg(long, value_name = "STEP")]
    pub plan: Vec<String>,
    /// The repository and the model.
    #[command(flatten)]
    pub place: Place,
    /// Print one event a line, as JSON
    #[arg(long)]
    pub json: bool,
}

/// `quarry replay`
#[derive(Debug, Args)]
pub struct ReplayOptions {
    /// The id of a stored run, or a file made by `quarry runs export` or by the web page
    #[arg(value_name = "RUN|FILE")]
    pub run: String,
    /// The repository against which citations are checked [default: the path that the run recorded]
    #[arg(long, value_name = "DIR|INDEX")]
    pub repository: Option<PathBuf>,
    /// Print one event a line, as JSON
    #[arg(long)]
    pub json: bool,
}

#[cfg(test)]
mod tests {
    use super::super::{Arguments, Command};
    use super::RunsCommand;
    use clap::{CommandFactory, Parser};

    fn parsed(line: &str) -> Result<Arguments, i32> {
        Arguments::try_parse_from(line.split(' ')).map_err(|error| error.exit_code())
    }

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

    #[test]
    fn an_approval_allows_all_or_some_or_none() {
        let approval = |line: &str| match parsed(line).map(|arguments| arguments.command) {
            Ok(Command::Resume(options)) => {
                Ok((options.approval.approve_all, options.approval.allow, options.approval.decline))
            }
            Ok(other) => panic!("{other:?}"),
            Err(code) => Err(code),
        };
        assert_eq!(approval("quarry resume r1"), Ok((false, vec![], None)));
        assert_eq!(approval("quarry resume r1 --approve-all"), Ok((true, vec![], None)));
        assert_eq!(approval("quarry resume r1 --decline"), Ok((false, vec![], Some(String::new()))));
        let some = (false, vec!["a".to_owned(), "b".to_owned()], Some("why".to_owned()));
        assert_eq!(approval("quarry resume r1 --allow a,b --decline why"), Ok(some));
        assert_eq!(approval("quarry resume r1 --approve-all --allow a"), Err(2));
        assert_eq!(approval("quarry resume r1 --approve-all --decline why"), Err(2));
        assert_eq!(approval("quarry resume"), Err(2));
    }

    #[test]
    fn a_fork_names_a_checkpoint_and_may_have_a_plan() {
        let Ok(Arguments { command: Command::Fork(options), .. }) =
            parsed("quarry fork r1 --checkpoint 3 --plan one --plan two")
        else {
            panic!("fork")
        };
        assert_eq!((options.checkpoint, options.plan), (3, vec!["one".to_owned(), "two".to_owned()]));
        assert_eq!(parsed("quarry fork r1").unwrap_err(), 2);
        assert_eq!(parsed("quarry fork r1 --checkpoint last").unwrap_err(), 2);
    }
}
