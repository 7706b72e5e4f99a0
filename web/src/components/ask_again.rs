//! Asking a question again: changed, or of another agent or model. Also the link to its answer.

use super::dynamic::{dynamic, set_if_alive};
use super::top_bar::model_word;
use crate::address::Spot;
use crate::run::RunView;
use crate::strings;
use crate::workbench::{RunHandle, Welcome, Workbench};
use leptos::prelude::*;
use protocol::ModelChoice;
use web_sys::KeyboardEvent;

/// Most bytes of a question.
const LONGEST: usize = 20_000;

#[component]
pub fn AskAgain(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let is_open = RwSignal::new(false);
    // What a person brought was asked of nobody.
    let is_of_person = Memo::new(move |_| run.view.with(RunView::is_of_person));
    let can_ask = Memo::new(move |_| !bench.is_asking() && !bench.runs.is_read_only() && !is_of_person.get());
    let name = Memo::new(move |_| run.view.with(|view| view.run.clone()));
    let copy = move |_| {
        if let Some(address) = untrack(|| bench.address_of(Spot::Answer(name.get()))) {
            bench.copy(address, strings::common_link());
        }
    };
    view! {
        <div class="row asked-tools">
            {dynamic(move || can_ask.get().then(|| view! {
                <button class="button small" data-testid="ask-again" aria-expanded=move || is_open.get().to_string()
                    on:click=move |_| is_open.update(|it| *it = !*it)>{strings::ask_again_label()}</button>
            }))}
            {dynamic(move || (!name.with(String::is_empty)).then(|| view! {
                <button class="button small" data-testid="answer-link" on:click=copy>{strings::common_copy_link()}</button>
            }))}
        </div>
        {dynamic(move || (is_open.get() && can_ask.get()).then(|| view! { <Form run is_open/> }))}
    }
}

#[component]
fn Form(run: RunHandle, is_open: RwSignal<bool>) -> impl IntoView {
    let bench = Workbench::get();
    let (question, agent) = run.view.with_untracked(|view| (view.question.clone(), view.agent.clone()));
    let (question, agent) = (RwSignal::new(question), RwSignal::new(agent));
    let models = untrack(|| models(bench, run));
    let chosen = RwSignal::new(0_usize);
    let names: Vec<String> = models.iter().map(model_word).collect();
    let agents = bench.welcome.with_untracked(|it| it.as_ref().map_or_else(Vec::new, agent_names));
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let model = models.get(chosen.get_untracked()).cloned().unwrap_or_default();
        set_if_alive(is_open, false);
        bench.ask_again(run, question.get_untracked(), agent.get_untracked(), model);
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            // Elsewhere Esc stops a run.
            event.stop_propagation();
            is_open.set(false);
        }
    };
    view! {
        <form class="ask-again" aria-label=strings::ask_again_label() on:submit=send on:keydown=on_key>
            <textarea rows="2" data-testid="again-question" aria-label=strings::ask_again_question() maxlength=LONGEST
                prop:value=move || question.get() on:input=move |event| question.set(event_target_value(&event))></textarea>
            <div class="row">
                <label class="quiet">
                    {strings::common_agent()} " "
                    <select data-testid="again-agent" prop:value=move || agent.get()
                        on:change=move |event| agent.set(event_target_value(&event))>
                        {agents.into_iter().map(|name| view! {
                            <option value=name.clone() selected=move || agent.with_untracked(|it| *it == name)>{name.clone()}</option>
                        }).collect_view()}
                    </select>
                </label>
                <label class="quiet">
                    {strings::common_model()} " "
                    <select data-testid="again-model"
                        on:change=move |event| chosen.set(event_target_value(&event).parse().unwrap_or(0))>
                        {names.into_iter().enumerate().map(|(at, name)| view! { <option value=at>{name}</option> }).collect_view()}
                    </select>
                </label>
                <button type="submit" class="button primary small" data-testid="again-send"
                    disabled=move || question.with(|it| it.trim().is_empty())>{strings::common_ask()}</button>
            </div>
        </form>
    }
}

/// What can be asked: the model that is set up, those that runs of the conversation were asked of, and the offline one. The
/// first is another than answered, where there is one.
fn models(bench: Workbench, run: RunHandle) -> Vec<ModelChoice> {
    let mut models = vec![bench.model.get()];
    let asked =
        bench.runs.conversation.get().into_iter().filter_map(|run| run.view.with(|view| view.answering.clone()));
    for model in asked.chain([ModelChoice::Offline]) {
        if !models.contains(&model) {
            models.push(model);
        }
    }
    let answered = run.view.with(|view| view.answering.clone());
    models.sort_by_key(|model| answered.as_ref() == Some(model));
    models
}

fn agent_names(welcome: &Welcome) -> Vec<String> {
    welcome.agents.iter().map(|agent| agent.name.clone()).collect()
}
