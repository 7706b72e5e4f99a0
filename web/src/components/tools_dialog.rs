//! The dialog to set up servers of tools (MCP), see what they have, and trust it.

use super::buttons::ConfirmButton;
use super::dynamic::{dynamic, set_if_alive};
use super::notices::Problem;
use super::tool_row::{ToolRow, trusted_with};
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Command, Failure, Reply, ServerTool, ToolServer};
use wasm_bindgen_futures::spawn_local;

/// What the dialog shows.
#[derive(Clone, Copy, Default)]
struct State {
    servers: RwSignal<Vec<ToolServer>>,
    /// The server whose tools are shown.
    shown: RwSignal<Option<String>>,
    tools: RwSignal<Vec<ServerTool>>,
    left_out: RwSignal<Vec<String>>,
    failure: RwSignal<Option<Failure>>,
    is_busy: RwSignal<bool>,
}

/// A server as it is typed in.
#[derive(Clone, Copy, Default)]
struct Typed {
    name: RwSignal<String>,
    url: RwSignal<String>,
    token: RwSignal<String>,
    remember: RwSignal<bool>,
}

impl State {
    /// Sends a command, and shows what it replies.
    fn send(self, bench: Workbench, command: Command, after: impl FnOnce() + 'static) {
        self.is_busy.set(true);
        self.failure.set(None);
        spawn_local(async move {
            let reply = bench.engine.call(command).await;
            // Before what comes after it, which may ask the server again.
            set_if_alive(self.is_busy, false);
            match reply {
                Ok(Reply::ToolServers { servers }) => {
                    set_if_alive(self.servers, servers);
                    after();
                }
                Ok(Reply::ServerTools { tools, left_out }) => {
                    set_if_alive(self.tools, tools);
                    set_if_alive(self.left_out, left_out);
                    after();
                }
                Ok(_) => {}
                Err(failure) => {
                    set_if_alive(self.failure, Some(failure));
                    // Drawn again, so that no box shows what was not done. Closed, there is nothing to draw.
                    let _ = self.tools.try_update(|_| ());
                }
            }
        });
    }

    fn look_at(self, bench: Workbench, name: String) {
        self.tools.set(Vec::new());
        self.left_out.set(Vec::new());
        self.shown.set(Some(name.clone()));
        self.send(bench, Command::ServerTools { name }, || ());
    }
}

#[component]
pub fn ToolServers() -> impl IntoView {
    let bench = Workbench::get();
    let state = State::default();
    state.send(bench, Command::ToolServers, || ());
    view! {
        <p class="quiet">
            {strings::tools_dialog_intro()}
        </p>
        <ul class="stored-sizes">
            {dynamic(move || state.servers.get().into_iter().map(|server| view! { <ServerRow server state/> }).collect_view())}
        </ul>
        <div role="status" data-testid="tools-result">
            {dynamic(move || state.is_busy.get().then(|| view! { <p class="quiet">{strings::tools_dialog_asking()}</p> }))}
            {dynamic(move || state.failure.get().map(|it| view! { <Problem message=it.message advice=it.advice/> }))}
        </div>
        {dynamic(move || state.shown.get().map(|name| view! { <Tools name state/> }))}
        <AddServer state/>
    }
}

#[component]
fn ServerRow(server: ToolServer, state: State) -> impl IntoView {
    let bench = Workbench::get();
    let ToolServer { name, url, has_token, trusted } = server;
    let (of_look, of_removal) = (name.clone(), name.clone());
    let trusted = strings::tools_dialog_trusted(trusted);
    let words = match has_token {
        true => format!("{url}, {}; {trusted}", strings::tools_dialog_with_token()),
        false => format!("{url}; {trusted}"),
    };
    let remove = move || {
        state.shown.set(None);
        state.send(bench, Command::RemoveToolServer { name: of_removal.clone() }, || ());
    };
    view! {
        <li class="stored-row" data-testid="tool-server">
            <span class="grow"><bdi>{name}</bdi> " " <span class="quiet">{words}</span></span>
            <button class="button small" data-testid="tool-server-look"
                on:click=move |_| state.look_at(bench, of_look.clone())>{strings::tools_dialog_look()}</button>
            <ConfirmButton words=strings::common_remove() testid="tool-server-remove" act=remove/>
        </li>
    }
}

