//! Lines at the sides of boxes reach out as far as they can to where the line goes on, so that it need not bend.

use super::layers::{Layers, LineEnd, SIDE_STEP};

/// Between a line and the next cell of the layer.
const GAP: i32 = 14;

/// To be called once, when the cells have their places.
pub(super) fn reach_out(layers: &mut Layers) {
    for node in 0..layers.cells.len() {
        let cell = &layers.cells[node];
        let next = layers.order[cell.layer].get(cell.at + 1).map(|&next| &layers.cells[next]);
        let limit = next.map_or(i32::MAX, |next| next.x - next.left - GAP - cell.x);
        for is_down in [false, true] {
            let mut limit = limit;
            for line in side_lines(layers, node, is_down) {
                let (near, far) = layers.ends(line, is_down);
                let straight = layers.cells[far.cell].x + far.offset - layers.cells[node].x;
                let offset = near.offset.max(straight.min(limit));
                limit = offset - SIDE_STEP;
                *layers.end(line, is_down) = LineEnd { offset, ..near };
                layers.cells[node].right = layers.cells[node].right.max(offset);
            }
        }
    }
}

/// The lines at the side of a box, from the outermost.
fn side_lines(layers: &Layers, node: usize, is_down: bool) -> Vec<usize> {
    use compact_sort::CompactSort;
    let cell = &layers.cells[node];
    let lines = if is_down { &cell.down } else { &cell.up };
    let mut lines: Vec<usize> = lines.iter().copied().filter(|&line| layers.ends(line, is_down).0.is_side).collect();
    lines.compact_sort_by_key(|&line| -layers.ends(line, is_down).0.offset);
    lines
}
