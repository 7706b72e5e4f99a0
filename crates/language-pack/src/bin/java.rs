//! Java.
#![no_main]
language_pack::pack!(source::Language::Java, syntax::languages::java::Java);
