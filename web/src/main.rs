//! The page, in Leptos.
fn main() {}
