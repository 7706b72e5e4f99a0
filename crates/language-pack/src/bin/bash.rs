//! Shell scripts.
#![no_main]
language_pack::pack!(source::Language::Shell, syntax::languages::bash::Bash);
