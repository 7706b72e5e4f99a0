//! The map of parts: a drawing whose boxes one goes into, and the same as a list.

use super::dynamic::dynamic;
use super::notices::Problem;
use super::parts_list::{PartsList, enter, size_of};
use crate::parts::{BOX, Layout, MOST, lay_out, short_name};
use crate::strings;
use crate::text::length;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{MapPart, PartsMap};
use std::sync::Arc;
use web_sys::KeyboardEvent;

#[component]
pub fn PartsMapView() -> impl IntoView {
    let bench = Workbench::get();
    let map = bench.glance.map;
    view! {
        <section class="parts" data-testid="parts-map" aria-label=strings::parts_map_label()>
            {dynamic(move || map.get().filter(|map| !map.parts.is_empty()).map(|map| view! {
                <Crumbs base=map.base.clone()/>
                <Drawing map=Arc::clone(&map)/>
                <p class="quiet parts-note">{left_out(&map)}</p>
                <PartsList map/>
            }))}
            {dynamic(move || bench.glance.map_problem.get().map(|message| view! { <Problem message/> }))}
            {dynamic(move || map.with(|map| map.as_ref().is_some_and(|map| map.parts.is_empty())).then(|| view! {
                <p class="quiet parts-note">{strings::parts_map_none()}</p>
            }))}
        </section>
    }
}

/// The way from the whole repository to the level that is shown.
#[component]
fn Crumbs(base: String) -> impl IntoView {
    let bench = Workbench::get();
    let steps: Vec<(String, String)> = base
        .split('/')
        .filter(|name| !name.is_empty())
        .scan(String::new(), |path, name| {
            path.push_str(if path.is_empty() { "" } else { "/" });
            path.push_str(name);
            Some((name.to_owned(), path.clone()))
        })
        .collect();
    let last = steps.len();
    view! {
        <nav class="parts-crumbs" aria-label=strings::parts_map_place()>
            <h3 class="section-title">{strings::parts_map_title()}</h3>
            {(last > 0).then(|| view! {
                <ol class="crumb-list">
                    <li><button class="link" data-testid="parts-all" on:click=move |_| bench.go_into(String::new())>{strings::parts_map_all()}</button></li>
                    {steps.into_iter().enumerate().map(|(at, (name, path))| {
                        let is_here = at + 1 == last;
                        view! {
                            <li>
                                {if is_here {
                                    view! { <bdi aria-current="location">{name}</bdi> }.into_any()
                                } else {
                                    view! { <button class="link" on:click=move |_| bench.go_into(path.clone())><bdi>{name}</bdi></button> }.into_any()
                                }}
                            </li>
                        }
                    }).collect_view()}
                </ol>
            })}
        </nav>
    }
}

#[component]
fn Drawing(map: Arc<PartsMap>) -> impl IntoView {
    let layout = lay_out(map.parts.len(), &map.edges);
    let Layout { boxes, lines, width, height, .. } = layout;
    // The box with the pointer or the focus: its lines are lit.
    let held = RwSignal::new(None::<usize>);
    let label = strings::parts_map_drawing(length(&boxes));
    view! {
        <div class="parts-scroll">
            <svg class="parts-svg" class:held=move || held.get().is_some() data-testid="parts-svg" role="group" aria-label=label
                viewBox=format!("0 0 {width} {height}") width=width.to_string() height=height.to_string()>
                <defs>
                    <marker id="parts-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"
                        markerUnits="userSpaceOnUse" orient="auto">
                        <path class="parts-head" d="M0 0L8 4L0 8z"></path>
                    </marker>
                </defs>
                <g aria-hidden="true">
                    {lines.into_iter().map(|line| {
                        let is_lit = move || held.get().is_some_and(|part| part == line.from || part == line.to);
                        view! {
                            <path class="parts-line" class:lit=is_lit d=line.path stroke-width=line.width.to_string()
                                marker-end="url(#parts-arrow)"></path>
                        }
                    }).collect_view()}
                </g>
                {boxes.into_iter().zip(map.parts.iter().take(MOST).cloned()).enumerate()
                    .map(|(at, (place, part))| view! { <PartBox at place part held/> }).collect_view()}
            </svg>
        </div>
    }
}

#[component]
fn PartBox(at: usize, place: (i32, i32), part: MapPart, held: RwSignal<Option<usize>>) -> impl IntoView {
    let bench = Workbench::get();
    let (x, y) = place;
    let size = size_of(&part);
    let name = short_name(&part.name);
    let pressed = part.clone();
    let press = move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            enter(bench, &pressed);
        }
    };
    let leave = move || held.update(|held| *held = held.filter(|other| *other != at));
    view! {
        <g class="parts-box" class:folder=part.is_folder role="button" tabindex="0" data-testid="parts-box"
            data-path=part.path.clone() transform=format!("translate({x} {y})")
            on:click=move |_| enter(bench, &part) on:keydown=press
            on:pointerenter=move |_| held.set(Some(at)) on:pointerleave=move |_| leave()
            on:focus=move |_| held.set(Some(at)) on:blur=move |_| leave()>
            <rect width=BOX.0.to_string() height=BOX.1.to_string() rx="6"></rect>
            <text class="parts-name" x="10" y="19">{name}</text>" "
            <text class="parts-size" x="10" y="36">{size}</text>
        </g>
    }
}

/// What a map does not draw.
fn left_out(map: &PartsMap) -> String {
    let parts = length(&map.parts).saturating_sub(MOST as u32) + map.more;
    let lines = u32::try_from(lay_out(map.parts.len(), &map.edges).left_out).unwrap_or(u32::MAX);
    let mut words = vec![strings::parts_map_note().to_owned()];
    if parts > 0 {
        words.push(strings::parts_map_parts_left_out(parts));
    }
    if lines > 0 {
        words.push(strings::parts_map_lines_left_out(lines));
    }
    if map.outside > 0 {
        words.push(strings::parts_map_outside(map.outside));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(path: &str) -> MapPart {
        let (path, name) = (path.to_owned(), path.to_owned());
        MapPart { path, name, is_folder: true, files: 2, lines: 1200, head: String::new(), said: String::new() }
    }

    #[test]
    fn what_is_not_drawn_is_counted() {
        let parts = (0..15).map(|at| part(&format!("p{at}"))).collect();
        let map = PartsMap { parts, more: 2, outside: 1, ..PartsMap::default() };
        let words = left_out(&map);
        assert!(words.contains("5 parts not drawn") && words.contains("1 file lies beside"), "{words}");
        assert!(!left_out(&PartsMap::default()).contains("not drawn"));
        assert_eq!(size_of(&part("a")), "2 files, 1,200 lines");
    }
}
