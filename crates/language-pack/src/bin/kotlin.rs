//! Kotlin.
#![no_main]
language_pack::pack!(source::Language::Kotlin, syntax::languages::kotlin::Kotlin);
