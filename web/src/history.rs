//! Visited places in the code, with back and forward.

/// Lines of a file. `start` 0 means the file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    pub path: String,
    /// First line, from 1.
    pub start: u32,
    pub end: u32,
}

/// What was visited, and where in it one is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History<T> {
    visited: Vec<T>,
    at: usize,
}

const LONGEST: usize = 200;

impl<T: PartialEq> History<T> {
    /// Visits a place, and drops what was ahead. Visiting the current place changes nothing.
    pub fn visit(&mut self, place: T) {
        if self.current() == Some(&place) {
            return;
        }
        self.visited.truncate(self.at + 1);
        self.visited.push(place);
        if self.visited.len() > LONGEST {
            self.visited.remove(0);
        }
        self.at = self.visited.len() - 1;
    }

    /// Goes to a place: a step back or forward where it is next to this one, else a visit.
    pub fn go_to(&mut self, place: T) {
        let is_at = |at: Option<usize>| at.and_then(|at| self.visited.get(at)) == Some(&place);
        if is_at(self.at.checked_sub(1)) {
            self.at -= 1;
        } else if is_at(Some(self.at + 1)) {
            self.at += 1;
        } else {
            self.visit(place);
        }
    }

    /// All that was visited, oldest first.
    pub fn visited(&self) -> &[T] {
        &self.visited
    }

    pub fn current(&self) -> Option<&T> {
        self.visited.get(self.at)
    }

    /// One step back; false at the beginning.
    pub fn back(&mut self) -> bool {
        let can = self.can_go_back();
        self.at -= usize::from(can);
        can
    }

    /// One step forward; false at the end.
    pub fn forward(&mut self) -> bool {
        let can = self.can_go_forward();
        self.at += usize::from(can);
        can
    }

    pub fn can_go_back(&self) -> bool {
        self.at > 0
    }

    pub fn can_go_forward(&self) -> bool {
        self.at + 1 < self.visited.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_and_forward_walk_what_was_visited() {
        let mut history = History::default();
        assert!(!history.back() && history.current().is_none());
        for place in ["a", "b", "b", "c"] {
            history.visit(place);
        }
        assert!(history.back() && history.back() && !history.back());
        assert_eq!(history.current(), Some(&"a"));
        assert!(history.forward());
        history.visit("d");
        assert_eq!((history.current(), history.can_go_forward()), (Some(&"d"), false));
    }

    #[test]
    fn going_to_the_place_before_is_a_step_back() {
        let mut history = History::default();
        ["a", "b", "c"].into_iter().for_each(|place| history.visit(place));
        history.go_to("b");
        assert_eq!((history.current(), history.can_go_forward()), (Some(&"b"), true));
        history.go_to("c");
        assert_eq!((history.current(), history.can_go_forward()), (Some(&"c"), false));
        history.go_to("d");
        assert!(history.back() && history.current() == Some(&"c"));
    }
}
