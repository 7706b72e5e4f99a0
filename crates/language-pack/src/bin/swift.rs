//! Swift.
#![no_main]
language_pack::pack!(source::Language::Swift, syntax::languages::swift::Swift);
