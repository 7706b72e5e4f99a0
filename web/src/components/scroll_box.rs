//! A box that scrolls over more rows than are in the document.

use super::dynamic::set_if_alive;
use crate::shims;
use crate::text::visible_rows;
use leptos::html::Div;
use leptos::prelude::*;
use std::ops::Range;
use wasm_bindgen::prelude::*;

/// How far a box is scrolled, its height and the width of its scroll bar, in pixels.
#[derive(Clone, Copy)]
pub struct ScrollBox {
    pub element: NodeRef<Div>,
    top: RwSignal<f64>,
    height: RwSignal<f64>,
    /// 0 where the scroll bar lies above the content, or there is none.
    pub bar: RwSignal<i32>,
}

impl ScrollBox {
    pub fn new() -> Self {
        let (element, height, bar) = (NodeRef::<Div>::new(), RwSignal::new(800.0), RwSignal::new(0));
        Effect::new(move |_| {
            if let Some(element) = element.get() {
                let resized = element.clone();
                let on_size = Closure::<dyn FnMut(f64)>::new(move |pixels| {
                    set_if_alive(height, pixels);
                    set_if_alive(bar, resized.offset_width() - resized.client_width());
                });
                shims::on_resize(&element, &on_size.into_js_value());
            }
        });
        Self { element, top: RwSignal::new(0.0), height, bar }
    }

    /// To be called for each `scroll` event.
    pub fn scrolled(self) {
        if let Some(element) = self.element.get_untracked() {
            self.top.set(f64::from(element.scroll_top()));
        }
    }

    /// The first row in sight, from 0.
    pub fn first_row(self, row_height: f64) -> u32 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rows of a file, not negative")]
        let row = (self.top.get() / row_height).max(0.0) as u32;
        row
    }

    /// The rows to draw of `count` rows, each `row_height` pixels.
    pub fn visible_rows(self, row_height: f64, count: usize) -> Range<usize> {
        visible_rows(self.top.get(), self.height.get(), row_height, count)
    }
}
