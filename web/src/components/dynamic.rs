//! Parts of a view that follow signals.

use leptos::prelude::*;

/// A part that is drawn anew when a signal it reads changes.
///
/// The same as putting the closure into the view, but compiled once for the whole page: Leptos makes 3 to 4 kB of code
/// for each closure type otherwise, and the page has over a hundred.
pub fn dynamic<V: IntoView + 'static>(draw: impl Fn() -> V + Send + 'static) -> AnyView {
    erased(Box::new(move || draw().into_any()))
}

fn erased(draw: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    (move || draw()).into_any()
}
