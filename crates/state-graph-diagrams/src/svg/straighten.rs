//! Taking bends out of lines: cells that hang together by straight lines are moved as one block, together with what
//! is in their way, as long as the drawing gets less crooked.

use super::layers::{Kind, Layers, distance, weight};
use compact_sort::CompactSort;

const ROUNDS: usize = 6;
/// What a bend costs, however small it is: one long bend is better than two short ones.
const BEND: i64 = 10;
/// How often what is pushed takes more along.
const PUSHES: usize = 3;
/// How many cells and lines are looked at before a large drawing is left as it is.
const WORK: usize = 4_000_000;

pub(super) fn straighten(layers: &mut Layers) {
    let mut work = 0;
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for seed in 0..layers.cells.len() {
            for reach in [Reach::Alone, Reach::Line, Reach::All] {
                let mut block = Block::new(layers);
                block.reach_out(layers, seed, reach);
                work += block.cells.len();
                if work > WORK {
                    return;
                }
                // A block that is the same from each of its cells is only tried from the first.
                let is_same = reach == Reach::All || (reach == Reach::Line && layers.cells[seed].kind != Kind::Node);
                if is_same && block.cells.iter().any(|&cell| cell < seed) {
                    continue;
                }
                for by in moves(layers, &block.cells) {
                    is_better |= try_move(layers, block.clone(), by, &mut work);
                }
            }
        }
        if !is_better {
            break;
        }
    }
}

/// How crooked the lines are.
pub(super) fn crookedness(layers: &Layers) -> i64 {
    (0..layers.lines.len()).map(|line| cost(layers, line)).sum()
}

fn cost(layers: &Layers, line: usize) -> i64 {
    let off = offset(layers, line);
    let line = &layers.lines[line];
    // A line at a side can reach farther out instead.
    let is_bent = off > 0 && !line.lower.is_side || off < 0 && !line.upper.is_side;
    (i64::from(off.abs()) + BEND * i64::from(is_bent)) * weight(layers, line)
}

/// How far the upper end of a line is right of the lower.
fn offset(layers: &Layers, line: usize) -> i32 {
    let line = &layers.lines[line];
    let (upper, lower) = (&layers.cells[line.upper.cell], &layers.cells[line.lower.cell]);
    upper.x + line.upper.offset - lower.x - line.lower.offset
}

#[derive(Clone, Copy, PartialEq)]
enum Reach {
    Alone,
    /// Along the cells that only a line or a label passes through.
    Line,
    /// Through boxes as well.
    All,
}

/// Cells that move together.
#[derive(Clone)]
struct Block {
    cells: Vec<usize>,
    /// Per cell of the drawing.
    is_in: Vec<bool>,
}

impl Block {
    fn new(layers: &Layers) -> Self {
        Self { cells: Vec::new(), is_in: vec![false; layers.cells.len()] }
    }

    fn add(&mut self, cell: usize) {
        if !std::mem::replace(&mut self.is_in[cell], true) {
            self.cells.push(cell);
        }
    }

    /// Adds a cell and those that straight lines connect with it.
    fn reach_out(&mut self, layers: &Layers, seed: usize, reach: Reach) {
        let mut next = self.cells.len();
        self.add(seed);
        while let Some(&cell) = self.cells.get(next).filter(|_| reach != Reach::Alone) {
            next += 1;
            for &line in layers.cells[cell].up.iter().chain(&layers.cells[cell].down) {
                let other = layers.lines[line].upper.cell + layers.lines[line].lower.cell - cell;
                let may = reach == Reach::All || layers.cells[other].kind != Kind::Node;
                if may && offset(layers, line) == 0 {
                    self.add(other);
                }
            }
        }
    }
}

/// The moves that make one of the block's lines straight.
fn moves(layers: &Layers, block: &[usize]) -> Vec<i32> {
    let mut moves = Vec::new();
    for &cell in block {
        let up = layers.cells[cell].up.iter().map(|&line| offset(layers, line));
        let down = layers.cells[cell].down.iter().map(|&line| -offset(layers, line));
        for by in up.chain(down) {
            if by != 0 && moves.len() < 12 && !moves.contains(&by) {
                moves.push(by);
            }
        }
    }
    moves
}

/// Moves the block if that is an improvement. What is in the way is pushed alone, and where that does not help, with
/// all that hangs together with it.
fn try_move(layers: &mut Layers, mut block: Block, by: i32, work: &mut usize) -> bool {
    for _ in 0..PUSHES {
        let mut moved: Vec<(usize, i32)> = Vec::new();
        for &cell in &block.cells {
            moved.push((cell, layers.cells[cell].x));
            layers.cells[cell].x += by;
        }
        let mut touched: Vec<usize> = block.cells.iter().map(|&cell| layers.cells[cell].layer).collect();
        touched.compact_sort();
        touched.dedup();
        touched.into_iter().for_each(|layer| make_way(layers, layer, by > 0, &block, &mut moved));

        let mut lines: Vec<usize> = Vec::new();
        moved.iter().for_each(|&(cell, _)| lines.extend(layers.cells[cell].up.iter().chain(&layers.cells[cell].down)));
        lines.compact_sort();
        lines.dedup();
        *work += moved.len() + lines.len();
        let now: i64 = lines.iter().map(|&line| cost(layers, line)).sum();
        swap(layers, &mut moved);
        let before: i64 = lines.iter().map(|&line| cost(layers, line)).sum();
        if now < before {
            swap(layers, &mut moved);
            return true;
        }
        if moved.len() == block.cells.len() {
            break;
        }
        moved.iter().for_each(|&(cell, _)| block.reach_out(layers, cell, Reach::All));
    }
    false
}

/// Exchanges the places that are kept with those of the cells.
fn swap(layers: &mut Layers, moved: &mut [(usize, i32)]) {
    moved.iter_mut().for_each(|(cell, x)| std::mem::swap(&mut layers.cells[*cell].x, x));
}

/// Pushes cells to the right or to the left until all have their distance; adds those that were not in the block.
fn make_way(layers: &mut Layers, layer: usize, to_right: bool, block: &Block, moved: &mut Vec<(usize, i32)>) {
    for step in 1..layers.order[layer].len() {
        let at = if to_right { step } else { layers.order[layer].len() - step };
        let (left, right) = (layers.order[layer][at - 1], layers.order[layer][at]);
        let least = distance(&layers.cells[left], &layers.cells[right]);
        let missing = least - (layers.cells[right].x - layers.cells[left].x);
        if missing > 0 {
            let pushed = if to_right { right } else { left };
            if !block.is_in[pushed] {
                moved.push((pushed, layers.cells[pushed].x));
            }
            layers.cells[pushed].x += if to_right { missing } else { -missing };
        }
    }
}
