//! TypeScript.
#![no_main]
language_pack::pack!(source::Language::TypeScript, syntax::languages::ecmascript::TYPESCRIPT);
