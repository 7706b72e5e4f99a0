//! Scala.
#![no_main]
language_pack::pack!(source::Language::Scala, syntax::languages::scala::Scala);
