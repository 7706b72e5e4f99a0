//! The field for a repository on a git host, what is contacted for it, and the token where the host asks for one.

use super::dynamic::dynamic;
use super::notices::Problem;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::HostedAddress;
use web_sys::SubmitEvent;

/// The field on the first screen.
#[component]
pub fn HostForm() -> impl IntoView {
    let bench = Workbench::get();
    let hosted = bench.hosted;
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        bench.import_typed();
    };
    view! {
        <section class="host" aria-label=strings::host_form_section()>
            {dynamic(move || hosted.linked.get().map(|_| view! { <Linked/> }))}
            <form class="host-form" on:submit=submit>
                <label for="host-address">{strings::host_form_label()}</label>
                <div class="host-row">
                    <input id="host-address" type="text" inputmode="url" autocomplete="off" autocapitalize="off" spellcheck="false"
                        placeholder=strings::host_form_placeholder()
                        title=strings::host_form_title()
                        aria-describedby="host-contacts" data-testid="host-address"
                        prop:value=move || hosted.typed.get()
                        on:input=move |event| bench.type_address(event_target_value(&event))/>
                    <button type="submit" class="button" data-testid="host-load"
                        disabled=move || hosted.typed.with(|typed| typed.trim().is_empty())>{strings::host_form_load()}</button>
                </div>
                <p class="quiet" id="host-contacts" role="status" data-testid="host-contacts">
                    {dynamic(move || hosted.read.get().filter(|_| hosted.linked.with(Option::is_none)).map(|read| words(&read)))}
                </p>
                {dynamic(move || hosted.read.get().filter(|read| read.has_token).map(|read| view! {
                    <p class="quiet">
                        {strings::host_form_with_token(read.host)}" "
                        <button type="button" class="link" data-testid="host-forget" on:click=move |_| bench.forget_host_token()>
                            {strings::host_form_forget()}
                        </button>
                    </p>
                }))}
            </form>
            <HostProblem/>
        </section>
    }
}

/// The question whether the address is loaded that the page was opened with.
#[component]
fn Linked() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <div class="run-note offer" data-testid="host-linked">
            <p>{dynamic(move || bench.hosted.read.get().map(|read| strings::host_form_linked(&read.path, words(&read))))}</p>
            <div class="row">
                <button type="button" class="button primary" data-testid="host-confirm" on:click=move |_| bench.import_typed()>
                    {strings::host_form_load_it()}
                </button>
                <button type="button" class="button" data-testid="host-decline" on:click=move |_| bench.hosted.linked.set(None)>
                    {strings::common_not_now()}
                </button>
            </div>
        </div>
    }
}

/// Why a host gave nothing; with the form for a token where that may help.
#[component]
pub fn HostProblem() -> impl IntoView {
    let bench = Workbench::get();
    dynamic(move || {
        bench.hosted.problem.get().map(|failure| {
            view! {
                <div role="alert" data-testid="host-problem">
                    <Problem message=failure.message advice=failure.advice/>
                    {dynamic(move || bench.hosted.refused.get().map(|address| view! { <TokenForm address/> }))}
                </div>
            }
        })
    })
}

#[component]
fn TokenForm(address: String) -> impl IntoView {
    let bench = Workbench::get();
    let (token, remember) = (RwSignal::new(String::new()), RwSignal::new(false));
    let receiver = move || bench.hosted.read.with(|read| read.as_ref().and_then(|read| read.contacts.first().cloned()));
    let host = move || receiver().unwrap_or_else(|| strings::host_form_the_host().to_owned());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        bench.try_with_token(address.clone(), token.get_untracked(), remember.get_untracked());
    };
    view! {
        <form class="model-form" on:submit=submit>
            <label>{dynamic(move || strings::host_form_token(host()))}
                <input type="password" autocomplete="off" data-testid="host-token" prop:value=move || token.get()
                    on:input=move |event| token.set(event_target_value(&event))/>
            </label>
            <p class="quiet">
                {dynamic(move || strings::host_form_token_sent(host()))}
            </p>
            <label class="check">
                <input type="checkbox" data-testid="host-remember" prop:checked=move || remember.get()
                    on:change=move |event| remember.set(event_target_checked(&event))/>
                {strings::common_remember_token()}
            </label>
            <div class="row">
                <button type="submit" class="button primary" data-testid="host-retry"
                    disabled=move || token.with(|token| token.trim().is_empty())>{strings::host_form_retry()}</button>
                <button type="button" class="button" on:click=move |_| bench.hosted.problem.set(None)>{strings::common_cancel()}</button>
            </div>
        </form>
    }
}

/// What loading an address means.
fn words(read: &HostedAddress) -> String {
    let HostedAddress { host, path, state, contacts, .. } = read;
    let contacts = contacts.iter().cloned().reduce(strings::common_and).unwrap_or_default();
    match state.is_empty() {
        true => strings::host_form_contacts(path, host, contacts),
        false => strings::host_form_state_contacts(path, state, host, contacts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_who_is_contacted() {
        let read = HostedAddress {
            address: "pallets/flask@2.3.x".into(),
            host: "github.com".into(),
            path: "pallets/flask".into(),
            state: "2.3.x".into(),
            contacts: vec!["api.github.com".into(), "raw.githubusercontent.com".into()],
            has_token: false,
        };
        let expected =
            "Loading pallets/flask (2.3.x) of github.com contacts api.github.com and raw.githubusercontent.com.";
        assert_eq!(words(&read), expected);
    }
}
