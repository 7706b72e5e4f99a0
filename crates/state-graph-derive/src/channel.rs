//! A field's `#[channel(...)]` and the code for its kind.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Field, Ident, Path, Result, Type};

pub(crate) enum Channel {
    Overwrite,
    Append,
    Messages,
    Merge,
    Topic,
    Reduce { path: Box<Path>, write: Option<Box<Type>> },
}

impl Channel {
    pub(crate) fn of(field: &Field) -> Result<Self> {
        let mut channel: Option<Self> = None;
        let mut write: Option<Box<Type>> = None;
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("channel")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("write") {
                    write = Some(Box::new(meta.value()?.parse()?));
                    return Ok(());
                }
                let kind = if meta.path.is_ident("overwrite") {
                    Self::Overwrite
                } else if meta.path.is_ident("append") {
                    Self::Append
                } else if meta.path.is_ident("messages") {
                    Self::Messages
                } else if meta.path.is_ident("merge") {
                    Self::Merge
                } else if meta.path.is_ident("topic") {
                    Self::Topic
                } else if meta.path.is_ident("reduce") {
                    Self::Reduce { path: Box::new(meta.value()?.parse()?), write: None }
                } else {
                    return Err(meta.error(
                        "expected `overwrite`, `append`, `messages`, `merge`, `topic`, `reduce = path` or `write = Type`",
                    ));
                };
                if channel.replace(kind).is_some() {
                    return Err(meta.error("a field has one channel"));
                }
                Ok(())
            })?;
        }
        match (channel.unwrap_or(Self::Overwrite), write) {
            (Self::Reduce { path, .. }, write) => Ok(Self::Reduce { path, write }),
            (_, Some(write)) => Err(Error::new_spanned(write, "`write = Type` goes with `reduce = path`")),
            (channel, None) => Ok(channel),
        }
    }

    /// The type of one write to a field of type `ty`.
    pub(crate) fn write_type(&self, ty: &Type) -> TokenStream {
        match self {
            Self::Overwrite | Self::Append | Self::Merge | Self::Topic => quote!(#ty),
            Self::Messages => quote! {
                ::state_graph::MessageWrites<<#ty as ::state_graph::channel::messages::MessageStore>::Message>
            },
            Self::Reduce { write, .. } => write.as_ref().map_or_else(|| quote!(#ty), |write| quote!(#write)),
        }
    }

    /// The builder method's parameter type, and the expression that turns `value` into a write.
    pub(crate) fn parameter(&self, ty: &Type) -> (TokenStream, TokenStream) {
        match self {
            Self::Overwrite if is_string(ty) => {
                (quote!(impl ::core::convert::Into<#ty>), quote!(::core::convert::Into::into(value)))
            }
            Self::Append | Self::Merge | Self::Topic => (
                quote! {
                    impl ::core::iter::IntoIterator<Item = <#ty as ::core::iter::IntoIterator>::Item>
                },
                quote!(::core::iter::Iterator::collect(::core::iter::IntoIterator::into_iter(value))),
            ),
            Self::Messages => {
                let write = self.write_type(ty);
                (quote!(impl ::core::convert::Into<#write>), quote!(::core::convert::Into::into(value)))
            }
            Self::Overwrite | Self::Reduce { .. } => (self.write_type(ty), quote!(value)),
        }
    }

    /// The check of this field's writes, for the kinds that can refuse.
    pub(crate) fn check(&self, field: &Ident, name: &str) -> Option<TokenStream> {
        let writes = quote!(step.iter().map(|writes| (writes.node, &writes.update.#field)));
        match self {
            Self::Overwrite => Some(quote!(::state_graph::channel::overwrite::check(#name, #writes)?;)),
            Self::Messages => Some(quote! {
                ::state_graph::channel::messages::MessageStore::check(&self.#field, #name, #writes)?;
            }),
            Self::Append | Self::Merge | Self::Topic | Self::Reduce { .. } => None,
        }
    }

    /// The update's writes to this field as JSON for people.
    pub(crate) fn to_json(&self, field: &Ident) -> TokenStream {
        match self {
            Self::Messages => quote!(::state_graph::channel::messages::to_json(&self.#field)),
            _ => quote!(self.#field.to_json()),
        }
    }

    /// What is done with this field of a run's first state.
    pub(crate) fn name_messages(&self, field: &Ident) -> Option<TokenStream> {
        matches!(self, Self::Messages).then(|| {
            quote! {
                ::state_graph::channel::messages::MessageStore::name_all(&mut self.#field, ids);
            }
        })
    }

    /// What is done with this field before a superstep's writes, for the kinds that forget.
    pub(crate) fn clear(&self, field: &Ident) -> Option<TokenStream> {
        matches!(self, Self::Topic).then(|| quote!(::state_graph::channel::topic::clear(&mut self.#field);))
    }

    pub(crate) fn apply(&self, field: &Ident) -> TokenStream {
        match self {
            Self::Overwrite => quote!(::state_graph::channel::overwrite::apply(&mut self.#field, update.#field);),
            Self::Append => quote!(::state_graph::channel::append::apply(&mut self.#field, update.#field);),
            Self::Merge => quote!(::state_graph::channel::merge::apply(&mut self.#field, update.#field);),
            Self::Topic => quote!(::state_graph::channel::topic::apply(&mut self.#field, update.#field);),
            Self::Messages => {
                quote!(::state_graph::channel::messages::apply(&mut self.#field, update.#field, ids);)
            }
            Self::Reduce { path, .. } => {
                quote!(::state_graph::channel::reduce::apply(&mut self.#field, update.#field, #path);)
            }
        }
    }
}

/// Whether the type is written `String`: then the builder takes `&str` too. Other types are taken as they are, since
/// `impl Into<u32>` would leave a bare `0` without a type.
fn is_string(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "String"))
}
