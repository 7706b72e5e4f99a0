//! HCL.
#![no_main]
language_pack::pack!(source::Language::Hcl, syntax::languages::hcl::Hcl);
