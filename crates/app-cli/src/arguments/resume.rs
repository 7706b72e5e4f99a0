//! The arguments of the commands that resume, fork and replay runs.

use super::{Outside, Spending};
use clap::Args;
use std::path::PathBuf;

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
    /// Answer the question that the agent asks
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["approve_all", "allow", "decline"])]
    pub answer: Option<String>,
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
    /// What the run may spend, in place of the limits that it was started with.
    #[command(flatten)]
    pub spending: Spending,
    /// What agents may use outside the repository.
    #[command(flatten)]
    pub outside: Outside,
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
    /// What agents may use outside the repository.
    #[command(flatten)]
    pub outside: Outside,
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
    use super::super::{Arguments, Command, parsed};

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
