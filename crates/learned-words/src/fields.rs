//! What the words of a function count for.

use crate::bag::{Bag, dampened};

/// The words of a function, by where they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fields {
    /// Its name.
    pub name: Bag,
    /// Its text, from its first byte to its last.
    pub body: Bag,
    /// The path of its file.
    pub path: Bag,
}

/// Chosen on the training half, see `docs/search.md`.
const NAME: f32 = 0.3;
const BODY: f32 = 1.0;
const PATH: f32 = 0.5;

impl Fields {
    /// Each word with its weight, field after field: a word that is in two fields is listed twice.
    pub fn weighed(&self) -> Vec<(u32, f32)> {
        let fields = [(&self.name, NAME), (&self.body, BODY), (&self.path, PATH)];
        fields.into_iter().flat_map(|(bag, weight)| weighed(bag, weight)).collect()
    }
}

/// The words of a field: 1 + ln of how often each occurs, divided by the square root of the sum of these.
fn weighed(bag: &Bag, weight: f32) -> impl Iterator<Item = (u32, f32)> {
    let sum: f32 = bag.iter().map(|(_, count)| damped(*count)).sum();
    let factor = weight / sum.max(1.0).sqrt();
    bag.iter().map(move |(word, count)| (*word, factor * damped(*count)))
}

fn damped(count: u32) -> f32 {
    dampened(count) as f32 / 256.0
}

/// The words of a query with their weights.
pub fn of_query(bag: &Bag) -> Vec<(u32, f32)> {
    bag.iter().map(|(word, count)| (*word, damped(*count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_body_counts_by_the_root_of_its_length() {
        let body = (0..4).map(|word| (word, 1)).collect();
        let fields = Fields { name: vec![(9, 1)], body, path: Bag::new() };
        assert_eq!(fields.weighed(), [(9, 0.3), (0, 0.5), (1, 0.5), (2, 0.5), (3, 0.5)]);
        assert_eq!(Fields::default().weighed(), []);
        assert_eq!(of_query(&vec![(3, 2)]), [(3, 433.0 / 256.0)]);
    }
}
