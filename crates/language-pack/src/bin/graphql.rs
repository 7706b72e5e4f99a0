//! GraphQL.
#![no_main]
language_pack::pack!(source::Language::GraphQl, syntax::languages::graphql::GraphQl);
