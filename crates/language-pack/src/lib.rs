//! One language of syntax as a wasm module with no imports.
//!
//! Layout decided: this lib holds the ABI's body (`run(&dyn LanguageSupport, op, ptr, len)`, alloc, free) and a macro
//! `pack!(syntax::languages::python::Python)`; `src/bin/<language>.rs` is `#![no_main]` plus that macro, one bin a
//! language, so that ONE cargo call builds all packs (`cargo build -p language-pack --features packs --profile pack
//! --target wasm32-unknown-unknown`) and no two builds share an output name. `syntax` therefore needs
//! `parse_with(&dyn LanguageSupport, text)` and `highlight_with`, and public language modules; the bin must not reach
//! the registry `languages::support`, or every grammar is linked in.
