//! The command `quarry`.
fn main() {}
