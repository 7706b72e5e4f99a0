//! A diagram as SVG, without a browser: layers from top to bottom, after Sugiyama.
//!
//! [`Layers`](layers::Layers) gives every edge a chain of cells through the layers, so that a line has a place of its
//! own beside the boxes; a label is a cell too. [`order`] puts the cells of each layer in the order with the fewest
//! crossings, [`place`] gives them coordinates. Nothing can overlap then: within a layer lines run straight down
//! through their cells, and they bend only between layers. An edge that leads back leaves and enters at the side of a
//! box. A graph inside a node is laid out first and then takes part as one large box.
//!
//! All coordinates are whole pixels.

mod boxes;
#[cfg(test)]
mod checks;
mod layers;
mod order;
mod picture;
mod place;
mod routes;
mod shapes;
mod sides;
mod straighten;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod write;

use std::collections::BTreeMap;

use crate::{Diagram, NodeStatus};
use picture::Picture;

impl Diagram {
    /// A standalone SVG document; nodes whose path is in `marks` show their status. A node inside the node
    /// `a` has the path `a:name`. Light or dark, as the reader's system is; names are escaped.
    pub fn svg(&self, marks: &BTreeMap<String, NodeStatus>) -> String {
        write::document(self, &Picture::of(self, ""), marks)
    }
}
