//! The model that a run is resumed or forked with: shown before anything is sent, and confirmed for a run from a file.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::host;
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;
use protocol::{ModelChoice, ModelInfo};

/// The model that a run is resumed with: the one chosen in this browser. For a run from a file the person must confirm an
/// endpoint first, because the file decides what is sent to it.
#[derive(Clone, Copy)]
pub struct ResumeModel {
    chosen: RwSignal<ModelChoice>,
    /// What the person confirmed for this run; void once another model is chosen for the page.
    confirmed: RwSignal<Option<ModelChoice>>,
    is_imported: Signal<bool>,
    /// The run's model so far.
    before: Signal<Option<ModelInfo>>,
}

impl ResumeModel {
    pub fn new(is_imported: Signal<bool>, before: Signal<Option<ModelInfo>>) -> Self {
        Self { chosen: Workbench::get().model, confirmed: RwSignal::new(None), is_imported, before }
    }

    pub fn of(run: RunHandle) -> Self {
        let is_imported = Signal::derive(move || run.view.with(|view| view.is_imported));
        Self::new(is_imported, Signal::derive(move || run.view.with(|view| view.model.clone())))
    }

    /// `None` as long as the person has to confirm it.
    pub fn get(self) -> Option<ModelChoice> {
        let chosen = self.chosen.get();
        match self.is_asked() {
            false => Some(chosen),
            true => self.confirmed.get().filter(|it| *it == chosen || *it == ModelChoice::Offline),
        }
    }

    fn is_asked(self) -> bool {
        self.is_imported.get() && self.chosen.with(|chosen| *chosen != ModelChoice::Offline)
    }
}

/// Resumes a suspended run that needs no approval.
#[component]
pub fn ResumeButton(run: RunHandle, model: ResumeModel, class: &'static str, testid: &'static str) -> impl IntoView {
    let bench = Workbench::get();
    let is_off = Memo::new(move |_| bench.is_asking() || model.get().is_none());
    let resume = move |_| untrack(|| model.get()).into_iter().for_each(|model| bench.resume(run, None, model));
    view! { <button class=class data-testid=testid disabled=move || is_off.get() on:click=resume>{strings::resume_model_resume()}</button> }
}

/// Names the model and what is sent to which host; with a choice where the person must confirm.
#[component]
pub fn ResumeModelNote(model: ResumeModel) -> impl IntoView {
    let is_asked = Memo::new(move |_| model.is_asked());
    let sentence = Memo::new(move |_| {
        let choice = model.get();
        let before =
            model.before.get().filter(|before| choice.as_ref().is_some_and(|choice| is_another(before, choice)));
        words(choice.as_ref(), before.as_ref())
    });
    view! {
        {dynamic(move || is_asked.get().then(|| view! { <Choice model/> }))}
        <p class="quiet" data-testid="resume-model">{dynamic(move || sentence.get())}</p>
    }
}

#[component]
fn Choice(model: ResumeModel) -> impl IntoView {
    let take = move |event| {
        model.confirmed.set(match event_target_value(&event).as_str() {
            "offline" => Some(ModelChoice::Offline),
            "chosen" => Some(model.chosen.get_untracked()),
            _ => None,
        });
    };
    let value = move || match model.get() {
        None => "",
        Some(ModelChoice::Offline) => "offline",
        Some(_) => "chosen",
    };
    view! {
        <label>{strings::resume_model_choice()}" "
            <select data-testid="resume-model-choice" prop:value=value on:change=take>
                <option value="">{strings::resume_model_choose()}</option>
                <option value="offline">{strings::common_offline_model()}</option>
                <option value="chosen">{dynamic(move || model.chosen.with(name))}</option>
            </select>
        </label>
    }
}

fn name(choice: &ModelChoice) -> String {
    match choice {
        ModelChoice::Offline => strings::common_offline_model().to_owned(),
        ModelChoice::OpenAiCompatible { base_url, model } => strings::common_model_at(model, host(base_url)),
    }
}

fn is_another(before: &ModelInfo, choice: &ModelChoice) -> bool {
    match choice {
        ModelChoice::Offline => before.provider != "offline",
        ModelChoice::OpenAiCompatible { base_url, model } => {
            before.provider != host(base_url) || before.model != *model
        }
    }
}

fn words(choice: Option<&ModelChoice>, before: Option<&ModelInfo>) -> String {
    let now = match choice {
        None => {
            return strings::resume_model_from_file().to_owned();
        }
        Some(ModelChoice::Offline) => strings::resume_model_offline().to_owned(),
        Some(ModelChoice::OpenAiCompatible { base_url, model }) => strings::resume_model_sent(model, host(base_url)),
    };
    match before {
        Some(before) if before.provider == "offline" => format!("{now} {}", strings::resume_model_was_offline()),
        Some(before) => format!("{now} {}", strings::resume_model_was(&before.model, &before.provider)),
        None => now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_named_before_anything_is_sent() {
        let endpoint =
            ModelChoice::OpenAiCompatible { base_url: "https://m.example:8443/v1".into(), model: "m".into() };
        let offline = ModelInfo { provider: "offline".into(), model: "offline".into() };
        assert!(is_another(&offline, &endpoint) && !is_another(&offline, &ModelChoice::Offline));
        assert_eq!(
            words(Some(&endpoint), Some(&offline)),
            "m answers: the question, what was found and code excerpts go to m.example:8443. So far it was the offline model."
        );
        assert!(words(Some(&ModelChoice::Offline), None).contains("nothing leaves this browser"));
        assert!(words(None, None).contains("Nothing is sent before you choose"));
    }
}
