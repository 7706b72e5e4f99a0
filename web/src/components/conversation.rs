//! The conversation: questions and answers, suggestions, the ask box.

use super::ask_box::AskBox;
use super::asked::Asked;
use super::dynamic::dynamic;
use super::earlier_copy::EarlierCopy;
use super::import_progress::ImportProgress;
use super::run_offer::RunOffers;
use super::source_note::SourceNote;
use crate::strings;
use crate::text::{count, duration, language_name};
use crate::workbench::{Dialog, RunHandle, Workbench};
use leptos::html::Div;
use leptos::prelude::*;
use protocol::RepositoryOverview;
use web_sys::{Element, HtmlDivElement};

/// Within this many pixels of the end counts as at the end.
const AT_THE_END: i32 = 160;
/// Pixels left free above a question that is scrolled to.
const ABOVE_QUESTION: i32 = 12;

#[component]
pub fn Conversation() -> impl IntoView {
    let bench = Workbench::get();
    let scroll = NodeRef::<Div>::new();
    let is_arriving = Memo::new(move |_| bench.arriving().is_some());
    // Scrolls to a new question.
    Effect::new(move |_| {
        bench.runs.conversation.track();
        scroll.get().into_iter().for_each(|scroll| request_animation_frame(move || show_end(&scroll, false)));
    });
    // While a run works, and when it stops: stays at the end if scrolled there, and leaves any other position alone.
    Effect::new(move |worked: Option<bool>| {
        let is_working = bench.is_asking();
        if let (true, Some(scroll)) = (is_working || worked == Some(true), scroll.get()) {
            let left = scroll.scroll_height() - scroll.scroll_top() - scroll.client_height();
            if left < AT_THE_END {
                request_animation_frame(move || show_end(&scroll, true));
            }
        }
        is_working
    });
    view! {
        <main class="conversation" id="main" aria-label=strings::conversation_label()>
            <div class="conversation-scroll" node_ref=scroll tabindex="-1">
                <div class="conversation-column">
                    {dynamic(move || bench.overview.get().map(|overview| view! { <Imported overview=(*overview).clone()/> }))}
                    {dynamic(move || is_arriving.get().then(|| view! { <ImportProgress/> }))}
                    <SourceNote/>
                    <EarlierCopy/>
                    <RunOffers/>
                    <Asked/>
                    <Suggestions/>
                </div>
            </div>
            <AskBox/>
        </main>
    }
}

/// Scrolls to the end, but not past the last question: an answer is read from its start. With `follow` a reader who has
/// scrolled past the question stays at the end.
fn show_end(scroll: &HtmlDivElement, follow: bool) {
    let end = scroll.scroll_height() - scroll.client_height();
    let Some(question) = last_question(scroll) else { return scroll.set_scroll_top(end) };
    let top = scroll.scroll_top()
        + (question.get_bounding_client_rect().top() - scroll.get_bounding_client_rect().top()) as i32
        - ABOVE_QUESTION;
    let is_past = follow && scroll.scroll_top() > top + ABOVE_QUESTION;
    scroll.set_scroll_top(if is_past { end } else { end.min(top) });
}

fn last_question(scroll: &HtmlDivElement) -> Option<Element> {
    let last = scroll.first_element_child()?.last_element_child();
    std::iter::successors(last, Element::previous_element_sibling).find(|it| it.matches(".asked") == Ok(true))
}

/// The import's result: time until questions can be asked, what was skipped, what could not be stored.
#[component]
fn Imported(overview: RepositoryOverview) -> impl IntoView {
    let bench = Workbench::get();
    let RepositoryOverview { ready_ms, skipped, syntax_errors, decoded, languages, not_stored, .. } = overview;
    let shown = |(name, files): &(String, u32)| format!("{} {}", language_name(name), count(*files));
    let languages: Vec<_> = languages.iter().take(4).map(shown).collect();
    let mut notes = Vec::new();
    if !decoded.is_empty() {
        notes.push(strings::conversation_not_utf8(decoded.len()));
    }
    view! {
        <section class="arrived" aria-label=strings::common_repository()>
            <p>
                {strings::conversation_ready(duration(ready_ms))} " "
                <span class="quiet">{languages.join(", ")}</span>
            </p>
            <p class="quiet">
                {(skipped > 0).then(|| view! {
                    <button class="link" data-testid="skipped-open" on:click=move |_| bench.dialog.set(Some(Dialog::Skipped))>
                        {strings::conversation_skipped(skipped)}
                    </button>
                })}
                {(skipped == 0).then(strings::conversation_none_skipped)}
                {(syntax_errors > 0).then(|| view! {
                    "; "
                    <button class="link" data-testid="partly-open" on:click=move |_| bench.dialog.set(Some(Dialog::Skipped))>
                        {strings::conversation_syntax_errors(syntax_errors)}
                    </button>
                })}
                {notes.into_iter().map(|note| format!("; {note}")).collect_view()}
                "."
            </p>
            {not_stored.map(|why| view! {
                <p class="note" data-testid="storage-note">
                    {strings::conversation_not_stored(why)} " "
                    <button class="link" data-testid="storage-open" on:click=move |_| bench.dialog.set(Some(Dialog::Storage))>
                        {strings::common_see_stored()}
                    </button>
                </p>
            })}
        </section>
    }
}

#[component]
fn Suggestions() -> impl IntoView {
    let bench = Workbench::get();
    let asked = move || {
        let question = |run: &RunHandle| run.view.with(|view| view.question.clone());
        bench.runs.conversation.with(|runs| runs.iter().map(question).collect::<Vec<_>>())
    };
    let suggestions = Memo::new(move |_| {
        let suggestions = bench.suggestions();
        let asked = asked();
        let most = if asked.is_empty() { 6 } else { 3 };
        suggestions.into_iter().filter(|it| !asked.contains(it)).take(most).collect::<Vec<_>>()
    });
    dynamic(move || {
        (!bench.is_asking() && !suggestions.with(Vec::is_empty)).then(|| {
            view! {
                <section class="suggestions" aria-label=strings::conversation_suggestions()>
                    <ul data-list="">
                        {suggestions.get().into_iter().map(|question| {
                            let asked = question.clone();
                            view! {
                                <li>
                                    <button class="suggestion" data-item="" data-testid="suggestion"
                                        on:click=move |_| bench.ask_suggested(asked.clone())>
                                        {question}
                                    </button>
                                </li>
                            }
                        }).collect_view()}
                    </ul>
                </section>
            }
        })
    })
}
