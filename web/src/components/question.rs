//! One question of the conversation: the work folded into a line, then the answer.

use super::answer::Answer;
use super::dynamic::dynamic;
use super::markdown_view::line_with_code;
use super::messages::Messages;
use super::run_row::came_from;
use super::run_suspended::{Changed, NotStored, RunSuspended};
use super::work::Work;
use crate::run::RunView;
use crate::strings;
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;

#[component]
pub fn Question(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let view = run.view;
    let retrying = Memo::new(move |_| view.with(|view| view.retrying.clone()));
    let loading = Memo::new(move |_| view.with(|view| view.loading.clone()));
    let origin = Memo::new(move |_| view.with(|view| view.forked_from.clone()));
    let folder = Memo::new(move |_| view.with(|view| view.folder.clone()));
    // Nothing worked on what a person brought.
    let is_of_person = Memo::new(move |_| view.with(RunView::is_of_person));
    let is_imported = Memo::new(move |_| view.with(|view| view.is_imported));
    view! {
        <article class="question" id=run.element() tabindex="-1" data-testid="question" data-state=move || view.with(|view| view.state.name())>
            <h2 class="question-text"><bdi>{dynamic(move || view.with(|view| line_with_code(&view.question)))}</bdi></h2>
            {dynamic(move || folder.get().map(|folder| view! {
                <p class="quiet" data-testid="question-folder">{strings::common_only_in()}" "<code><bdi>{folder}"/"</bdi></code></p>
            }))}
            {dynamic(move || origin.get().map(|origin| view! { <p class="quiet">{came_from(bench, &origin)}</p> }))}
            {dynamic(move || is_imported.get().then(|| view! {
                <p class="note" data-testid="run-imported">
                    {strings::question_imported()}
                </p>
            }))}
            {dynamic(move || (!is_of_person.get()).then(|| view! { <Work run/> }))}
            <Messages run/>
            {dynamic(move || retrying.get().map(|why| view! { <p class="note">{why}</p> }))}
            {dynamic(move || loading.get().map(|words| view! { <p class="note" data-testid="loading">{words}</p> }))}
            <Answer run/>
            <RunSuspended run/>
            <NotStored run/>
            <Changed run/>
            <p class="byline quiet">
                {dynamic(move || byline(run))} " "
                <button class="link" data-testid="question-run" on:click=move |_| bench.show_run(run)>{strings::common_show_run()}</button>
            </p>
        </article>
    }
}

/// Agent, model, tokens and cost of an answer; its time is in the line about the work.
fn byline(run: RunHandle) -> Option<String> {
    run.view.with(|view| {
        let model = view.model.as_ref()?;
        if model.is_person() {
            return Some(strings::question_of_person().to_owned());
        }
        let who = match model.provider.as_str() {
            "offline" => strings::question_offline().to_owned(),
            provider => strings::common_model_at(&model.model, provider),
        };
        let who = if view.is_imported { strings::question_by_file(who) } else { who };
        let spent = view.spent.words().map_or_else(String::new, |words| format!(", {words}"));
        Some(format!("{}, {who}{spent}", view.agent))
    })
}
