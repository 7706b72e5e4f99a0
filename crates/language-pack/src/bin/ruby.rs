//! Ruby.
#![no_main]
language_pack::pack!(source::Language::Ruby, syntax::languages::ruby::Ruby);
