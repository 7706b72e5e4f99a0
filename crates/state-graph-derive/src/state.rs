//! `#[derive(State)]`.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Field, Fields, Ident, Result, Type};

use crate::channel::Channel;

struct StateField<'a> {
    field: &'a Field,
    ident: &'a Ident,
    /// The name as a string, without `r#`.
    name: String,
    channel: Channel,
}

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
    let fields = named.named.iter().map(state_field).collect::<Result<Vec<_>>>()?;
    let event = event_type(&input.attrs)?;
    let update = update_struct(input, &fields);
    let state = state_impl(&input.ident, &fields, &event);
    Ok(quote!(#update #state))
}

fn state_field(field: &Field) -> Result<StateField<'_>> {
    let ident = field.ident.as_ref().ok_or_else(|| Error::new_spanned(field, "a State has named fields"))?;
    let name = ident.to_string().trim_start_matches("r#").to_owned();
    Ok(StateField { field, ident, name, channel: Channel::of(field)? })
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

fn update_name(state: &Ident) -> Ident {
    format_ident!("{state}Update")
}

fn update_struct(input: &DeriveInput, fields: &[StateField<'_>]) -> TokenStream {
    let (visibility, state) = (&input.vis, &input.ident);
    let update = update_name(state);
    let declared = fields.iter().map(|f| {
        let (vis, ident, docs) = (&f.field.vis, f.ident, docs(&f.field.attrs, &f.name));
        let write = f.channel.write_type(&f.field.ty);
        quote!(#docs #vis #ident: ::state_graph::Writes<#write>)
    });
    let methods = fields.iter().map(|f| {
        let (vis, ident) = (&f.field.vis, f.ident);
        // The span of generated code, so that a method that nobody calls is not reported as dead.
        let mut method = ident.clone();
        method.set_span(Span::call_site());
        let (parameter, write) = f.channel.parameter(&f.field.ty);
        let doc = format!("Writes `{}`.", f.name);
        quote! {
            #[doc = #doc]
            #[must_use]
            #vis fn #method(mut self, value: #parameter) -> Self {
                self.#ident.push(#write);
                self
            }
        }
    });
    let update_impl = update_impl(&update, fields);
    let doc = format!("A partial update of [`{state}`]: writes per field, in order.");
    quote! {
        #[doc = #doc]
        #[derive(
            ::core::clone::Clone,
            ::core::default::Default,
            ::state_graph::__private::serde::Serialize,
            ::state_graph::__private::serde::Deserialize,
        )]
        #[serde(crate = "::state_graph::__private::serde")]
        #visibility struct #update { #(#declared),* }

        impl #update {
            /// An update that writes nothing.
            #visibility fn new() -> Self {
                ::core::default::Default::default()
            }
            #(#methods)*
        }
        #update_impl
    }
}

fn update_impl(update: &Ident, fields: &[StateField<'_>]) -> TokenStream {
    let to_json = fields.iter().map(|f| {
        let (name, value) = (&f.name, f.channel.to_json(f.ident));
        quote! {
            let value = #value
                .map_err(|source| ::state_graph::UpdateJsonError { channel: #name, source })?;
            if let ::core::option::Option::Some(value) = value {
                object.insert(::std::string::String::from(#name), value);
            }
        }
    });
    let written = fields.iter().map(|f| {
        let (ident, name) = (f.ident, &f.name);
        quote!(if !self.#ident.is_empty() { written.push(#name); })
    });
    let title = update.to_string();
    quote! {
        impl ::state_graph::Update for #update {
            fn to_json(
                &self,
            ) -> ::core::result::Result<::state_graph::__private::serde_json::Value, ::state_graph::UpdateJsonError> {
                let mut object = ::state_graph::__private::serde_json::Map::new();
                #(#to_json)*
                ::core::result::Result::Ok(::state_graph::__private::serde_json::Value::Object(object))
            }

            fn written(&self) -> ::std::vec::Vec<&'static str> {
                let mut written = ::std::vec::Vec::new();
                #(#written)*
                written
            }
        }

        impl ::core::fmt::Debug for #update {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match ::state_graph::Update::to_json(self) {
                    ::core::result::Result::Ok(value) => ::core::write!(f, "{} {}", #title, value),
                    ::core::result::Result::Err(error) => ::core::write!(f, "{} ({})", #title, error),
                }
            }
        }
    }
}

fn state_impl(state: &Ident, fields: &[StateField<'_>], event: &Type) -> TokenStream {
    let update = update_name(state);
    let checks = fields.iter().filter_map(|f| f.channel.check(f.ident, &f.name));
    let names = fields.iter().filter_map(|f| f.channel.name_messages(f.ident));
    let clears = fields.iter().filter_map(|f| f.channel.clear(f.ident));
    let applies = fields.iter().map(|f| f.channel.apply(f.ident));
    quote! {
        impl ::state_graph::State for #state {
            type Update = #update;
            type Event = #event;

            fn check(
                &self,
                step: &[::state_graph::NodeWrites<'_, Self>],
            ) -> ::core::result::Result<(), ::state_graph::channel::ChannelError> {
                let _ = step;
                #(#checks)*
                ::core::result::Result::Ok(())
            }

            fn name_messages(&mut self, ids: &mut ::state_graph::MessageIds<'_>) {
                let _ = &ids;
                #(#names)*
            }

            fn clear_topics(&mut self) {
                #(#clears)*
            }

            fn fold(&mut self, update: Self::Update, ids: &mut ::state_graph::MessageIds<'_>) {
                let _ = (&update, &ids);
                #(#applies)*
            }
        }
    }
}

/// The field's own docs, or a sentence if it has none.
fn docs(attributes: &[Attribute], name: &str) -> TokenStream {
    let docs: Vec<_> = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).collect();
    if docs.is_empty() {
        let doc = format!("The writes of `{name}`.");
        return quote!(#[doc = #doc]);
    }
    quote!(#(#docs)*)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[track_caller]
    fn refused(input: &DeriveInput, expected: &str) {
        assert_eq!(expand(input).unwrap_err().to_string(), expected);
    }

    #[test]
    fn misuse_is_told_in_words() {
        refused(
            &parse_quote!(
                enum E {
                    A,
                }
            ),
            "a State is a struct",
        );
        refused(
            &parse_quote!(
                struct T(u8);
            ),
            "a State has named fields",
        );
        refused(
            &parse_quote!(
                struct G<T> {
                    a: T,
                }
            ),
            "a State has no type or lifetime parameters",
        );
        refused(
            &parse_quote!(
                #[state(events = E)]
                struct S {
                    a: u8,
                }
            ),
            "expected `event = Type`",
        );
        refused(
            &parse_quote!(
                struct S {
                    #[channel(append, merge)]
                    a: Vec<u8>,
                }
            ),
            "a field has one channel",
        );
        refused(
            &parse_quote!(
                struct S {
                    #[channel(write = u8)]
                    a: u8,
                }
            ),
            "`write = Type` goes with `reduce = path`",
        );
        refused(
            &parse_quote!(
                struct S {
                    #[channel(last)]
                    a: u8,
                }
            ),
            "expected `overwrite`, `append`, `messages`, `merge`, `topic`, `reduce = path` or `write = Type`",
        );
    }

    #[test]
    fn a_keyword_field_is_named_without_its_mark() {
        let expanded = expand(&parse_quote!(
            struct S {
                r#type: u8,
            }
        ))
        .unwrap()
        .to_string();
        assert!(expanded.contains("\"type\"") && !expanded.contains("\"r#type\""));
    }
}
