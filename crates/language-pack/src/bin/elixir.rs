//! Elixir.
#![no_main]
language_pack::pack!(source::Language::Elixir, syntax::languages::elixir::Elixir);