#[component]
fn Tools(name: String, state: State) -> impl IntoView {
    let bench = Workbench::get();
    let (title, of_trust, of_distrust, of_one) = (strings::tools_dialog_of(&name), name.clone(), name.clone(), name);
    let refresh = move || state.send(bench, Command::ToolServers, || ());
    let trust = move |_| {
        // Just what is on screen.
        let seen = state.tools.with_untracked(|tools| tools.iter().map(|tool| tool.definition.clone()).collect());
        state.send(bench, Command::TrustTools { name: of_trust.clone(), seen }, refresh);
    };
    let distrust = move |_| {
        state.send(bench, Command::TrustTools { name: of_distrust.clone(), seen: Vec::new() }, refresh);
    };
    let one = move |tool: &ServerTool, is_trusted: bool| {
        let seen = state.tools.with_untracked(|tools| trusted_with(tools, tool, is_trusted));
        state.send(bench, Command::TrustTools { name: of_one.clone(), seen }, refresh);
    };
    let rows = move || {
        let row = |tool| {
            let one = one.clone();
            view! { <ToolRow tool trust=one/> }
        };
        state.tools.get().into_iter().map(row).collect_view()
    };
    view! {
        <h3 class="section-title">{title}</h3>
        <ul class="stored-sizes">
            {dynamic(rows)}
        </ul>
        {dynamic(move || state.left_out.get().into_iter().map(|it| view! { <p class="quiet">{it}</p> }).collect_view())}
        {dynamic(move || state.tools.with(|tools| !tools.is_empty()).then(|| view! {
            <p class="quiet">
                {strings::tools_dialog_trust_note()}
            </p>
            <div class="modal-foot">
                <button class="button" data-testid="tools-distrust" on:click=distrust.clone()>{strings::tools_dialog_distrust()}</button>
                <button class="button primary" data-testid="tools-trust" on:click=trust.clone()>{strings::tools_dialog_trust()}</button>
            </div>
        }))}
    }
}

#[component]
fn AddServer(state: State) -> impl IntoView {
    let bench = Workbench::get();
    let typed = Typed::default();
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (name, url) = (typed.name.get_untracked(), typed.url.get_untracked());
        let (token, remember) = (typed.token.get_untracked(), typed.remember.get_untracked());
        let added = name.trim().to_owned();
        let done = move || {
            set_if_alive(typed.token, String::new());
            state.look_at(bench, added);
        };
        state.send(bench, Command::AddToolServer { name, url, token, remember }, done);
    };
    view! {
        <h3 class="section-title">{strings::tools_dialog_add_title()}</h3>
        <form class="model-form" on:submit=save>
            <label>{strings::tools_dialog_name()}
                <input type="text" required data-testid="tool-server-name" autocomplete="off" spellcheck="false"
                    prop:value=move || typed.name.get() on:input=move |event| typed.name.set(event_target_value(&event))/>
            </label>
            <label>{strings::tools_dialog_url()}
                <input type="url" required data-testid="tool-server-url" placeholder="https://tools.example/mcp"
                    prop:value=move || typed.url.get() on:input=move |event| typed.url.set(event_target_value(&event))/>
            </label>
            <label>{strings::common_token()}" "<span class="quiet">{strings::common_none_for_local()}</span>
                <input type="password" data-testid="tool-server-token" autocomplete="off"
                    prop:value=move || typed.token.get() on:input=move |event| typed.token.set(event_target_value(&event))/>
            </label>
            <label class="check">
                <input type="checkbox" prop:checked=move || typed.remember.get()
                    on:change=move |event| typed.remember.set(event_target_checked(&event))/>
                {strings::common_remember_token()}
            </label>
            <p class="quiet">{strings::tools_dialog_sent()}</p>
            <div class="modal-foot">
                <button type="submit" class="button primary" data-testid="tool-server-add">{strings::tools_dialog_add()}</button>
            </div>
        </form>
    }
}
