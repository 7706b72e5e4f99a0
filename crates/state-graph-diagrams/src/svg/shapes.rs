//! What a picture is made of.

/// A point, in pixels from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

pub(super) struct Shape {
    pub(super) path: String,
    pub(super) kind: ShapeKind,
    pub(super) rect: Rect,
    pub(super) lines: Vec<String>,
    /// In small letters below the name.
    pub(super) note: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShapeKind {
    Plain,
    /// Around the graph in a node.
    Frame,
    /// The start or the end of the outermost graph.
    Terminal,
    /// The start of a graph in a node.
    Dot,
    /// The end of a graph in a node.
    Ring,
}

pub(super) struct Route {
    /// Which edge of its diagram, in words.
    pub(super) title: String,
    pub(super) is_conditional: bool,
    pub(super) strokes: Vec<Stroke>,
    pub(super) head: Head,
    pub(super) label: Option<Label>,
}

pub(super) struct Label {
    pub(super) rect: Rect,
    pub(super) text: String,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Stroke {
    Move(Point),
    Line(Point),
    /// A cubic curve by its two control points and its end.
    Curve(Point, Point, Point),
}

/// The head of an arrow.
pub(super) struct Head {
    pub(super) tip: Point,
    pub(super) direction: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Left,
    Right,
}

impl Point {
    pub(super) fn shifted(self, by: Self) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y }
    }
}

impl Rect {
    pub(super) fn right(&self) -> i32 {
        self.x + self.width
    }

    pub(super) fn bottom(&self) -> i32 {
        self.y + self.height
    }

    pub(super) fn middle(&self) -> Point {
        Point { x: self.x + self.width / 2, y: self.y + self.height / 2 }
    }

    pub(super) fn shifted(self, by: Point) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y, ..self }
    }
}

impl Route {
    pub(super) fn shift(&mut self, by: Point) {
        for stroke in &mut self.strokes {
            *stroke = match *stroke {
                Stroke::Move(to) => Stroke::Move(to.shifted(by)),
                Stroke::Line(to) => Stroke::Line(to.shifted(by)),
                Stroke::Curve(a, b, to) => Stroke::Curve(a.shifted(by), b.shifted(by), to.shifted(by)),
            };
        }
        self.head.tip = self.head.tip.shifted(by);
        if let Some(label) = &mut self.label {
            label.rect = label.rect.shifted(by);
        }
    }
}
