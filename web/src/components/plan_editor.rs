//! An editor for the steps of a plan: change, add, remove, reorder.

use super::dynamic::dynamic;
use crate::strings;
use leptos::prelude::*;

#[component]
pub fn PlanEditor(steps: RwSignal<Vec<String>>) -> impl IntoView {
    let count = Memo::new(move |_| steps.with(Vec::len));
    // Focuses an element after the rows are rendered again.
    let focus = move |id: String| request_animation_frame(move || crate::keys::focus(&id));
    let shift = move |from: usize, to: usize| {
        steps.update(|steps| steps.swap(from, to));
        focus(field(to));
    };
    let row = move |at: usize| {
        let number = at + 1;
        view! {
            <li class="plan-edit">
                <span class="quiet" aria-hidden="true">{number.to_string()}</span>
                <textarea
                    rows="1"
                    id=field(at)
                    data-testid="plan-edit"
                    aria-label=strings::plan_editor_step(number)
                    prop:value=move || steps.with(|steps| steps.get(at).map_or_else(String::new, Clone::clone))
                    on:input=move |event| steps.update(|steps| {
                        steps.get_mut(at).into_iter().for_each(|step| *step = event_target_value(&event));
                    })
                ></textarea>
                <span class="plan-edit-tools">
                    <button type="button" class="button small icon" aria-label=strings::plan_editor_up(number) disabled=at == 0
                        on:click=move |_| shift(at, at.saturating_sub(1))>"\u{2191}"</button>
                    <button type="button" class="button small icon" aria-label=strings::plan_editor_down(number)
                        disabled=move || number == count.get() on:click=move |_| shift(at, number)>"\u{2193}"</button>
                    <button type="button" class="button small icon" aria-label=strings::plan_editor_remove(number)
                        on:click=move |_| {
                            steps.update(|steps| drop(steps.remove(at)));
                            focus("plan-add".to_owned());
                        }>"\u{2715}"</button>
                </span>
            </li>
        }
    };
    view! {
        <div class="plan-editor" role="group" aria-label=strings::plan_title()>
            <ol>{dynamic(move || (0..count.get()).map(row).collect_view())}</ol>
            <button type="button" class="button small" id="plan-add" data-testid="plan-add"
                on:click=move |_| {
                    steps.update(|steps| steps.push(String::new()));
                    focus(field(count.get_untracked() - 1));
                }>
                {strings::plan_editor_add()}
            </button>
        </div>
    }
}

fn field(at: usize) -> String {
    format!("plan-step-{at}")
}
