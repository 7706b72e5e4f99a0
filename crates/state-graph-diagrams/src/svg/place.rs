//! Coordinates. Every cell is pulled to where its lines are straight (the weighted median of its neighbours); cells
//! of a layer keep their order and their distances. Where wishes collide, the cells share the way they are pushed.

use super::layers::{Cell, Kind, Layers, distance, weight};
use super::straighten::{crookedness, straighten};
use compact_sort::CompactSort;

const ROUNDS: usize = 24;

/// The top of every layer and the height of the whole.
pub(super) struct Bands {
    pub(super) tops: Vec<i32>,
    pub(super) heights: Vec<i32>,
}

#[derive(Clone, Copy, PartialEq)]
enum Towards {
    Above,
    Below,
    Both,
}

/// Gives every cell its `x`, from 0.
pub(super) fn place_across(layers: &mut Layers) {
    for layer in 0..layers.order.len() {
        let wishes: Vec<(f64, f64)> = layers.order[layer].iter().map(|_| (0.0, 1.0)).collect();
        settle(layers, layer, &wishes);
    }
    let all: Vec<usize> = (0..layers.order.len()).collect();
    let mut best = (i64::MAX, Vec::new());
    for round in 0..ROUNDS {
        for &layer in &all {
            attract(layers, layer, if round % 3 == 2 { Towards::Both } else { Towards::Above });
        }
        for &layer in all.iter().rev() {
            attract(layers, layer, if round % 3 == 1 { Towards::Below } else { Towards::Both });
        }
        let bent = crookedness(layers);
        if bent < best.0 {
            best = (bent, layers.cells.iter().map(|cell| cell.x).collect());
        }
    }
    layers.cells.iter_mut().zip(best.1).for_each(|(cell, x)| cell.x = x);
    straighten(layers);
    let leftmost = layers.cells.iter().map(|cell| cell.x - cell.left).min().unwrap_or(0);
    layers.cells.iter_mut().for_each(|cell| cell.x -= leftmost);
}

/// Moves the cells of a layer towards where their lines lead.
fn attract(layers: &mut Layers, layer: usize, towards: Towards) {
    let wish = |&cell: &usize| {
        let near = &layers.cells[cell];
        let up = near.up.iter().filter(|_| towards != Towards::Below).map(|&line| (line, false));
        let down = near.down.iter().filter(|_| towards != Towards::Above).map(|&line| (line, true));
        let wish = |(line, is_down): (usize, bool)| {
            let (own, other) = layers.ends(line, is_down);
            (layers.cells[other.cell].x + other.offset - own.offset, weight(layers, &layers.lines[line]))
        };
        let wishes: Vec<(i32, i64)> = up.chain(down).map(wish).collect();
        let total: i64 = wishes.iter().map(|wish| wish.1).sum();
        // A cell without lines in this direction stays unless it is in the way.
        weighted_median(wishes).map_or((f64::from(near.x), 0.1), |x| (x, total as f64))
    };
    let wishes: Vec<(f64, f64)> = layers.order[layer].iter().map(wish).collect();
    settle(layers, layer, &wishes);
}

fn weighted_median(mut wishes: Vec<(i32, i64)>) -> Option<f64> {
    wishes.compact_sort();
    let total: i64 = wishes.iter().map(|wish| wish.1).sum();
    let mut seen = 0;
    for (index, &(x, weight)) in wishes.iter().enumerate() {
        seen += weight;
        if seen * 2 == total {
            let next = wishes.get(index + 1).map_or(x, |wish| wish.0);
            return Some(f64::from(x + next) / 2.0);
        }
        if seen * 2 > total {
            return Some(f64::from(x));
        }
    }
    None
}

/// Places a layer's cells as near to their wishes `(x, weight)` as their order and distances allow: with the distances
/// taken off it is an isotonic regression, solved by pooling neighbours that are in each other's way.
fn settle(layers: &mut Layers, layer: usize, wishes: &[(f64, f64)]) {
    let order = &layers.order[layer];
    let mut offsets = vec![0; order.len()];
    for at in 1..order.len() {
        offsets[at] = offsets[at - 1] + distance(&layers.cells[order[at - 1]], &layers.cells[order[at]]);
    }
    // Each pool: its position, how heavy it is, how many cells it has.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (&(x, weight), &offset) in wishes.iter().zip(&offsets) {
        pools.push((x - f64::from(offset), weight, 1));
        while let [.., left, right] = pools[..]
            && left.0 > right.0
        {
            let weight = left.1 + right.1;
            pools.truncate(pools.len() - 2);
            pools.push(((left.0 * left.1 + right.0 * right.1) / weight, weight, left.2 + right.2));
        }
    }
    let xs = pools.iter().flat_map(|&(x, _, count)| std::iter::repeat_n(x.round() as i32, count));
    for ((&cell, x), offset) in order.iter().zip(xs).zip(offsets) {
        layers.cells[cell].x = x + offset;
    }
}

/// The layers from top to bottom; far lines get more room to bend.
pub(super) fn place_down(layers: &Layers) -> Bands {
    let mut bands = Bands { tops: Vec::new(), heights: Vec::new() };
    let mut y = 0;
    let has_labels = |cells: &Vec<usize>| cells.iter().any(|&cell| layers.cells[cell].kind == Kind::Label);
    for (layer, cells) in layers.order.iter().enumerate() {
        let gap = match (has_labels(cells), layers.order.get(layer + 1).is_some_and(has_labels)) {
            (true, _) => 26,
            (false, true) => 20,
            (false, false) => 34,
        };
        let cells: Vec<&Cell> = cells.iter().map(|&cell| &layers.cells[cell]).collect();
        let height = cells.iter().map(|cell| cell.height).max().unwrap_or(0);
        let lines = cells.iter().flat_map(|cell| &cell.down).map(|&line| &layers.lines[line]);
        let across = lines.map(|line| {
            let (upper, lower) = (layers.cells[line.upper.cell].x, layers.cells[line.lower.cell].x);
            (upper + line.upper.offset - lower - line.lower.offset).abs()
        });
        bands.tops.push(y);
        bands.heights.push(height);
        y += height + gap + (across.max().unwrap_or(0) / 12).min(28);
    }
    bands
}
