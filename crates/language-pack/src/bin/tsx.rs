//! TSX.
#![no_main]
language_pack::pack!(source::Language::Tsx, syntax::languages::ecmascript::TSX);
