//! What a picture promises.

use super::picture::Picture;
use super::shapes::{Direction, Point, Rect, Route, Shape, Stroke};
use crate::Diagram;

impl Rect {
    /// With this much room around it, or less if negative.
    fn grown(&self, by: i32) -> Self {
        Self { x: self.x - by, y: self.y - by, width: self.width + 2 * by, height: self.height + 2 * by }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    fn holds(&self, point: Point) -> bool {
        self.x < point.x && point.x < self.right() && self.y < point.y && point.y < self.bottom()
    }

    fn encloses(&self, other: &Self) -> bool {
        self.x <= other.x && other.right() <= self.right() && self.y <= other.y && other.bottom() <= self.bottom()
    }
}

/// Points along a line, at most a few pixels apart.
pub(super) fn points(route: &Route) -> Vec<Point> {
    let mut points = Vec::new();
    let mut at = Point { x: 0, y: 0 };
    for stroke in &route.strokes {
        let (a, b, to) = match *stroke {
            Stroke::Move(to) => (to, to, to),
            Stroke::Line(to) => (at, to, to),
            Stroke::Curve(a, b, to) => (a, b, to),
        };
        if matches!(stroke, Stroke::Move(_)) {
            at = to;
        }
        for step in 0..=48 {
            let t = f64::from(step) / 48.0;
            let mix = |p: [i32; 4]| {
                let [p0, p1, p2, p3] = p.map(f64::from);
                let u = 1.0 - t;
                (u * u * u * p0 + 3.0 * u * u * t * p1 + 3.0 * u * t * t * p2 + t * t * t * p3).round() as i32
            };
            points.push(Point { x: mix([at.x, a.x, b.x, to.x]), y: mix([at.y, a.y, b.y, to.y]) });
        }
        at = to;
    }
    points
}

fn is_inside(inner: &Shape, outer: &Shape) -> bool {
    inner.path.starts_with(&format!("{}:", outer.path))
}

/// Nothing overlaps, and all is inside the picture.
pub(super) fn check(diagram: &Diagram) -> Picture {
    let picture = Picture::of(diagram, "");
    let page = Rect { x: 0, y: 0, width: picture.width, height: picture.height };
    for (index, shape) in picture.shapes.iter().enumerate() {
        assert!(page.encloses(&shape.rect), "{} leaves the picture", shape.path);
        for other in &picture.shapes[..index] {
            match is_inside(shape, other) {
                true => assert!(other.rect.grown(-2).encloses(&shape.rect), "{} leaves {}", shape.path, other.path),
                false => assert!(!shape.rect.grown(5).overlaps(&other.rect), "{} and {}", shape.path, other.path),
            }
        }
    }
    let labels: Vec<(&Route, &Rect)> =
        picture.routes.iter().filter_map(|route| Some((route, &route.label.as_ref()?.rect))).collect();
    for (index, (route, label)) in labels.iter().enumerate() {
        assert!(page.encloses(label), "the label of {} leaves the picture", route.title);
        for (other, rect) in &labels[..index] {
            assert!(!label.overlaps(rect), "the labels of {} and {}", route.title, other.title);
        }
        for shape in picture.shapes.iter().filter(|shape| !shape.rect.encloses(label)) {
            assert!(!label.overlaps(&shape.rect), "the label of {} and {}", route.title, shape.path);
        }
    }
    for route in &picture.routes {
        check_line(route, &picture, &labels);
    }
    picture
}

fn check_line(route: &Route, picture: &Picture, labels: &[(&Route, &Rect)]) {
    let points = points(route);
    let ends = [points[0], route.head.tip];
    for shape in &picture.shapes {
        // The frames around an edge hold all of it.
        let is_around = ends.iter().all(|&end| shape.rect.holds(end));
        let crossing = points.iter().find(|&&point| !is_around && shape.rect.grown(-1).holds(point));
        assert!(crossing.is_none(), "{} runs through {} at {crossing:?}", route.title, shape.path);
    }
    for (other, label) in labels {
        let crossing = points.iter().find(|&&point| label.grown(-1).holds(point));
        assert!(crossing.is_none(), "{} runs through the label of {}", route.title, other.title);
    }
}

/// Every line of a flat diagram starts at the border of its node and its head touches the border of its target.
pub(super) fn check_ends(picture: &Picture) {
    let shown = |name: &str| picture.shapes.iter().find(|shape| shape.path == name).unwrap().rect;
    for route in &picture.routes {
        let (from, to) = route.title.split(": ").next().unwrap().split_once(" to ").unwrap();
        let (start, tip) = (points(route)[0], route.head.tip);
        for (point, rect) in [(start, shown(from)), (tip, shown(to))] {
            assert!(rect.grown(1).holds(point) && !rect.holds(point), "{}: {point:?} of {rect:?}", route.title);
        }
        let middle = shown(to).middle();
        match route.head.direction {
            Direction::Down => assert!(tip.y < middle.y),
            Direction::Left => assert!(tip.x > middle.x),
            Direction::Right => assert!(tip.x < middle.x),
        }
    }
}
