//! Python.
#![no_main]
language_pack::pack!(source::Language::Python, syntax::languages::python::Python);
