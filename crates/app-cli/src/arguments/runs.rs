//! The commands about runs.

use super::{Answering, Repository};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `quarry ask`
#[derive(Debug, Args)]
pub struct AskOptions {
    /// What is read.
    #[command(flatten)]
    pub repository: Repository,
    /// The question.
    pub question: String,
    /// The agent.
    #[arg(long, default_value = "plan-react")]
    pub agent: String,
    /// Who answers.
    #[command(flatten)]
    pub answering: Answering,
    /// Ask on the terminal before tools run; without a terminal the run stops there and is kept.
    #[arg(long)]
    pub approve: bool,
    /// Print one event a line, as JSON.
    #[arg(long)]
    pub json: bool,
}

/// `quarry runs`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct RunsOptions {
    /// What to do; without it runs are listed.
    #[command(subcommand)]
    pub command: Option<RunsCommand>,
    /// Which to list.
    #[command(flatten)]
    pub list: ListOptions,
}

/// `quarry runs`
#[derive(Debug, Args)]
pub struct ListOptions {
    /// Only runs about this folder, archive or index.
    #[arg(value_name = "DIR")]
    pub repository: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// `quarry runs ...`
#[derive(Debug, Subcommand)]
pub enum RunsCommand {
    /// A run's checkpoints, the state at one, or what differs between two.
    Show(ShowOptions),
    /// Delete runs.
    Rm {
        /// Their ids.
        #[arg(required = true, value_name = "RUN")]
        ids: Vec<String>,
    },
    /// Write a run to a file that can be looked at elsewhere, the page included.
    Export {
        /// Its id.
        run: String,
        /// Where to; a file there is replaced.
        file: PathBuf,
    },
    /// Take in a run from a file, and print its id.
    Import {
        /// A file made by `quarry runs export` or by the page.
        file: PathBuf,
    },
}

/// `quarry runs show`
#[derive(Debug, Args)]
pub struct ShowOptions {
    /// Its id.
    pub run: String,
    /// Where the repository is now: what the run cites is checked there.
    #[arg(long, value_name = "DIR|INDEX", conflicts_with_all = ["checkpoint", "diff", "timeline"])]
    pub repository: Option<PathBuf>,
    /// The state at this checkpoint.
    #[arg(long, value_name = "N", conflicts_with = "diff")]
    pub checkpoint: Option<u64>,
    /// What differs between two checkpoints.
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub diff: Option<Vec<u64>>,
    /// What ran when and for how long.
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["checkpoint", "diff", "json"])]
    pub timeline: Option<TimelineFormat>,
    /// Print one JSON document.
    #[arg(long)]
    pub json: bool,
}

/// Formats of a run over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TimelineFormat {
    /// Lines of a terminal.
    Ascii,
    /// An SVG document.
    Svg,
    /// Mermaid text: a Gantt diagram.
    Mermaid,
    /// Mermaid text: a sequence diagram.
    Sequence,
}

/// The approval of tool calls that wait for one.
#[derive(Debug, Default, Args)]
pub struct ApprovalOptions {
    /// Every call that waits may run.
    #[arg(long, conflicts_with_all = ["allow", "decline"])]
    pub approve_all: bool,
    /// Only these calls may run.
    #[arg(long, value_name = "ID,...", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// No call may run but those of --allow; the reason is sent to the model.
    #[arg(long, value_name = "REASON", num_args = 0..=1, default_missing_value = "")]
    pub decline: Option<String>,
}

/// Where things are now, if not where the run recorded them.
#[derive(Debug, Default, Args)]
pub struct Place {
    /// Where the repository is now; needed for a run that came from a file.
    #[arg(long, value_name = "DIR|INDEX")]
    pub repository: Option<PathBuf>,
    /// The repository is an index, whatever else lies in its folder.
    #[arg(long)]
    pub index: bool,
    /// Where the model is now; needed for a run that came from a file, as the key goes there.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Who answers from here on, if not as before: `offline`, or the name of a model at the endpoint.
    #[arg(long)]
    pub model: Option<String>,
}

/// `quarry resume`
#[derive(Debug, Args)]
pub struct ResumeOptions {
    /// Its id.
    pub run: String,
    /// For a run that waits for a person.
    #[command(flatten)]
    pub approval: ApprovalOptions,
    /// Where things are now.
    #[command(flatten)]
    pub place: Place,
    /// Print one event a line, as JSON.
    #[arg(long)]
    pub json: bool,
}

/// `quarry fork`
#[derive(Debug, Args)]
pub struct ForkOptions {
    /// Its id. That run stays as it is.
    pub run: String,
    /// The last checkpoint to keep: see `quarry runs show`.
    #[arg(long, value_name = "N")]
    pub checkpoint: u64,
    /// Ask this instead.
    #[arg(long)]
    pub question: Option<String>,
    /// Follow these steps instead of the checkpoint's plan; once for each step.
    #[arg(long, value_name = "STEP")]
    pub plan: Vec<String>,
    /// Where things are now.
    #[command(flatten)]
    pub place: Place,
    /// Print one event a line, as JSON.
    #[arg(long)]
    pub json: bool,
}

/// `quarry replay`
#[derive(Debug, Args)]
pub struct ReplayOptions {
    /// A run's id, or a file made by `quarry runs export` or by the page.
    #[arg(value_name = "RUN|FILE")]
    pub run: String,
    /// Where the repository is now: what the run cites is checked there.
    #[arg(long, value_name = "DIR|INDEX")]
    pub repository: Option<PathBuf>,
    /// Print one event a line, as JSON.
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
    fn the_definition_holds_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn runs_are_listed_unless_something_else_is_said() {
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
    fn a_word_is_all_or_some_or_none() {
        let word = |line: &str| match parsed(line).map(|arguments| arguments.command) {
            Ok(Command::Resume(options)) => {
                Ok((options.approval.approve_all, options.approval.allow, options.approval.decline))
            }
            Ok(other) => panic!("{other:?}"),
            Err(code) => Err(code),
        };
        assert_eq!(word("quarry resume r1"), Ok((false, vec![], None)));
        assert_eq!(word("quarry resume r1 --approve-all"), Ok((true, vec![], None)));
        assert_eq!(word("quarry resume r1 --decline"), Ok((false, vec![], Some(String::new()))));
        let some = (false, vec!["a".to_owned(), "b".to_owned()], Some("why".to_owned()));
        assert_eq!(word("quarry resume r1 --allow a,b --decline why"), Ok(some));
        assert_eq!(word("quarry resume r1 --approve-all --allow a"), Err(2));
        assert_eq!(word("quarry resume r1 --approve-all --decline why"), Err(2));
        assert_eq!(word("quarry resume"), Err(2));
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
