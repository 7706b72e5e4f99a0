//! Lua.
#![no_main]
language_pack::pack!(source::Language::Lua, syntax::languages::lua::Lua);
