//! Zig.
#![no_main]
language_pack::pack!(source::Language::Zig, syntax::languages::zig::Zig);
