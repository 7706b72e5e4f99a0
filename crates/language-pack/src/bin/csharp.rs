//! C#.
#![no_main]
language_pack::pack!(source::Language::CSharp, syntax::languages::csharp::CSharp);
