//! C++.
#![no_main]
language_pack::pack!(source::Language::Cpp, syntax::languages::c_family::CPP);
