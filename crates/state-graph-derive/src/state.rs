//! `#[derive(State)]`.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, Result, Type};

use crate::channel::{Channel, StateField};
use crate::overwrites::Overwrites;
use crate::update::{update_impl, update_name, update_struct};
use crate::update_serde::serde_impls;

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a State is a struct"));
    };
    let Fields::Named(named) = &data.fields else {
        return Err(Error::new_spanned(&input.ident, "a State has named fields"));
    };
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "a State has no type or lifetime parameters"));
    }
    let fields = named.named.iter().map(StateField::of).collect::<Result<Vec<_>>>()?;
    refuse_taken_names(&fields)?;
    let update = update_name(&input.ident);
    let overwrites = Overwrites::of(&input.ident, &fields);
    let declaration = update_struct(input, &fields, &overwrites);
    let impls = [
        serde_impls(&update, &fields, &overwrites),
        update_impl(&update, &fields, &overwrites),
        state_impl(input, &update, &fields, &overwrites)?,
    ];
    let alias = context_alias(input);
    Ok(quote! {
        #declaration

        #alias

        #(#impls)*
    })
}

/// `<Name>Context<'r>`: what nodes of this state get beside it.
fn context_alias(input: &DeriveInput) -> TokenStream {
    let (visibility, state) = (&input.vis, &input.ident);
    let alias = format_ident!("{state}Context", span = Span::call_site());
    let doc = format!("The context that nodes with the state [`{state}`] get.");
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #visibility type #alias<'r> = ::state_graph::NodeContext<'r, #state>;
    }
}

/// A field must not be called as another one's `overwrite_<field>`.
fn refuse_taken_names(fields: &[StateField<'_>]) -> Result<()> {
    for field in fields {
        if let Some(other) = fields.iter().find(|other| other.overwrite_method().is_some_and(|name| name == field.name))
        {
            let message = format!("`{}` is what overwrites `{}`; call the field otherwise", field.name, other.name);
            return Err(Error::new_spanned(field.ident, message));
        }
    }
    Ok(())
}

fn event_type(attributes: &[Attribute]) -> Result<Type> {
    let mut event = syn::parse_quote!(::state_graph::__private::serde_json::Value);
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("state")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("event") {
                return Err(meta.error("expected `event = Type`"));
            }
            event = meta.value()?.parse()?;
            Ok(())
        })?;
    }
    Ok(event)
}

fn state_impl(
    input: &DeriveInput,
    update: &Ident,
    fields: &[StateField<'_>],
    overwrites: &Overwrites<'_>,
) -> Result<TokenStream> {
    let (state, event) = (&input.ident, event_type(&input.attrs)?);
    let channels = fields.iter().map(|f| {
        let (name, kind) = (&f.name, f.channel.kind());
        quote!(::state_graph::ChannelInfo { name: #name, kind: #kind })
    });
    let once = check_once(fields);
    let check_overwrites = overwrites.check();
    let checks = fields.iter().filter_map(StateField::check);
    let name_messages = fields.iter().filter_map(StateField::name_messages);
    let name_writes = fields.iter().filter_map(StateField::name_writes);
    let begins = fields.iter().filter_map(StateField::begin);
    let applies = fields.iter().map(StateField::apply);
    let (drop_writes, overwrite) = (overwrites.drop_writes(), overwrites.apply());
    Ok(quote! {
        impl ::state_graph::State for #state {
            type Update = #update;
            type Event = #event;

            const CHANNELS: &'static [::state_graph::ChannelInfo] = &[#(#channels),*];

            #[allow(unused_variables)]
            fn check(
                &self,
                step: &[::state_graph::NodeWrites<'_, Self>],
            ) -> ::core::result::Result<(), ::state_graph::channel::ChannelError> {
                #once
                #check_overwrites
                #(#checks)*
                ::core::result::Result::Ok(())
            }

            #[allow(unused_variables)]
            fn name_messages(&mut self, ids: &mut ::state_graph::MessageIds<'_>) {
                #(#name_messages)*
            }

            #[allow(unused_variables)]
            fn name_writes(&self, update: &mut #update, ids: &mut ::state_graph::MessageIds<'_>) {
                #(#name_writes)*
            }

            #[allow(unused_variables)]
            fn apply(&mut self, __step: &mut [#update]) {
                #drop_writes
                #(#begins)*
                for __update in __step {
                    #(#applies;)*
                    #overwrite
                }
            }
        }
    })
}

/// The check of the fields that take one write per superstep.
fn check_once(fields: &[StateField<'_>]) -> Option<TokenStream> {
    let once = fields.iter().filter(|field| matches!(field.channel, Channel::Overwrite | Channel::Untracked));
    let (names, idents): (Vec<&String>, Vec<&Ident>) = once.map(|field| (&field.name, field.ident)).unzip();
    (!names.is_empty()).then(|| {
        quote! {
            ::state_graph::channel::overwrite::check(
                [#(#names),*],
                step.iter().map(|writes| (writes.node, [#(writes.update.#idents.len()),*])),
            )?;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(input: &str) -> Result<String> {
        expand(&syn::parse_str(input).unwrap()).map(|code| code.to_string())
    }

    #[test]
    fn misuse_is_reported_in_words() {
        let untracked = "an untracked field has `#[serde(skip)]`, so that a checkpoint leaves it out";
        for (input, expected) in [
            ("enum E { A }", "a State is a struct"),
            ("struct T(u8);", "a State has named fields"),
            ("struct G<T> { a: T }", "a State has no type or lifetime parameters"),
            ("#[state(events = E)] struct S { a: u8 }", "expected `event = Type`"),
            ("struct S { #[channel(append, merge)] a: Vec<u8> }", "a field has one channel"),
            ("struct S { #[channel(write = u8)] a: u8 }", "`write = Type` goes with `reduce = path`"),
            (
                "struct S { #[channel(last)] a: u8 }",
                "expected `overwrite`, `append`, `messages`, `merge`, `topic`, `reduce = path`, `write = Type`, \
                 `barrier(\"name\", ...)` or `untracked`",
            ),
            ("struct S { #[channel(untracked)] a: u8 }", untracked),
            ("struct S { #[channel(untracked)] #[serde(default)] a: u8 }", untracked),
            (
                "struct S { #[channel(barrier)] a: Barrier }",
                "expected the names that the barrier waits for: `barrier(\"a\", \"b\")`",
            ),
            ("struct S { #[channel(barrier())] a: Barrier }", "a barrier waits for at least one name"),
            (
                "struct S { #[channel(append)] log: Vec<u8>, overwrite_log: u8 }",
                "`overwrite_log` is what overwrites `log`; call the field otherwise",
            ),
        ] {
            assert_eq!(expanded(input).unwrap_err().to_string(), expected, "{input}");
        }
    }

    #[test]
    fn an_untracked_field_is_skipped_by_serde() {
        assert!(expanded("struct S { #[channel(untracked)] #[serde(skip)] a: u8 }").is_ok());
        let among_others = r#"#[serde(bound(serialize = ""), default = "one", skip)]"#;
        assert!(expanded(&format!("struct S {{ {among_others} #[channel(untracked)] a: u8 }}")).is_ok());
    }

    #[test]
    fn a_keyword_field_is_named_without_its_mark() {
        let expanded = expanded("struct S { r#type: u8 }").unwrap();
        assert!(expanded.contains("\"type\"") && !expanded.contains("\"r#type\""));
    }
}
