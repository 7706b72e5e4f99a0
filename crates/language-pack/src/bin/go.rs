//! Go.
#![no_main]
language_pack::pack!(source::Language::Go, syntax::languages::go::Go);
