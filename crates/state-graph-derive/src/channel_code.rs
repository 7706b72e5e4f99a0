//! The code for a field's kind of channel.
//!
//! Where that code names a reducer, the variables around it start with `__`, so that they don't hide a function of the
//! same name.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Type};

use crate::channel::{Channel, StateField};

impl StateField<'_> {
    /// The update's field that replaces this one's value, for the kinds that have it.
    pub(crate) fn replacement(&self) -> Option<Ident> {
        self.channel.is_replaceable().then(|| format_ident!("overwrite_{}", self.name))
    }

    /// The type of one write.
    pub(crate) fn write_type(&self) -> TokenStream {
        let ty = &self.field.ty;
        match &self.channel {
            Channel::Messages => quote! {
                ::state_graph::MessageWrites<<#ty as ::state_graph::channel::messages::MessageStore>::Message>
            },
            Channel::Reduce { write: Some(write), .. } => quote!(#write),
            Channel::Barrier { .. } => quote!(::state_graph::channel::barrier::Arrival),
            _ => quote!(#ty),
        }
    }

    /// The builder method's parameter type, and what it does with `value`.
    pub(crate) fn builder(&self) -> (TokenStream, TokenStream) {
        let (ident, ty) = (self.ident, &self.field.ty);
        let into = quote!(::core::convert::Into::into(value));
        let (parameter, write) = match &self.channel {
            Channel::Overwrite | Channel::Untracked if is_string(ty) => (quote!(impl ::core::convert::Into<#ty>), into),
            Channel::Append | Channel::Merge | Channel::Topic => collected(ty),
            Channel::Messages => {
                let write = self.write_type();
                (quote!(impl ::core::convert::Into<#write>), into)
            }
            Channel::Barrier { .. } => {
                let names = quote! {
                    impl ::core::iter::IntoIterator<Item = impl ::core::convert::Into<::std::string::String>>
                };
                let push = quote! {
                    for name in value {
                        self.#ident.push(::core::option::Option::Some(::core::convert::Into::into(name)));
                    }
                };
                return (names, push);
            }
            Channel::Overwrite | Channel::Untracked | Channel::Reduce { .. } => (self.write_type(), quote!(value)),
        };
        (parameter, quote!(self.#ident.push(#write);))
    }

    /// The same for `overwrite_<field>`.
    pub(crate) fn replacement_builder(&self) -> (TokenStream, TokenStream) {
        let ty = &self.field.ty;
        match &self.channel {
            Channel::Append | Channel::Merge | Channel::Topic => collected(ty),
            Channel::Reduce { .. } if !is_string(ty) => (quote!(#ty), quote!(value)),
            _ => (quote!(impl ::core::convert::Into<#ty>), quote!(::core::convert::Into::into(value))),
        }
    }

    /// The check of this field's writes.
    pub(crate) fn check(&self) -> TokenStream {
        let (ident, name) = (self.ident, &self.name);
        match (&self.channel, self.replacement()) {
            (Channel::Messages, Some(replacement)) => quote! {
                ::state_graph::channel::messages::check(
                    &self.#ident,
                    #name,
                    step.iter().map(|writes| (writes.node, &writes.update.#ident, &writes.update.#replacement)),
                )?;
            },
            (Channel::Barrier { names }, _) => quote! {
                ::state_graph::channel::barrier::check(
                    #name,
                    &[#(#names),*],
                    step.iter().map(|writes| (writes.node, &writes.update.#ident)),
                )?;
            },
            (_, Some(replacement)) => quote! {
                ::state_graph::channel::replacement::check(
                    #name,
                    step.iter().map(|writes| (writes.node, writes.update.#replacement.len())),
                )?;
            },
            (_, None) => quote! {
                ::state_graph::channel::overwrite::check(
                    #name,
                    step.iter().map(|writes| (writes.node, writes.update.#ident.len())),
                )?;
            },
        }
    }

    /// What is done with this field of a run's first state.
    pub(crate) fn name_messages(&self) -> Option<TokenStream> {
        let ident = self.ident;
        matches!(self.channel, Channel::Messages)
            .then(|| quote!(::state_graph::channel::messages::name_all(&mut self.#ident, ids);))
    }

    /// What is done with this field's writes before they are checked.
    pub(crate) fn name_writes(&self) -> Option<TokenStream> {
        let (ident, replacement) = (self.ident, self.replacement());
        matches!(self.channel, Channel::Messages).then(|| {
            quote! {
                ::state_graph::channel::messages::name_writes(
                    &self.#ident,
                    &mut update.#ident,
                    &mut update.#replacement,
                    ids,
                );
            }
        })
    }

    /// What is done with this field before a superstep's writes.
    pub(crate) fn begin(&self) -> Option<TokenStream> {
        let ident = self.ident;
        match self.channel {
            Channel::Topic => Some(quote!(::state_graph::channel::topic::clear(&mut self.#ident);)),
            Channel::Barrier { .. } => Some(quote!(::state_graph::channel::barrier::begin(&mut self.#ident);)),
            _ => None,
        }
    }

    /// Drops the writes of a superstep that are replaced.
    pub(crate) fn drop_writes(&self) -> Option<TokenStream> {
        let (ident, replacement) = (self.ident, self.replacement()?);
        Some(quote! {
            ::state_graph::channel::replacement::drop_writes(
                step,
                |update| (&mut update.#ident, &mut update.#replacement),
            );
        })
    }

    /// Applies this field's writes, `writes` (a `&mut Writes<_>`), to `value` (a `&mut` of the field's type).
    fn apply_to(&self, value: &TokenStream, writes: &TokenStream) -> TokenStream {
        let module = format_ident!("{}", self.channel.kind());
        let more = match &self.channel {
            Channel::Reduce { path, .. } => Some(quote!(, #path)),
            _ => None,
        };
        match &self.channel {
            Channel::Barrier { names } => {
                quote!(::state_graph::channel::barrier::apply(#value, &[#(#names),*], #writes))
            }
            _ => quote!(::state_graph::channel::#module::apply(#value, #writes #more)),
        }
    }

    /// Applies one update's writes to this field.
    pub(crate) fn apply(&self) -> TokenStream {
        let ident = self.ident;
        let apply = self.apply_to(&quote!(&mut self.#ident), &quote!(&mut __update.#ident));
        let replace = self.replacement().map(
            |replacement| quote!(::state_graph::channel::overwrite::apply(&mut self.#ident, &mut __update.#replacement);),
        );
        quote!(#apply; #replace)
    }

    /// Brings a later superstep's writes, in `__later`, into `self`, an update.
    pub(crate) fn then(&self) -> TokenStream {
        let ident = self.ident;
        match (&self.channel, self.replacement()) {
            (Channel::Topic, replacement) => quote! {
                self.#ident = __later.#ident;
                self.#replacement = __later.#replacement;
            },
            (Channel::Barrier { .. }, _) => {
                quote!(::state_graph::channel::barrier::then(&mut self.#ident, __later.#ident);)
            }
            (_, Some(replacement)) => {
                let apply = self.apply_to(&quote!(__value), &quote!(__writes));
                quote! {
                    ::state_graph::channel::replacement::then(
                        (&mut self.#ident, &mut self.#replacement),
                        (__later.#ident, __later.#replacement),
                        |__value, __writes| #apply,
                    );
                }
            }
            (_, None) => quote!(::state_graph::channel::overwrite::then(&mut self.#ident, __later.#ident);),
        }
    }

    /// What each name in the update's JSON for people holds: an expression of type `Result<Option<Value>, Error>`.
    pub(crate) fn to_json(&self) -> Vec<(String, TokenStream)> {
        let ident = self.ident;
        let written = match self.channel {
            Channel::Untracked => return Vec::new(),
            Channel::Messages => quote!(::state_graph::channel::messages::to_json(&self.#ident)),
            _ => quote!(self.#ident.to_json()),
        };
        let replaced =
            self.replacement().map(|replacement| (format!("{}!", self.name), quote!(self.#replacement.to_json())));
        std::iter::once((self.name.clone(), written)).chain(replaced).collect()
    }
}

/// The parameter of a method that takes items, and the expression that makes a collection of them.
fn collected(ty: &Type) -> (TokenStream, TokenStream) {
    (
        quote!(impl ::core::iter::IntoIterator<Item = <#ty as ::core::iter::IntoIterator>::Item>),
        quote!(::core::iter::Iterator::collect(::core::iter::IntoIterator::into_iter(value))),
    )
}

/// Whether the type is written `String`: then the builder takes `&str` too. Other types are taken as they are, since
/// `impl Into<u32>` would leave a bare `0` without a type.
fn is_string(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "String"))
}
