//! `#[derive(State)]` and `#[derive(Route)]` for `state-graph`; documented at that crate's traits of the same names.
//!
//! One file per derive. Of [`state`]: `channel` reads a field's attribute, `update` makes the partial update,
//! `update_serde` its serialised form, `overwrites` what `overwrite_<field>` needs of them, `channel_code` what each
//! kind of channel adds to them.

mod channel;
mod channel_code;
mod overwrites;
mod route;
mod state;
mod update;
mod update_serde;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `state_graph::State`, makes the partial update `<Name>Update` and the alias `<Name>Context<'_>` for
/// `state_graph::NodeContext<'_, Name>`.
#[proc_macro_derive(State, attributes(state, channel))]
pub fn derive_state(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    state::expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Implements `state_graph::Route`.
#[proc_macro_derive(Route, attributes(route))]
pub fn derive_route(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    route::expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
