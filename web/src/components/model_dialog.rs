//! The dialog to choose a model: the offline model, or an endpoint with its key.

use super::dynamic::{dynamic, set_if_alive};
use super::notices::Problem;
use crate::preferences;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Failure, ModelChoice, ProfileName};
use std::collections::BTreeMap;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;

/// Endpoints by name: base URL, suggested model.
const PRESETS: [(&str, &str, &str); 6] = [
    ("OpenAI", "https://api.openai.com/v1", "gpt-4.1-mini"),
    ("OpenRouter", "https://openrouter.ai/api/v1", "openai/gpt-4.1-mini"),
    ("Groq", "https://api.groq.com/openai/v1", "llama-3.3-70b-versatile"),
    ("llama.cpp", "http://localhost:8080/v1", "default"),
    ("LM Studio", "http://localhost:1234/v1", ""),
    ("Ollama", "http://localhost:11434/v1", "qwen3"),
];

/// The kinds of work that can have a model of their own, as the form names them.
const KINDS: [(ProfileName, strings::Message); 4] = [
    (ProfileName::Fast, strings::model_dialog_fast),
    (ProfileName::Plan, strings::model_dialog_plan),
    (ProfileName::Edit, strings::model_dialog_edit),
    (ProfileName::Review, strings::model_dialog_review),
];

/// The form as it is being filled in.
#[derive(Clone, Copy, Default)]
struct Form {
    is_endpoint: RwSignal<bool>,
    base_url: RwSignal<String>,
    model: RwSignal<String>,
    key: RwSignal<String>,
    remember: RwSignal<bool>,
    max_tokens: RwSignal<Option<u64>>,
    /// The names of models for kinds of work; blank for the model above.
    profiles: RwSignal<BTreeMap<ProfileName, String>>,
    result: RwSignal<Option<Result<String, Failure>>>,
    is_busy: RwSignal<bool>,
}

#[component]
pub fn ModelSettings() -> impl IntoView {
    let bench = Workbench::get();
    let form = Form::from(bench.model.get_untracked());
    form.profiles.set(bench.profiles.get_untracked());
    form.max_tokens.set(bench.max_tokens.get_untracked());
    let set_kind = move |event| {
        form.is_endpoint.set(event_target_value(&event) == "openai_compatible");
        form.result.set(None);
    };
    let test = move |_| spawn_local(form.test(bench));
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        spawn_local(form.save(bench));
    };
    view! {
        <form class="model-form" on:submit=save>
            <label>{strings::model_dialog_kind()}
                <select data-testid="model-kind" on:change=set_kind
                    prop:value=move || if form.is_endpoint.get() { "openai_compatible" } else { "offline" }>
                    <option value="offline">{strings::common_offline_model()}</option>
                    <option value="openai_compatible">{strings::model_dialog_endpoint()}</option>
                </select>
            </label>
            {dynamic(move || match form.is_endpoint.get() {
                true => view! { <Endpoint form/> }.into_any(),
                false => view! {
                    <p class="quiet">
                        {strings::model_dialog_offline()}
                    </p>
                }.into_any(),
            })}
            <div class="model-result" data-testid="model-test-result" role="status">
                {dynamic(move || form.result.get().map(|result| match result {
                    Ok(words) => view! { <p class="good">{words}</p> }.into_any(),
                    Err(failure) => view! { <Problem message=failure.message advice=failure.advice/> }.into_any(),
                }))}
            </div>
            <div class="modal-foot">
                {dynamic(move || form.is_endpoint.get().then(|| view! {
                    <button type="button" class="button" data-testid="model-test" disabled=move || form.is_busy.get() on:click=test>
                        {dynamic(move || if form.is_busy.get() { strings::model_dialog_trying() } else { strings::model_dialog_test() })}
                    </button>
                }))}
                <button type="submit" class="button primary" data-testid="model-save">{strings::model_dialog_use()}</button>
            </div>
        </form>
    }
}

