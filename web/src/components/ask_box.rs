//! The input for questions.

use super::ask_waits::AskWaits;
use super::completion::{Completion, CompletionList};
use super::dynamic::dynamic;
use super::prompts::Prompts;
use crate::run::Recalled;
use crate::shims;
use crate::strings;
use crate::workbench::Workbench;
use leptos::html::Textarea;
use leptos::prelude::*;
use protocol::{AgentInfo, Mode};
use web_sys::KeyboardEvent;

/// The ask box: Enter sends, Shift+Enter starts a line, Esc stops the run, `@` completes names, arrow keys bring earlier questions.
#[component]
pub fn AskBox() -> impl IntoView {
    let bench = Workbench::get();
    let text = bench.runs.draft;
    let is_asking = Memo::new(move |_| bench.is_asking());
    let send = move || {
        let sent = if is_asking.get_untracked() {
            bench.steer(text.get_untracked())
        } else if bench.is_arriving() {
            bench.keep_question(&text.get_untracked())
        } else {
            bench.ask(text.get_untracked());
            true
        };
        if sent {
            text.set(String::new());
        }
    };
    let field = NodeRef::<Textarea>::new();
    let completion = Completion::new(field, text, bench.runs.folder);
    let recalled = RwSignal::new(Recalled::default());
    let recall = move |is_up: bool| {
        let (now, questions) = (text.get_untracked(), untrack(|| bench.earlier_questions()));
        let shown = recalled.try_update(|recalled| recalled.step(&now, &questions, is_up)).flatten();
        shown.map(|shown| text.set(shown)).is_some()
    };
    let on_key = move |event: KeyboardEvent| {
        let is_plain = !event.shift_key() && !event.is_composing() && !event.ctrl_key() && !event.alt_key();
        let arrow = ["ArrowUp", "ArrowDown"].iter().position(|key| *key == event.key());
        if is_plain && completion.key(&event.key()) {
            event.prevent_default();
            // Esc closes the list and does not stop the run.
            event.stop_propagation();
        } else if is_plain && arrow.is_some_and(|arrow| recall(arrow == 0)) {
            event.prevent_default();
        } else if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            send();
        }
    };
    // Opening a repository takes away what had the focus, and a question is what comes next.
    Effect::new(move |_| {
        if field.get().is_some() {
            request_animation_frame(|| shims::focus_if_free("ask-input"));
        }
    });
    view! {
        <form class="ask" aria-label=strings::common_ask() on:submit=move |event| { event.prevent_default(); send(); }>
            <CompletionList completion/>
            <OnlyIn/>
            <AskWaits/>
            <textarea
                node_ref=field
                id="ask-input"
                data-testid="ask-input"
                rows="2"
                placeholder=strings::ask_box_placeholder()
                aria-label=strings::ask_box_question()
                prop:value=move || text.get()
                on:input=move |event| { text.set(event_target_value(&event)); completion.typed(bench); }
                on:keydown=on_key
                on:blur=move |_| completion.close()
                aria-controls=move || completion.active().map(|_| "mentions")
                aria-autocomplete="list"
                aria-activedescendant=move || completion.active()
            ></textarea>
            {dynamic(move || match is_asking.get() {
                true => view! { <RunControls text/> }.into_any(),
                false => view! {
                    <button
                        type="submit"
                        class="button primary"
                        data-testid="ask-send"
                        disabled=move || text.with(|text| text.trim().is_empty()) || bench.runs.waiting.with(Option::is_some)
                    >
                        {strings::common_ask()} " " <kbd>"\u{23ce}"</kbd>
                    </button>
                }.into_any(),
            })}
            <div class="ask-options">
                <AgentChoice/>
                <ModeChoice/>
                <CheckCommand/>
                <ApprovalSwitch/>
                <Prompts text/>
            </div>
        </form>
    }
}

/// The folder that what is asked next is limited to.
#[component]
fn OnlyIn() -> impl IntoView {
    let folder = Workbench::get().runs.folder;
    let remove = move |_| {
        folder.set(None);
        crate::keys::focus("ask-input");
    };
    dynamic(move || {
        folder.get().map(|name| {
            view! {
                <p class="only-in" data-testid="only-in">
                    <span>{strings::common_only_in()} " " <code><bdi>{name}"/"</bdi></code></span>
                    <button type="button" class="button small icon" data-testid="only-in-remove" on:click=remove
                        aria-label=strings::ask_box_whole_repository() title=strings::ask_box_whole_repository()>"\u{d7}"</button>
                </p>
            }
        })
    })
}

