//! Changes that a person brings, such as a patch: stored as a run, so that they are looked at, decided about and gone on from as
//! what an agent proposes.

use super::{Agent, AskError, Controls, Question, finish};
use crate::models::RunModels;
use crate::record::About;
use crate::record::used::Used;
use crate::states::three_phase::Action;
use crate::{RunState, Start, ThreePhaseState, ThreePhaseStateUpdate};
use change_set::{Change, ChangeSet, Update};
use model::{ChatDelta, ChatFuture, ChatRequest, ModelClient, ModelError, ModelErrorKind};
use protocol::{Event, ModelInfo};
use state_graph::CheckpointStore;
use std::future::ready;
use std::rc::Rc;

/// What a person proposes.
#[derive(Debug, Clone)]
pub struct Proposed {
    /// What was proposed before, which it is based on.
    pub before: ChangeSet,
    /// The changes.
    pub changes: Vec<Change>,
    /// What is said of them: markdown, which cites nothing.
    pub said: String,
}

/// The agent whose state such a run has: one that acts, so that every later run can go on with it.
const AGENT: &str = "three-phase";

/// Stores what a person proposes as a run that is over; its agent's nodes do not run, and no model is asked. The agent that the
/// question names is not used.
///
/// # Errors
/// The run could not be stored, or a change is refused.
pub async fn propose(
    store: Rc<dyn CheckpointStore>,
    mut question: Question,
    proposed: Proposed,
) -> Result<(), AskError> {
    let agent = Agent::of_log(&Nobody, store);
    AGENT.clone_into(&mut question.options.agent);
    agent.propose(&question, proposed).await
}

impl Agent<'_> {
    async fn propose(&self, question: &Question, proposed: Proposed) -> Result<(), AskError> {
        let Proposed { before, changes, said } = proposed;
        let (text, clock, reporter) = self.begin(question, |_| {});
        let about = About {
            run: question.run.clone(),
            question: text.clone(),
            options: question.options.clone(),
            answered_by: self.info(),
            repository: question.repository.clone(),
            started_at: question.asked_at,
            imported: false,
            forked_from: None,
            conversation: question.conversation.clone(),
            instead_of: None,
            turns_left_out: 0,
            turns_shortened: 0,
        };
        let spending = self.spending(&about.options, Used::default());
        let models = RunModels::new(self.models, Rc::clone(&spending.account));
        let setting = self.setting::<ThreePhaseState>(&about, false, &models, &*self.verifier);
        let graph = ThreePhaseState::graph(&self.parts(&setting, &models, &*self.verifier))?;
        let start = Start { question: &text, changes: before, ..Start::default() };
        let mut run = graph.start(ThreePhaseState::starting(start)).recording(super::as_json(&about));
        let update = ThreePhaseStateUpdate::new().next_action(Action::End).response(said.clone());
        let update = changes.into_iter().map(Update::Change).fold(update, ThreePhaseStateUpdate::changes);
        // As if the first node had answered: the run is over.
        run.update_state(update, Some("textual_pre_plan"))?;
        reporter.report(Event::Answer { markdown: said, citations: Vec::new(), dropped: 0 });
        let end = self.drive(run, &about, &spending, clock, &Controls::default(), &reporter).await;
        finish(end, &reporter).map(drop)
    }
}

/// In place of a model, where a person answers.
struct Nobody;

impl ModelClient for Nobody {
    fn info(&self) -> ModelInfo {
        ModelInfo::of_person()
    }

    fn chat<'a>(&'a self, _request: &'a ChatRequest<'a>, _on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        let message = "What a person proposes is answered by no model".to_owned();
        Box::pin(ready(Err(ModelError { kind: ModelErrorKind::Refused, message, advice: None })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{StoredRun, summarise};
    use futures::executor::block_on;
    use protocol::{AskOptions, RunOutcome, RunStatus};
    use source::RepoPath;
    use state_graph::MemoryStore;

    fn created(path: &str, before: &ChangeSet) -> Vec<Change> {
        let mut proposal = before.propose(path);
        proposal.create(&RepoPath::parse(path).unwrap(), None, "x = 1\n").unwrap();
        proposal.finish()
    }

    fn question(run: &str, conversation: Option<&str>) -> Question {
        Question {
            run: run.to_owned(),
            text: "Apply the patch `new.patch`".to_owned(),
            history: Vec::new(),
            after: None,
            conversation: conversation.map(str::to_owned),
            instead_of: None,
            options: AskOptions::default(),
            repository: "shop".to_owned(),
            asked_at: 1000.0,
        }
    }

    #[test]
    fn what_a_person_proposes_is_a_run_that_is_over() {
        let store: Rc<dyn CheckpointStore> = Rc::new(MemoryStore::default());
        let propose = |run: &str, conversation, before: &ChangeSet, path: &str| {
            let changes = created(path, before);
            let proposed = Proposed { before: before.clone(), changes, said: format!("`{path}` is new.") };
            block_on(propose(Rc::clone(&store), question(run, conversation), proposed)).unwrap();
            block_on(store.read(run)).unwrap().unwrap()
        };
        let first = propose("r1", None, &ChangeSet::default(), "a.py");
        assert_eq!(summarise(&first, false).unwrap().status, RunStatus::Answered);
        let stored = StoredRun::read(&first).unwrap();
        let events: Vec<Event> = stored.events().into_iter().map(|timed| timed.event).collect();
        let Event::RunStarted { question, model, .. } = &events[0] else { panic!("{events:?}") };
        assert!(question == "Apply the patch `new.patch`" && model.is_person());
        let answers = events.iter().filter(|event| matches!(event, Event::Answer { .. }));
        assert_eq!(
            answers.collect::<Vec<_>>(),
            [&Event::Answer { markdown: "`a.py` is new.".to_owned(), citations: Vec::new(), dropped: 0 }]
        );
        assert!(matches!(events.last(), Some(Event::RunFinished { outcome: RunOutcome::Answered, .. })));
        assert!(!events.iter().any(|event| matches!(event, Event::NodeStarted { .. })), "nothing ran");
        // Another one goes on with it.
        let before = stored.proposed_changes().unwrap();
        let second = StoredRun::read(&propose("r2", Some("r1"), &before, "b.py")).unwrap();
        let paths: Vec<String> = second.proposed_changes().unwrap().iter().map(|(path, _)| path.to_string()).collect();
        assert_eq!(paths, ["a.py", "b.py"]);
        assert_eq!(second.about.conversation(), "r1");
    }
}
