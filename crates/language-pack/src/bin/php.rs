//! PHP.
#![no_main]
language_pack::pack!(source::Language::Php, syntax::languages::php::Php);