#[component]
fn RunControls(text: RwSignal<String>) -> impl IntoView {
    let bench = Workbench::get();
    let steers = Memo::new(move |_| bench.can_steer() && text.with(|text| !text.trim().is_empty()));
    let is_pausing = Memo::new(move |_| bench.runs.working().is_some_and(|run| run.view.with(|view| view.is_pausing)));
    view! {
        <div class="run-controls">
            {dynamic(move || steers.get().then(|| view! {
                <button type="submit" class="button primary" data-testid="ask-steer"
                    title=strings::ask_box_send_when()>{strings::ask_box_send()}</button>
            }))}
            <button type="button" class="button" data-testid="ask-pause" title=strings::ask_box_pause_when()
                disabled=move || is_pausing.get() on:click=move |_| bench.pause_asking()>
                {dynamic(move || if is_pausing.get() { strings::ask_box_pausing() } else { strings::ask_box_pause() })}
            </button>
            <button type="button" class="button" data-testid="ask-stop" on:click=move |_| bench.stop_asking()>
                {strings::common_stop()} " " <kbd class="only-desktop">"Esc"</kbd>
            </button>
        </div>
    }
}

/// The agent, with when to take it.
#[component]
fn AgentChoice() -> impl IntoView {
    let bench = Workbench::get();
    // Empty until the engine has started.
    let agents = Memo::new(move |_| bench.welcome.with(|it| it.as_ref().map_or_else(Vec::new, |it| it.agents.clone())));
    let when = move || {
        let name = bench.agent.get();
        agents.with(|agents| agents.iter().find(|agent| agent.name == name).map(|agent| agent.description.clone()))
    };
    let option = |agent: AgentInfo| view! { <option value=agent.name.clone()>{agent.name.clone()}</option> };
    dynamic(move || {
        (!agents.with(Vec::is_empty)).then(|| {
            view! {
                <label class="quiet">
                    {strings::common_agent()} " "
                    <select
                        data-testid="agent"
                        title=when
                        prop:value=move || bench.agent.get()
                        on:change=move |event| bench.agent.set(event_target_value(&event))
                    >
                        {agents.get().into_iter().map(option).collect_view()}
                    </select>
                </label>
                <span class="quiet agent-when" data-testid="agent-when">{dynamic(when)}</span>
            }
        })
    })
}

const MODES: [(Mode, &str, strings::Message); 3] = [
    (Mode::LookOnly, "look", strings::ask_box_look_only),
    (Mode::AskBeforeEdits, "ask", strings::ask_box_ask_before_edits),
    (Mode::EditFreely, "edit", strings::ask_box_edit_freely),
];

/// How far an agent that acts may go on its own. Nothing is written to the folder in any mode until it is accepted.
#[component]
fn ModeChoice() -> impl IntoView {
    let bench = Workbench::get();
    let mode = bench.changes.mode;
    let acts = Memo::new(move |_| bench.agent.with(|name| bench.acts(name)));
    let name = move || MODES.iter().find(|(known, ..)| *known == mode.get()).map_or("", |(_, name, _)| name);
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some((known, ..)) = MODES.iter().find(|(_, name, _)| *name == chosen) {
            mode.set(*known);
        }
    };
    dynamic(move || {
        acts.get().then(|| {
            view! {
                <select data-testid="mode" aria-label=strings::ask_box_mode() prop:value=name on:change=choose>
                    {MODES.map(|(_, name, words)| view! { <option value=name>{words()}</option> })}
                </select>
            }
        })
    })
}

/// The command by which proposed changes are checked, for this page and the open repository.
#[component]
fn CheckCommand() -> impl IntoView {
    let bench = Workbench::get();
    let check = bench.changes.check;
    let acts = Memo::new(move |_| bench.agent.with(|name| bench.acts(name)));
    dynamic(move || {
        acts.get().then(|| {
            view! {
                <label class="quiet check-command">
                    {strings::ask_box_check_with()} " "
                    <input
                        type="text"
                        data-testid="check-command"
                        placeholder=strings::ask_box_check_default()
                        title=strings::ask_box_check_how()
                        prop:value=move || check.get()
                        on:input=move |event| check.set(event_target_value(&event))
                    />
                </label>
            }
        })
    })
}

/// Whether tool calls wait for the person's approval; stored in the browser.
#[component]
fn ApprovalSwitch() -> impl IntoView {
    let bench = Workbench::get();
    let is_on = bench.runs.is_asked_first;
    let turn = move |event| {
        is_on.set(event_target_checked(&event));
        crate::preferences::save("approve", &is_on.get_untracked().to_string());
    };
    view! {
        <label class="ask-switch quiet">
            <input type="checkbox" role="switch" data-testid="approve-tools" prop:checked=move || is_on.get() on:change=turn/>
            {strings::ask_box_approve()}
        </label>
    }
}
