//! SQL.
#![no_main]
language_pack::pack!(source::Language::Sql, syntax::languages::sql::Sql);
