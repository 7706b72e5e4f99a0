//! C.
#![no_main]
language_pack::pack!(source::Language::C, syntax::languages::c_family::C);
