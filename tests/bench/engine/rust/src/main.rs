//! Reads `CASE MODE` lines and answers each with one JSON line.

#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::io::Result<()> {
    native::answer()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
