//! The dialog for a fork: a new run from a checkpoint of another, unchanged or with another question or plan.

use super::dynamic::dynamic;
use super::plan_editor::PlanEditor;
use super::resume_model::{ResumeModel, ResumeModelNote};
use crate::strings;
use crate::workbench::{ForkFrom, Workbench};
use leptos::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Nothing,
    Question,
    Plan,
}

const CHANGES: [(Change, strings::Message, &str); 3] = [
    (Change::Nothing, strings::fork_dialog_again, "fork-nothing"),
    (Change::Question, strings::fork_dialog_question, "fork-question"),
    (Change::Plan, strings::fork_dialog_plan, "fork-plan"),
];

#[component]
pub fn ForkForm(from: ForkFrom) -> impl IntoView {
    let bench = Workbench::get();
    let change = RwSignal::new(if from.is_end { Change::Question } else { Change::Nothing });
    let question = RwSignal::new(from.question.clone());
    let steps = RwSignal::new(if from.plan.is_empty() { vec![String::new()] } else { from.plan.clone() });
    let is_complete = Memo::new(move |_| match change.get() {
        Change::Nothing => true,
        Change::Question => question.with(|text| !text.trim().is_empty()),
        Change::Plan => steps.with(|steps| steps.iter().any(|step| !step.trim().is_empty())),
    });
    let (checkpoint, is_end, is_imported) = (from.checkpoint, from.is_end, from.is_imported);
    let model = ResumeModel::new(Signal::stored(is_imported), Signal::stored(from.answered_by.clone()));
    let send = move || {
        let (true, Some(model)) = (is_complete.get_untracked(), untrack(|| model.get())) else { return };
        let chosen = change.get_untracked();
        let question = (chosen == Change::Question).then(|| question.get_untracked().trim().to_owned());
        let plan = (chosen == Change::Plan).then(|| steps.with_untracked(|steps| written(steps)));
        bench.fork(from.clone(), question, plan, model);
    };
    let choice = move |(which, words, testid): (Change, strings::Message, &'static str)| {
        let is_off = which == Change::Nothing && is_end;
        view! {
            <label class="check">
                <input type="radio" name="fork-change" data-testid=testid disabled=is_off
                    prop:checked=move || change.get() == which on:change=move |_| change.set(which)/>
                {words()}
                {is_off.then(|| view! { <span class="quiet">{strings::fork_dialog_at_end()}</span> })}
            </label>
        }
    };
    view! {
        <form class="model-form" on:submit=move |event| { event.prevent_default(); send(); }>
            <p class="quiet">{strings::fork_dialog_intro(checkpoint)}</p>
            <div role="radiogroup" aria-label=strings::fork_dialog_changes() class="model-form">{CHANGES.map(choice)}</div>
            {dynamic(move || match change.get() {
                Change::Nothing => ().into_any(),
                Change::Question => view! {
                    <label>{strings::fork_dialog_text()}
                        <textarea rows="3" data-testid="fork-question-text" prop:value=move || question.get()
                            on:input=move |event| question.set(event_target_value(&event))></textarea>
                    </label>
                }.into_any(),
                Change::Plan => view! { <PlanEditor steps/> }.into_any(),
            })}
            <ResumeModelNote model/>
            <div class="modal-foot">
                <button type="button" class="button" on:click=move |_| bench.dialog.set(None)>{strings::common_cancel()}</button>
                <button type="submit" class="button primary" data-testid="fork-run" disabled=move || !is_complete.get() || model.get().is_none()>{strings::fork_dialog_fork()}</button>
            </div>
        </form>
    }
}

/// The steps without empty ones.
fn written(steps: &[String]) -> Vec<String> {
    steps.iter().map(|step| step.trim().to_owned()).filter(|step| !step.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_steps_are_left_out() {
        assert_eq!(written(&["  Find it ".into(), " ".into(), "Read it".into()]), ["Find it", "Read it"]);
    }
}
