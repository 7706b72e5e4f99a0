//! Rust.
#![no_main]
language_pack::pack!(source::Language::Rust, syntax::languages::rust::Rust);
