//! JavaScript.
#![no_main]
language_pack::pack!(source::Language::JavaScript, syntax::languages::ecmascript::JAVASCRIPT);