#[component]
fn Endpoint(form: Form) -> impl IntoView {
    let bench = Workbench::get();
    let held = move || {
        bench.keys.with(|keys| keys.iter().find(|key| form.base_url.with(|url| url.starts_with(&key.origin))).cloned())
    };
    // The browser reads the number (it may be `1e5`): reading one here would be a twentieth of the page. Others than the field
    // takes do not get past the form.
    let limit = move |event| {
        let number = event_target::<HtmlInputElement>(&event).value_as_number();
        form.max_tokens.set((number >= 1.0).then_some(number as u64));
    };
    let preset = move |event| {
        let name = event_target_value(&event);
        if let Some((_, url, model)) = PRESETS.iter().find(|(known, ..)| *known == name) {
            form.base_url.set((*url).to_owned());
            form.model.set((*model).to_owned());
        }
    };
    view! {
        <label>{strings::common_provider()}
            <select on:change=preset>
                <option value="">{strings::model_dialog_choose()}</option>
                {PRESETS.map(|(name, ..)| view! { <option value=name>{name}</option> })}
            </select>
        </label>
        <label>{strings::model_dialog_base_url()}
            <input type="url" required data-testid="model-base-url" placeholder="http://localhost:11434/v1"
                prop:value=move || form.base_url.get() on:input=move |event| form.base_url.set(event_target_value(&event))/>
        </label>
        <label>{strings::common_model()}
            <input type="text" required data-testid="model-name" autocomplete="off" spellcheck="false"
                prop:value=move || form.model.get() on:input=move |event| form.model.set(event_target_value(&event))/>
        </label>
        <label>{strings::common_key()}" "<span class="quiet">{strings::common_none_for_local()}</span>
            <input type="password" data-testid="model-key" autocomplete="off"
                prop:value=move || form.key.get() on:input=move |event| form.key.set(event_target_value(&event))/>
        </label>
        <label class="check">
            <input type="checkbox" data-testid="model-remember" prop:checked=move || form.remember.get()
                on:change=move |event| form.remember.set(event_target_checked(&event))/>
            {strings::common_remember_key()}
        </label>
        <label>{strings::model_dialog_max_tokens()}" "<span class="quiet">{strings::model_dialog_max_tokens_note()}</span>
            <input type="number" min="1" step="1" data-testid="model-max-tokens" autocomplete="off"
                prop:value=preferences::limit_to_text(form.max_tokens.get_untracked()) on:input=limit/>
        </label>
        <details class="profiles" open=!form.profiles.with_untracked(BTreeMap::is_empty)>
            <summary>{strings::model_dialog_profiles()}</summary>
            {KINDS.map(|(profile, words)| view! {
                <label>{words()}
                    <input type="text" data-testid=format!("model-for-{}", profile.as_str()) autocomplete="off" spellcheck="false"
                        placeholder=move || form.model.get()
                        prop:value=move || form.profiles.with(|all| all.get(&profile).cloned().unwrap_or_default())
                        on:input=move |event| form.name(profile, event_target_value(&event))/>
                </label>
            })}
        </details>
        {dynamic(move || held().map(|key| {
            let said = match key.remembered {
                true => strings::model_dialog_key_remembered(&key.origin),
                false => strings::model_dialog_key_held(&key.origin),
            };
            view! {
                <p class="held">
                    <span>{said}</span>
                    <button type="button" class="button small" data-testid="model-forget"
                        on:click=move |_| bench.forget_key(form.base_url.get_untracked())>{strings::model_dialog_forget()}</button>
                </p>
            }
        }))}
        <p class="quiet">{strings::model_dialog_sent()}</p>
    }
}

impl Form {
    fn from(choice: ModelChoice) -> Self {
        let form = Self::default();
        if let ModelChoice::OpenAiCompatible { base_url, model } = choice {
            form.is_endpoint.set(true);
            form.base_url.set(base_url);
            form.model.set(model);
        }
        form
    }

    fn name(self, profile: ProfileName, model: String) {
        self.profiles.update(|all| match model.trim() {
            "" => drop(all.remove(&profile)),
            name => drop(all.insert(profile, name.to_owned())),
        });
    }

    fn choice(self) -> ModelChoice {
        match self.is_endpoint.get_untracked() {
            true => ModelChoice::OpenAiCompatible {
                base_url: self.base_url.get_untracked().trim().trim_end_matches('/').to_owned(),
                model: self.model.get_untracked().trim().to_owned(),
            },
            false => ModelChoice::Offline,
        }
    }

    /// Gives a typed key to the engine, and clears the field.
    async fn hand_over_key(self, bench: Workbench) -> Result<(), Failure> {
        let key = self.key.get_untracked().trim().to_owned();
        let (true, ModelChoice::OpenAiCompatible { base_url, .. }) = (!key.is_empty(), self.choice()) else {
            return Ok(());
        };
        let remember = self.remember.get_untracked();
        bench.set_key(base_url, key, remember).await?;
        set_if_alive(self.key, String::new());
        Ok(())
    }

    async fn test(self, bench: Workbench) {
        let choice = self.choice();
        self.is_busy.set(true);
        self.result.set(None);
        let answer = match self.hand_over_key(bench).await {
            Ok(()) => bench.test_connection(choice).await,
            Err(failure) => Err(failure),
        };
        let words = |(model, ms): (protocol::ModelInfo, f64)| {
            strings::model_dialog_answered(model.model, model.provider, crate::text::duration(ms))
        };
        set_if_alive(self.result, Some(answer.map(words)));
        set_if_alive(self.is_busy, false);
    }

    async fn save(self, bench: Workbench) {
        let choice = self.choice();
        match self.hand_over_key(bench).await {
            Ok(()) => {
                bench.choose_model(choice);
                bench.choose_profiles(self.profiles.get_untracked());
                bench.limit_tokens(self.max_tokens.get_untracked());
                bench.dialog.set(None);
            }
            Err(failure) => set_if_alive(self.result, Some(Err(failure))),
        }
    }
}
