//! The order of the cells in their layers: by the mean place of their neighbours, then by swapping neighbours while
//! that saves crossings; the best of several rounds stays.

use super::layers::{Layers, LineEnd};
use compact_sort::CompactSort;

const ROUNDS: usize = 16;

pub(super) fn order(layers: &mut Layers) {
    let mut best = (crossings(layers), layers.order.clone());
    for round in 0..ROUNDS {
        let is_down = round % 2 == 0;
        let count = layers.order.len();
        for step in 1..count {
            let layer = if is_down { step } else { count - 1 - step };
            sort_by_neighbours(layers, layer, is_down);
        }
        while swap_neighbours(layers) {}
        let now = crossings(layers);
        if now < best.0 {
            best = (now, layers.order.clone());
        }
    }
    for layer in 0..best.1.len() {
        set(layers, layer, std::mem::take(&mut best.1[layer]));
    }
}

fn set(layers: &mut Layers, layer: usize, order: Vec<usize>) {
    order.iter().enumerate().for_each(|(at, &cell)| layers.cells[cell].at = at);
    layers.order[layer] = order;
}

/// Where a line meets its cell, in halves of a place: at the side is right of the middle.
fn key(layers: &Layers, end: LineEnd) -> usize {
    layers.cells[end.cell].at * 2 + usize::from(end.is_side)
}

fn sort_by_neighbours(layers: &mut Layers, layer: usize, is_down: bool) {
    let mean = |cell: usize| {
        let cell = &layers.cells[cell];
        let lines = if is_down { &cell.up } else { &cell.down };
        let far = |&line: &usize| {
            let (near, far) = layers.ends(line, !is_down);
            // A line at the side would pull its box to the left of the line.
            key(layers, far) * 1000 + usize::from(far.is_side && !near.is_side)
        };
        // Thousandths, so that the order does not hang on floating point.
        if lines.is_empty() { cell.at * 2000 } else { lines.iter().map(far).sum::<usize>() / lines.len() }
    };
    let mut order: Vec<(usize, usize)> = layers.order[layer].iter().map(|&cell| (mean(cell), cell)).collect();
    order.compact_sort_by_key(|&(mean, _)| mean);
    set(layers, layer, order.into_iter().map(|(_, cell)| cell).collect());
}

/// One pass over all neighbours; whether any were swapped.
fn swap_neighbours(layers: &mut Layers) -> bool {
    let mut is_better = false;
    for layer in 0..layers.order.len() {
        for at in 1..layers.order[layer].len() {
            let (left, right) = (layers.order[layer][at - 1], layers.order[layer][at]);
            if pair_crossings(layers, left, right) > pair_crossings(layers, right, left) {
                layers.order[layer].swap(at - 1, at);
                layers.cells[left].at = at;
                layers.cells[right].at = at - 1;
                is_better = true;
            }
        }
    }
    is_better
}

/// How many lines of two cells cross when `left` is left of `right`.
fn pair_crossings(layers: &Layers, left: usize, right: usize) -> usize {
    let (left, right) = (&layers.cells[left], &layers.cells[right]);
    let upper = |line: &usize| key(layers, layers.lines[*line].upper);
    let lower = |line: &usize| key(layers, layers.lines[*line].lower);
    let count = |a: &[usize], b: &[usize], far: &dyn Fn(&usize) -> usize| {
        a.iter().map(|a| b.iter().filter(|b| far(a) > far(b)).count()).sum::<usize>()
    };
    count(&left.up, &right.up, &upper) + count(&left.down, &right.down, &lower)
}

/// How many lines cross in the whole drawing.
pub(super) fn crossings(layers: &Layers) -> usize {
    let mut count = 0;
    for cells in &layers.order {
        let lines = cells.iter().flat_map(|&cell| &layers.cells[cell].down).map(|&line| &layers.lines[line]);
        let lines: Vec<_> = lines.map(|line| (key(layers, line.upper), key(layers, line.lower))).collect();
        for (index, a) in lines.iter().enumerate() {
            count += lines[..index].iter().filter(|b| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1)).count();
        }
    }
    count
}
