//! The part of the dialog of tools that sets up who answers searches of the Web.

use super::buttons::ConfirmButton;
use super::dynamic::{dynamic, set_if_alive};
use super::notices::Problem;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Command, Failure, Reply, SearchProvider, SearchSetting};
use wasm_bindgen_futures::spawn_local;

/// Providers by the name in the form: what they are called, and where they answer unless another address is given.
const PROVIDERS: [(&str, SearchProvider, &str, &str); 3] = [
    ("searxng", SearchProvider::Searxng, "SearXNG", ""),
    ("brave", SearchProvider::Brave, "Brave Search", "https://api.search.brave.com/res/v1/web/search"),
    ("tavily", SearchProvider::Tavily, "Tavily", "https://api.tavily.com/search"),
];
/// What is searched for to see whether the provider answers.
const TRIED: &str = "Rust programming language";

/// The form as it is being filled in, and what is set up.
#[derive(Clone, Copy)]
struct Form {
    provider: RwSignal<usize>,
    url: RwSignal<String>,
    key: RwSignal<String>,
    remember: RwSignal<bool>,
    known: RwSignal<Option<SearchSetting>>,
    result: RwSignal<Option<Result<String, Failure>>>,
    is_busy: RwSignal<bool>,
}

impl Form {
    fn new() -> Self {
        Self {
            provider: RwSignal::default(),
            url: RwSignal::default(),
            key: RwSignal::default(),
            remember: RwSignal::default(),
            known: RwSignal::default(),
            result: RwSignal::default(),
            is_busy: RwSignal::default(),
        }
    }

    fn send(self, bench: Workbench, command: Command) {
        self.is_busy.set(true);
        self.result.set(None);
        spawn_local(async move {
            match bench.engine.call(command).await {
                Ok(Reply::WebSearch { search }) => self.show(search),
                Ok(Reply::WebFound { titles }) => set_if_alive(self.result, Some(Ok(found(&titles)))),
                Ok(_) => {}
                Err(failure) => set_if_alive(self.result, Some(Err(failure))),
            }
            set_if_alive(self.is_busy, false);
        });
    }

    fn show(self, search: Option<SearchSetting>) {
        if let Some(SearchSetting { provider, url, .. }) = &search {
            set_if_alive(self.provider, PROVIDERS.iter().position(|(_, known, ..)| known == provider).unwrap_or(0));
            set_if_alive(self.url, url.clone());
        }
        set_if_alive(self.key, String::new());
        set_if_alive(self.known, search);
    }

    fn choose(self, name: &str) {
        let chosen = PROVIDERS.iter().position(|(known, ..)| *known == name).unwrap_or(0);
        self.provider.set(chosen);
        self.url.set(PROVIDERS[chosen].3.to_owned());
    }

    fn save(self, bench: Workbench) {
        let (_, provider, ..) = PROVIDERS[self.provider.get_untracked()];
        let (url, key) = (self.url.get_untracked(), self.key.get_untracked());
        self.send(bench, Command::SetWebSearch { provider, url, key, remember: self.remember.get_untracked() });
    }
}

#[component]
pub fn SearchForm() -> impl IntoView {
    let bench = Workbench::get();
    let form = Form::new();
    form.send(bench, Command::WebSearch);
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        form.save(bench);
    };
    view! {
        <h3 class="section-title">{strings::search_form_title()}</h3>
        <p class="quiet">
            {strings::search_form_intro()}
        </p>
        <form class="model-form" on:submit=save>
            <Fields form/>
            <div role="status" data-testid="search-result">
                {dynamic(move || form.is_busy.get().then(|| view! { <p class="quiet">{strings::search_form_asking()}</p> }))}
                {dynamic(move || form.result.get().map(|result| match result {
                    Ok(words) => view! { <p class="good">{words}</p> }.into_any(),
                    Err(failure) => view! { <Problem message=failure.message advice=failure.advice/> }.into_any(),
                }))}
            </div>
            {dynamic(move || form.known.get().map(|known| view! { <Known known form/> }))}
            <div class="modal-foot">
                <button type="submit" class="button primary" data-testid="search-save">{strings::search_form_use()}</button>
            </div>
        </form>
    }
}

#[component]
fn Fields(form: Form) -> impl IntoView {
    let options = PROVIDERS.map(|(name, _, words, _)| {
        view! { <option value=name>{words}</option> }
    });
    view! {
        <label>{strings::common_provider()}
            <select data-testid="search-provider" prop:value=move || PROVIDERS[form.provider.get()].0
                on:change=move |event| form.choose(&event_target_value(&event))>{options}</select>
        </label>
        <label>{strings::search_form_address()}
            <input type="url" required data-testid="search-url" placeholder="http://localhost:8888"
                prop:value=move || form.url.get() on:input=move |event| form.url.set(event_target_value(&event))/>
        </label>
        <label>{strings::common_key()}" "<span class="quiet">{strings::search_form_no_key()}</span>
            <input type="password" data-testid="search-key" autocomplete="off"
                prop:value=move || form.key.get() on:input=move |event| form.key.set(event_target_value(&event))/>
        </label>
        <label class="check">
            <input type="checkbox" data-testid="search-remember" prop:checked=move || form.remember.get()
                on:change=move |event| form.remember.set(event_target_checked(&event))/>
            {strings::common_remember_key()}
        </label>
    }
}

/// What is set up, with a way to try and to remove it.
#[component]
fn Known(known: SearchSetting, form: Form) -> impl IntoView {
    let bench = Workbench::get();
    let (_, _, name, _) = PROVIDERS[PROVIDERS.iter().position(|(_, it, ..)| *it == known.provider).unwrap_or(0)];
    let said = match known.has_key {
        true => strings::search_form_known_with_key(name, known.url),
        false => strings::search_form_known(name, known.url),
    };
    let remove = move || form.send(bench, Command::RemoveWebSearch);
    view! {
        <p class="held" data-testid="search-known">
            <span class="grow">{said}</span>
            <button type="button" class="button small" data-testid="search-try"
                on:click=move |_| form.send(bench, Command::TryWebSearch { query: TRIED.to_owned() })>{strings::search_form_try()}</button>
            <ConfirmButton words=strings::common_remove() testid="search-remove" act=remove/>
        </p>
    }
}

fn found(titles: &[String]) -> String {
    match titles.first() {
        None => strings::search_form_found_nothing(TRIED),
        Some(first) => strings::search_form_found(titles.len(), TRIED, first),
    }
}
