//! Dart.
#![no_main]
language_pack::pack!(source::Language::Dart, syntax::languages::dart::Dart);
