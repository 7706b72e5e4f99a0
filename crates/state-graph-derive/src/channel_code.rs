//! The code for a field's kind of channel.
//!
//! Where that code names a reducer, the variables around it start with `__`, so that they don't hide a function of the
//! same name.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Type};

use crate::channel::{Channel, StateField};

impl StateField<'_> {
    /// The builder method that replaces this field's value, for the kinds that have it.
    pub(crate) fn overwrite_method(&self) -> Option<Ident> {
        self.channel.is_replaceable().then(|| format_ident!("overwrite_{}", self.name))
    }

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
            Channel::Append | Channel::Topic => collected(ty),
            Channel::Merge => inserted(ty),
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

    /// The parameter type of `overwrite_<field>`, and the expression that makes the field's value of `value`.
    pub(crate) fn overwrite_builder(&self) -> (TokenStream, TokenStream) {
        let ty = &self.field.ty;
        match &self.channel {
            Channel::Append | Channel::Topic => collected(ty),
            Channel::Merge => inserted(ty),
            Channel::Reduce { .. } if !is_string(ty) => (quote!(#ty), quote!(value)),
            _ => (quote!(impl ::core::convert::Into<#ty>), quote!(::core::convert::Into::into(value))),
        }
    }

    /// The check of this field's writes, for the kinds that have one of their own.
    pub(crate) fn check(&self) -> Option<TokenStream> {
        let (ident, name) = (self.ident, &self.name);
        match &self.channel {
            Channel::Messages => Some(quote! {
                ::state_graph::channel::messages::check(
                    &self.#ident,
                    #name,
                    step.iter().map(|writes| {
                        let overwrites = writes.update.__overwrites.as_ref().map(|overwrites| &overwrites.#ident);
                        (writes.node, &writes.update.#ident, overwrites)
                    }),
                )?;
            }),
            Channel::Barrier { names } => Some(quote! {
                ::state_graph::channel::barrier::check(
                    #name,
                    &[#(#names),*],
                    step.iter().map(|writes| (writes.node, &writes.update.#ident)),
                )?;
            }),
            _ => None,
        }
    }

    /// What is done with this field of a run's first state.
    pub(crate) fn name_messages(&self) -> Option<TokenStream> {
        let ident = self.ident;
        matches!(self.channel, Channel::Messages)
            .then(|| quote!(::state_graph::channel::messages::name_all(&mut self.#ident, ids);))
    }

    /// What is done with this field's writes before they are recorded.
    pub(crate) fn name_writes(&self) -> Option<TokenStream> {
        let ident = self.ident;
        matches!(self.channel, Channel::Messages).then(|| {
            quote! {
                ::state_graph::channel::messages::name_writes(
                    &self.#ident,
                    &mut update.#ident,
                    update.__overwrites.as_mut().map(|overwrites| &mut overwrites.#ident),
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

    /// Applies this field's writes, `writes` (a `&mut Writes<_>`), to `value` (a `&mut` of the field's type).
    fn apply_to(&self, value: &TokenStream, writes: &TokenStream) -> TokenStream {
        let module = format_ident!("{}", self.channel.kind());
        match &self.channel {
            Channel::Reduce { path, .. } => {
                quote!(::state_graph::channel::reduce::apply(#value, #writes, #path))
            }
            Channel::Barrier { names } => {
                quote!(::state_graph::channel::barrier::apply(#value, &[#(#names),*], #writes))
            }
            _ => quote!(::state_graph::channel::#module::apply(#value, #writes)),
        }
    }

    /// Applies one update's writes to this field.
    pub(crate) fn apply(&self) -> TokenStream {
        let ident = self.ident;
        self.apply_to(&quote!(&mut self.#ident), &quote!(&mut __update.#ident))
    }

    /// Brings a later superstep's writes, in `__later` and `__later_overwrites`, into an earlier one's, in `self` and
    /// `__overwrites`.
    pub(crate) fn then(&self) -> TokenStream {
        let ident = self.ident;
        match &self.channel {
            Channel::Overwrite | Channel::Untracked => {
                quote!(::state_graph::channel::overwrite::then(&mut self.#ident, __later.#ident);)
            }
            Channel::Barrier { .. } => {
                quote!(::state_graph::channel::barrier::then(&mut self.#ident, __later.#ident);)
            }
            Channel::Topic => quote! {
                self.#ident = __later.#ident;
                __overwrites.#ident = __later_overwrites.#ident;
            },
            Channel::Append | Channel::Messages | Channel::Merge | Channel::Reduce { .. } => {
                let apply = self.apply_to(&quote!(__value), &quote!(__writes));
                quote! {
                    ::state_graph::channel::replacement::then(
                        (&mut self.#ident, &mut __overwrites.#ident),
                        (__later.#ident, __later_overwrites.#ident),
                        |__value, __writes| #apply,
                    );
                }
            }
        }
    }

    /// The value under this field's name in the update's JSON for people: an expression of type
    /// `Result<Option<Value>, Error>`.
    pub(crate) fn to_json(&self) -> Option<TokenStream> {
        let ident = self.ident;
        match self.channel {
            Channel::Untracked => None,
            Channel::Messages => Some(quote!(::state_graph::channel::messages::to_json(&self.#ident))),
            _ => Some(quote!(self.#ident.to_json())),
        }
    }
}

/// The parameter of a method that takes items, and the expression that makes a collection of them.
fn collected(ty: &Type) -> (TokenStream, TokenStream) {
    (items_of(ty), quote!(::core::iter::Iterator::collect(::core::iter::IntoIterator::into_iter(value))))
}

/// The same for a map: inserted one by one, because `collect` sorts the entries first, and that sort is compiled for
/// each type of them.
fn inserted(ty: &Type) -> (TokenStream, TokenStream) {
    let insert = quote!({
        let mut entries = <#ty as ::core::default::Default>::default();
        ::core::iter::Extend::extend(&mut entries, value);
        entries
    });
    (items_of(ty), insert)
}

fn items_of(ty: &Type) -> TokenStream {
    quote!(impl ::core::iter::IntoIterator<Item = <#ty as ::core::iter::IntoIterator>::Item>)
}

/// Whether the type is written `String`: then the builder takes `&str` too. Other types are taken as they are, since
/// `impl Into<u32>` would leave a bare `0` without a type.
fn is_string(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "String"))
}
