//! The progress of an import: phase, counts, bytes, and a button to stop it.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::{bytes, count};
use crate::workbench::{Arrival, Workbench};
use leptos::prelude::*;
use protocol::{ImportPhase, Progress};

#[component]
pub fn ImportProgress() -> impl IntoView {
    let bench = Workbench::get();
    let arrival = move || bench.arrival.get();
    let share = move || arrival().and_then(|arrival| arrival.progress).and_then(share_of);
    view! {
        <section class="import" data-testid="import-progress" aria-label=strings::import_progress_label()>
            <p class="import-name">{dynamic(move || arrival().map(|arrival| title(&arrival)))}</p>
            <p class="import-line" data-phase=move || arrival().and_then(|it| it.progress).map(|it| format!("{:?}", it.phase))>
                {dynamic(move || arrival().map(|arrival| line(&arrival)))}
            </p>
            <progress max="1" prop:value=move || share().unwrap_or(0.0) class:unknown=move || share().is_none()
                aria-label=strings::import_progress_bar()></progress>
            <button
                class="button"
                data-testid="import-cancel"
                disabled=move || arrival().is_none_or(|arrival| arrival.stopping)
                on:click=move |_| bench.stop_import()
            >
                {dynamic(move || if arrival().is_some_and(|arrival| arrival.stopping) { strings::import_progress_stopping() } else { strings::common_stop() })}
            </button>
        </section>
    }
}

fn title(arrival: &Arrival) -> String {
    match arrival.reopening {
        true => strings::import_progress_opening(&arrival.name),
        false => strings::import_progress_importing(&arrival.name),
    }
}

fn share_of(progress: Progress) -> Option<f64> {
    let total = progress.total.filter(|total| *total > 0)?;
    Some((f64::from(progress.done) / f64::from(total)).min(1.0))
}

fn line(arrival: &Arrival) -> String {
    let Some(progress) = arrival.progress else {
        return match arrival.listed {
            0 => strings::import_progress_listing().to_owned(),
            listed => strings::import_progress_listed(strings::common_count_files(listed)),
        };
    };
    let step = match progress.phase {
        ImportPhase::Reading => strings::import_progress_step_read(),
        ImportPhase::Parsing => strings::import_progress_step_parse(),
        ImportPhase::Indexing => strings::import_progress_step_index(),
        ImportPhase::Linking => strings::import_progress_step_link(),
        ImportPhase::Storing => strings::import_progress_step_store(),
        ImportPhase::Opening => strings::import_progress_step_open(),
    };
    let files = strings::common_count_files(progress.total.unwrap_or(progress.done));
    let mut parts = vec![match progress.total {
        Some(_) => strings::import_progress_done_of(step, count(progress.done), files),
        None => strings::import_progress_done(step, files),
    }];
    parts.extend((progress.bytes > 0).then(|| bytes(progress.bytes)));
    parts.extend((progress.skipped > 0).then(|| strings::common_skipped(count(progress.skipped))));
    if progress.wait_ms > 0 {
        return format!("{}. {}", parts.join(", "), strings::import_progress_waits(progress.wait_ms.div_ceil(1000)));
    }
    parts.extend(seconds_left(arrival, progress).map(strings::import_progress_left));
    parts.join(", ")
}

/// How long the phase still takes if it goes on as so far; `None` in its first moments, when that would be a guess.
fn seconds_left(arrival: &Arrival, progress: Progress) -> Option<u32> {
    let spent = arrival.advanced_at - arrival.phase_since;
    let share = share_of(progress).filter(|share| *share >= 0.05)?;
    let left = spent * (1.0 - share) / share / 1000.0;
    (spent >= 1500.0 && left >= 1.0).then_some(left.ceil() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_reads_as_a_sentence() {
        let progress = Progress {
            phase: ImportPhase::Reading,
            done: 412,
            total: Some(1005),
            bytes: 3_100_000,
            skipped: 7,
            wait_ms: 0,
        };
        let mut arrival = Arrival { name: "flask".into(), progress: Some(progress), ..Arrival::default() };
        assert_eq!(line(&arrival), "Reading 412 of 1,005 files, 3.1 MB, 7 skipped");
        assert_eq!(title(&arrival), "Importing flask");
        (arrival.phase_since, arrival.advanced_at) = (1_000.0, 1_900.0);
        assert_eq!(seconds_left(&arrival, progress), None, "too early for an estimate");
        arrival.advanced_at = 5_120.0;
        assert_eq!(line(&arrival), "Reading 412 of 1,005 files, 3.1 MB, 7 skipped, about 6 s left in this step");
        arrival.progress = Some(Progress { wait_ms: 14_200, ..progress });
        assert!(line(&arrival).ends_with("7 skipped. The host asks to slow down; it goes on in 15 s"));
        (arrival.progress, arrival.listed) = (None, 1200);
        assert_eq!(line(&arrival), "Found 1,200 files so far");
    }
}
