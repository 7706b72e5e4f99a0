//! Reactive parts of a view.

use leptos::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Renders an item of a list, once.
type Draw = Box<dyn FnOnce() -> AnyView + Send>;

/// A part of a view that is rendered again when a signal it reads changes.
///
/// The same as a closure in the view, but compiled once for the whole page: otherwise each closure type costs 3 to 4 kB of
/// code, and the page has over a hundred.
pub fn dynamic<V: IntoView + 'static>(draw: impl Fn() -> V + Send + 'static) -> AnyView {
    erased(Box::new(move || draw().into_any()))
}

fn erased(draw: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    (move || draw()).into_any()
}

/// A reactive list. An item whose key has not changed keeps its elements.
///
/// The same as `<For>`, but compiled once for the whole page, for the same reason: each type of list costs over 10 kB.
pub fn list<T: Send + 'static, K: Hash, V: IntoView + 'static>(
    each: impl Fn() -> Vec<T> + Send + Sync + 'static,
    key: impl Fn(&T) -> K + Send + Sync + 'static,
    draw: impl Fn(T) -> V + Clone + Send + Sync + 'static,
) -> AnyView {
    erased_list(Box::new(move || {
        let keyed = |item: T| {
            let mut hasher = DefaultHasher::new();
            key(&item).hash(&mut hasher);
            let draw = draw.clone();
            let draw: Draw = Box::new(move || draw(item).into_any());
            (hasher.finish(), draw)
        };
        each().into_iter().map(keyed).collect()
    }))
}

fn erased_list(each: Box<dyn Fn() -> Vec<(u64, Draw)> + Send + Sync>) -> AnyView {
    view! { <For each=move || each() key=|(key, _)| *key children=|(_, draw)| draw()/> }.into_any()
}

/// Sets a signal, unless its component is gone: the reply to a request may arrive after a dialog is closed.
pub fn set_if_alive<S: Set>(signal: S, value: S::Value) {
    drop(signal.try_set(value));
}
