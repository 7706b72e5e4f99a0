//! The top of the overview: the name, the description, the README's first words, the languages.

use super::overview_section::open_line;
use crate::strings;
use crate::text::{count, language_name};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{LanguageLine, OverviewLine, OverviewPage};
use std::sync::Arc;

#[component]
pub fn OverviewHead(page: Arc<OverviewPage>) -> impl IntoView {
    let bench = Workbench::get();
    let open = bench.overview.get_untracked();
    let (name, facts) = open.map_or_else(Default::default, |open| {
        let parts = [strings::common_count_files(open.files), strings::common_count_symbols(open.symbols)];
        (open.name.clone(), parts.join(", "))
    });
    // The manifest's own name says more than that of the folder.
    let title = page.description.as_ref().map(|line| line.title.clone()).filter(|it| !it.is_empty()).unwrap_or(name);
    let described = page.description.clone().filter(|line| !line.detail.is_empty());
    view! {
        <header class="overview-head">
            <h2 class="overview-name"><bdi>{title}</bdi></h2>
            <p class="quiet" data-testid="overview-facts">{facts}</p>
            {described.map(|line| view! { <Said line testid="overview-description"/> })}
            {page.readme.clone().map(|line| view! { <Said line testid="overview-readme"/> })}
            <Languages languages=page.languages.clone() others=page.other_languages/>
        </header>
    }
}

/// A sentence of the repository, as text, with the place it is from.
#[component]
fn Said(line: OverviewLine, testid: &'static str) -> impl IntoView {
    let bench = Workbench::get();
    let place = format!("{}:{}", line.path, line.start_line);
    let words = markdown::plain(&line.detail);
    view! {
        <p class="overview-said" data-testid=testid>
            <bdi>{words}</bdi>" "
            <button class="link overview-place" on:click=move |_| open_line(bench, &line)><bdi>{place}</bdi></button>
        </p>
    }
}

/// A bar of shares, and the languages by name: each opens its largest file.
#[component]
fn Languages(languages: Vec<LanguageLine>, others: (u32, u64)) -> impl IntoView {
    let bench = Workbench::get();
    let total = languages.iter().map(|it| it.lines).sum::<u64>() + others.1;
    let share = move |lines: u64| lines * 1000 / total.max(1);
    let mut left = 0;
    let bars: Vec<_> = languages
        .iter()
        .map(|it| {
            let (x, width) = (left, share(it.lines));
            left += width;
            (x, width)
        })
        .collect();
    let (more, more_lines) = others;
    view! {
        <div class="overview-languages" data-testid="overview-languages">
            <svg class="share-bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                {bars.into_iter().enumerate().map(|(at, (x, width))| view! {
                    <rect class=format!("share share-{at}") x=x.to_string() y="0" width=width.to_string() height="8"></rect>
                }).collect_view()}
            </svg>
            <ul class="language-list" aria-label=strings::overview_head_languages()>
                {languages.into_iter().enumerate().map(|(at, it)| {
                    let said = strings::overview_head_lines(long_count(it.lines), strings::common_count_files(it.files));
                    let name = language_name(&it.name);
                    let label = strings::overview_head_language(name, &said, &it.largest);
                    view! {
                        <li>
                            <span class=format!("share-dot share-{at}") aria-hidden="true"></span>
                            <button class="overview-language" aria-label=label on:click=move |_| bench.open(&it.largest, 0, 0)>
                                {name.to_owned()}" "<span class="quiet">{said}</span>
                            </button>
                        </li>
                    }
                }).collect_view()}
                {(more > 0).then(|| view! {
                    <li class="quiet">{strings::overview_head_more(count(more), long_count(more_lines))}</li>
                })}
            </ul>
        </div>
    }
}

/// As [`count`], of what is never more than it can count.
fn long_count(number: u64) -> String {
    count(u32::try_from(number).unwrap_or(u32::MAX))
}
