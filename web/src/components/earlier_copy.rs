//! An imported repository may be a newer state of a stored one: the person decides whether it replaces that.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::ago;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::StoredRepository;

/// The question, until it is answered. Both copies are kept until then.
#[component]
pub fn EarlierCopy() -> impl IntoView {
    let bench = Workbench::get();
    let earlier = Memo::new(move |_| bench.overview.with(|open| open.as_ref().and_then(|it| it.earlier.clone())));
    dynamic(move || {
        earlier.get().map(|earlier| {
            let words = question(&earlier, bench.runs.now.get_untracked());
            view! {
                <section class="run-note offer" data-testid="earlier-copy" aria-label=strings::earlier_copy_label()>
                    <p>{words}</p>
                    <div class="row">
                        <button class="button primary" data-testid="earlier-replace"
                            on:click=move |_| bench.replace_earlier(earlier.id.clone())>
                            {strings::earlier_copy_replace()}
                        </button>
                        <button class="button" data-testid="earlier-keep" on:click=move |_| bench.keep_both()>
                            {strings::earlier_copy_keep()}
                        </button>
                    </div>
                </section>
            }
        })
    })
}

fn question(earlier: &StoredRepository, now: f64) -> String {
    let StoredRepository { name, files, imported_at, .. } = earlier;
    strings::earlier_copy_question(name, strings::common_count_files(*files), ago(now - imported_at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_names_the_earlier_copy() {
        let earlier = StoredRepository {
            link: String::new(),
            id: "1".into(),
            name: "shop".into(),
            files: 16,
            source_bytes: 900,
            stored_bytes: 2000,
            imported_at: 1_000.0,
            origin: None,
        };
        let asked = question(&earlier, 301_000.0);
        assert!(asked.starts_with("shop is stored already, with mostly the same files (16 files, imported 5 min ago)"));
    }
}
