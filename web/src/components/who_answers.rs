//! The model of a stored run that is resumed: shown before anything is sent, and confirmed where the run came from a file.

use super::dynamic::dynamic;
use crate::text::host;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{ModelChoice, ModelInfo};

/// The model that answers a run from here on: the one chosen in this browser. A run from a file is answered by an
/// endpoint only after a word of its own.
#[derive(Clone, Copy)]
pub struct Answerer {
    chosen: RwSignal<ModelChoice>,
    /// The person's consent for this run; void once another model is chosen for the page.
    picked: RwSignal<Option<ModelChoice>>,
    is_imported: Signal<bool>,
}

impl Answerer {
    /// For a run; `is_imported` where it came from a file.
    pub fn new(bench: Workbench, is_imported: Signal<bool>) -> Self {
        Self { chosen: bench.model, picked: RwSignal::new(None), is_imported }
    }

    /// `None` as long as the person has to say.
    pub fn get(self) -> Option<ModelChoice> {
        let chosen = self.chosen.get();
        match self.is_asked() {
            false => Some(chosen),
            true => self.picked.get().filter(|picked| *picked == chosen || *picked == ModelChoice::Offline),
        }
    }

    fn is_asked(self) -> bool {
        self.is_imported.get() && self.chosen.with(|chosen| *chosen != ModelChoice::Offline)
    }
}

/// Names who answers and where that sends what; with a choice where there is one to be made.
#[component]
pub fn WhoAnswers(
    answerer: Answerer,
    /// Who answered so far, as the run has it.
    before: Signal<Option<ModelInfo>>,
) -> impl IntoView {
    let is_asked = Memo::new(move |_| answerer.is_asked());
    let sentence = Memo::new(move |_| {
        let choice = answerer.get();
        let before = before.get().filter(|before| choice.as_ref().is_some_and(|choice| is_another(before, choice)));
        words(choice.as_ref(), before.as_ref())
    });
    view! {
        {dynamic(move || is_asked.get().then(|| view! { <Choice answerer/> }))}
        <p class="quiet" data-testid="who-answers">{dynamic(move || sentence.get())}</p>
    }
}

#[component]
fn Choice(answerer: Answerer) -> impl IntoView {
    let take = move |event| {
        answerer.picked.set(match event_target_value(&event).as_str() {
            "offline" => Some(ModelChoice::Offline),
            "chosen" => Some(answerer.chosen.get_untracked()),
            _ => None,
        });
    };
    let value = move || match answerer.get() {
        None => "",
        Some(ModelChoice::Offline) => "offline",
        Some(_) => "chosen",
    };
    view! {
        <label>"Who answers from here on "
            <select data-testid="who-answers-choice" prop:value=value on:change=take>
                <option value="">"Choose"</option>
                <option value="offline">"Offline model"</option>
                <option value="chosen">{dynamic(move || answerer.chosen.with(name))}</option>
            </select>
        </label>
    }
}

fn name(choice: &ModelChoice) -> String {
    match choice {
        ModelChoice::Offline => "Offline model".to_owned(),
        ModelChoice::OpenAiCompatible { base_url, model } => format!("{model} at {}", host(base_url)),
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
            let asked = "This run came from a file. Nothing is sent before you say who answers it.";
            return asked.to_owned();
        }
        Some(ModelChoice::Offline) => "The offline model answers; nothing leaves this browser.".to_owned(),
        Some(ModelChoice::OpenAiCompatible { base_url, model }) => {
            let host = host(base_url);
            format!("{model} answers: the question, what was found and code excerpts go to {host}.")
        }
    };
    match before {
        Some(before) if before.provider == "offline" => format!("{now} So far it was the offline model."),
        Some(before) => format!("{now} So far it was {} at {}.", before.model, before.provider),
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
        assert!(words(None, None).contains("Nothing is sent before you say"));
    }
}
