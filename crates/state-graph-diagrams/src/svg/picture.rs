//! From a diagram to shapes and lines with coordinates.

use super::boxes::{head_height, label_size, shape, size, widen};
use super::layers::{Layers, Size};
use super::order::order;
use super::place::{place_across, place_down};
use super::routes::Drawing;
use super::shapes::{Point, Route, Shape};
use super::sides::reach_out;
use crate::layout::Ends;
use crate::nested::join;
use crate::{Diagram, DiagramNode};

/// Shapes and lines in a space from 0, 0.
pub(super) struct Picture {
    pub(super) width: i32,
    pub(super) height: i32,
    /// Frames come before what they hold.
    pub(super) shapes: Vec<Shape>,
    pub(super) routes: Vec<Route>,
}

impl Picture {
    /// The picture of the graph in the node at `outer`, which is empty for the outermost graph.
    pub(super) fn of(diagram: &Diagram, outer: &str) -> Self {
        let inner = |node: &DiagramNode| Some(Self::of(node.subgraph.as_ref()?, &join(outer, &node.name)));
        let mut nodes: Vec<(Shape, Option<Self>)> = diagram
            .nodes
            .iter()
            .map(|node| (inner(node), node))
            .map(|(inner, node)| (shape(node, outer, inner.as_ref().map(Self::size)), inner))
            .collect();
        nodes.iter_mut().for_each(|(shape, _)| widen(shape, diagram, outer));
        let sizes: Vec<Size> = nodes.iter().map(|(shape, _)| size(&shape.rect)).collect();
        let labels: Vec<Option<Size>> =
            diagram.edges.iter().map(|edge| edge.label.as_deref().map(label_size)).collect();
        let mut layers = Layers::of(&Ends::of(diagram), &sizes, &labels);
        order(&mut layers);
        layers.spread_lines();
        place_across(&mut layers);
        reach_out(&mut layers);
        let bands = place_down(&layers);

        let mut picture = Self { width: 0, height: 0, shapes: Vec::new(), routes: Vec::new() };
        picture.width = layers.cells.iter().map(|cell| cell.x + cell.right).max().unwrap_or(0);
        picture.height = bands.tops.last().zip(bands.heights.last()).map_or(0, |(top, height)| top + height);
        let mut boxes = Vec::new();
        for ((mut shape, inner), cell) in nodes.into_iter().zip(&layers.cells) {
            shape.rect.x = cell.x - shape.rect.width / 2;
            shape.rect.y = bands.tops[cell.layer] + (bands.heights[cell.layer] - shape.rect.height) / 2;
            boxes.push(shape.rect);
            picture.add(shape, inner);
        }
        let drawing = Drawing { diagram, layers: &layers, bands: &bands, boxes: &boxes };
        picture.routes.extend(layers.chains.iter().map(|chain| drawing.route(chain)));
        picture.routes.extend(layers.loops.iter().map(|&(edge, node)| drawing.self_loop(edge, node)));
        picture
    }

    fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    fn add(&mut self, shape: Shape, inner: Option<Self>) {
        let rect = shape.rect;
        let head = head_height(&shape);
        self.shapes.push(shape);
        if let Some(mut inner) = inner {
            let by = Point { x: rect.x + (rect.width - inner.width) / 2, y: rect.y + head };
            inner.shapes.iter_mut().for_each(|shape| shape.rect = shape.rect.shifted(by));
            inner.routes.iter_mut().for_each(|route| route.shift(by));
            self.shapes.append(&mut inner.shapes);
            self.routes.append(&mut inner.routes);
        }
    }
}
