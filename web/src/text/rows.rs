//! Which rows of a long list are drawn.

use std::ops::Range;

/// Rows drawn above and below the visible ones, so that a small scroll shows no gap.
const OVERSCAN: usize = 12;

/// The rows to draw of `count` rows, each `row_height` pixels, in a box of `viewport` pixels scrolled by `scroll_top`.
pub fn visible_rows(scroll_top: f64, viewport: f64, row_height: f64, count: usize) -> Range<usize> {
    let first = to_row(scroll_top / row_height);
    let in_sight = to_row((viewport / row_height).ceil()) + 1;
    let end = first.saturating_add(in_sight + OVERSCAN).min(count);
    first.saturating_sub(OVERSCAN).min(end)..end
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what a list can hold")]
fn to_row(row: f64) -> usize {
    if row.is_finite() { row.clamp(0.0, 1e9) as usize } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_visible_rows_are_drawn() {
        assert_eq!(visible_rows(0.0, 400.0, 20.0, 20_000), 0..33);
        assert_eq!(visible_rows(200_000.0, 400.0, 20.0, 20_000), 9988..10_033);
        assert_eq!(visible_rows(399_800.0, 400.0, 20.0, 20_000), 19_978..20_000);
    }

    #[test]
    fn short_lists_and_odd_boxes_are_safe() {
        assert_eq!(visible_rows(0.0, 400.0, 20.0, 3), 0..3);
        assert_eq!(visible_rows(9000.0, 400.0, 20.0, 3), 3..3);
        assert_eq!(visible_rows(f64::NAN, 0.0, 20.0, 0), 0..0);
        assert_eq!(visible_rows(-50.0, 0.0, 20.0, 100), 0..13);
    }
}
