//! Set-up, build, serve, test, bench.
fn main() {}
