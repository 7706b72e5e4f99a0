//! Asks the person whether commands may run, where the policy wants that.

use crate::RunContext;
use crate::calls::{ask_about, note};
use crate::graphs::Setting;
use crate::policy::{Ask, Effect, Grant, Grants, Origin, Verdict};
use code_runner::Command;
use protocol::{Asked, ProposedCall};
use serde_json::json;
use state_graph::NodeError;

/// A command that is to run.
pub(crate) struct Wanted<'w> {
    /// Unique within the run.
    pub id: String,
    pub command: &'w Command,
    /// What for: a sentence for the person.
    pub purpose: String,
}

/// What was decided about commands.
#[derive(Default)]
pub(crate) struct Permissions {
    /// For each in order: why it may not run, a clause; `None` where it may.
    pub refused: Vec<Option<String>>,
    /// What the person allowed for the rest of the run.
    pub grants: Vec<Grant>,
}

/// Decides about commands by the policy; what needs the person's word is asked in one interrupt.
pub(crate) async fn permissions(
    wanted: &[Wanted<'_>],
    setting: &Setting<'_>,
    grants: &Grants,
    cx: &RunContext<'_>,
) -> Result<Permissions, NodeError> {
    let none = Grants::default();
    let grants = if setting.remembers { grants } else { &none };
    let mut permissions = Permissions { refused: vec![None; wanted.len()], grants: Vec::new() };
    let mut undecided: Vec<(usize, Option<Ask>, ProposedCall)> = Vec::new();
    for (at, one) in wanted.iter().enumerate() {
        let Command { argv, folder, .. } = one.command;
        let effect = Effect::Run { argv: argv.into(), folder: folder.into() };
        match setting.policy.decide(&effect, Origin::Model, grants) {
            Verdict::Allow if !setting.approve_tools => {}
            Verdict::Allow => undecided.push((at, None, proposed(one, "Every call is asked about in this run."))),
            Verdict::Ask(ask) => {
                let can_be_remembered = ask.can_be_remembered();
                let call = ProposedCall { can_be_remembered, ..proposed(one, ask.why()) };
                undecided.push((at, Some(ask), call));
            }
            Verdict::Deny(why) => {
                permissions.refused[at] = Some(format!("`{}` may not run: {}", one.command, clause(&why)))
            }
        }
    }
    if undecided.is_empty() {
        return Ok(permissions);
    }
    let calls = undecided.iter().map(|(_, _, call)| call.clone()).collect();
    let approval = ask_about(Asked::Calls { calls }, cx).await?;
    for (at, ask, call) in undecided {
        if !approval.allowed.contains(&call.id) {
            let said = note(&approval);
            let why = format!("the person did not allow `{}`.{said}", wanted[at].command);
            permissions.refused[at] = Some(clause(&why).to_owned());
        } else if approval.remembered.contains(&call.id) {
            permissions.grants.extend(ask.and_then(Ask::allowed_for_the_run));
        }
    }
    Ok(permissions)
}

fn proposed(wanted: &Wanted<'_>, why: &str) -> ProposedCall {
    let Command { argv, folder, .. } = wanted.command;
    ProposedCall {
        id: wanted.id.clone(),
        name: "verify".to_owned(),
        arguments: json!({ "argv": argv, "folder": folder }).to_string(),
        why: format!("{why} {}", wanted.purpose),
        ..ProposedCall::default()
    }
}

/// A sentence without its full stop.
fn clause(sentence: &str) -> &str {
    sentence.trim_end().trim_end_matches('.')
}
