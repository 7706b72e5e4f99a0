//! A person's own questions, kept in this browser to be asked again.

use super::dynamic::dynamic;
use crate::preferences;
use crate::strings;
use crate::text::length;
use leptos::prelude::*;

/// Most questions that are kept.
const MOST: usize = 50;
/// Longest question that is kept, in characters.
const LONGEST: usize = 2_000;
/// Between two questions in storage: a control character that no keyboard types.
const BETWEEN: char = '\u{1e}';

fn from_text(text: &str) -> Vec<String> {
    text.split(BETWEEN).filter(|it| !it.trim().is_empty()).take(MOST).map(str::to_owned).collect()
}

fn to_text(prompts: &[String]) -> String {
    prompts.join(&BETWEEN.to_string())
}

/// Adds a question at the top.
///
/// # Errors
/// A sentence, where it is not kept.
fn kept(mut prompts: Vec<String>, question: &str) -> Result<Vec<String>, String> {
    let question = question.trim().replace(BETWEEN, " ");
    if question.is_empty() {
        return Err(strings::prompts_empty().to_owned());
    }
    if question.chars().nth(LONGEST).is_some() {
        return Err(strings::prompts_too_long(LONGEST));
    }
    prompts.retain(|known| *known != question);
    if prompts.len() >= MOST {
        return Err(strings::prompts_too_many(MOST));
    }
    prompts.insert(0, question);
    Ok(prompts)
}

/// Opens a list of kept questions; a click puts one into the ask box.
#[component]
pub fn Prompts(text: RwSignal<String>) -> impl IntoView {
    // Nothing stored: none are kept.
    let prompts = RwSignal::new(preferences::load("prompts", |text| Some(from_text(text))).unwrap_or_default());
    let problem = RwSignal::new(None::<String>);
    let is_open = RwSignal::new(false);
    let store = move |now: Vec<String>| {
        preferences::save("prompts", &to_text(&now));
        prompts.set(now);
    };
    let keep = move |_| match kept(prompts.get_untracked(), &text.get_untracked()) {
        Ok(now) => {
            problem.set(None);
            store(now);
        }
        Err(why) => problem.set(Some(why)),
    };
    let remove = move |question: &str| {
        let rest = prompts.get_untracked().into_iter().filter(|known| known != question).collect();
        store(rest);
    };
    let put = move |question: String| {
        text.set(question);
        is_open.set(false);
        crate::keys::focus("ask-input");
    };
    let row = move |question: String| {
        let (asked, gone, label) = (question.clone(), question.clone(), strings::prompts_delete(&question));
        view! {
            <li class="prompt">
                <button type="button" class="link" data-item="" data-testid="prompt" on:click=move |_| put(asked.clone())>
                    <bdi>{question}</bdi>
                </button>
                <button type="button" class="button small icon" aria-label=label data-testid="prompt-delete"
                    on:click=move |_| remove(&gone)>"\u{2715}"</button>
            </li>
        }
    };
    view! {
        <div class="prompts">
            <button type="button" class="link" data-testid="prompts-open" aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|open| *open = !*open)>
                {dynamic(move || strings::prompts_open(prompts.with(|all| length(all))))}
            </button>
            {dynamic(move || is_open.get().then(|| view! {
                <div class="prompt-list" role="group" aria-label=strings::prompts_label()>
                    <button type="button" class="button small" data-testid="prompt-keep" on:click=keep>{strings::prompts_keep()}</button>
                    {dynamic(move || problem.get().map(|why| view! { <p class="note" role="status">{why}</p> }))}
                    <ul data-list="" aria-label=move || strings::common_count_questions(prompts.with(|all| length(all)))>
                        {dynamic(move || prompts.get().into_iter().map(row).collect_view())}
                    </ul>
                </div>
            }))}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_kept_once_newest_first_and_read_again() {
        let first = kept(Vec::new(), "Who calls `a`?\nAnd why?").expect("kept");
        let both = kept(first, " What is b? ").expect("kept");
        assert_eq!(both, ["What is b?", "Who calls `a`?\nAnd why?"]);
        let again = kept(both.clone(), "Who calls `a`?\nAnd why?").expect("kept");
        assert_eq!(again, ["Who calls `a`?\nAnd why?", "What is b?"]);
        assert_eq!(from_text(&to_text(&both)), both);
        assert_eq!(from_text(""), [""; 0]);
    }

    #[test]
    fn there_is_a_limit_to_how_many_and_how_long() {
        let many: Vec<String> = (0..MOST).map(|number| format!("q{number}")).collect();
        assert!(kept(many.clone(), "one more").is_err() && kept(many, "q3").is_ok());
        assert!(kept(Vec::new(), &"é".repeat(LONGEST + 1)).is_err() && kept(Vec::new(), "  ").is_err());
    }
}
