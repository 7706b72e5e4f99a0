//! The values with which an update replaces those of fields with a reducer: what `overwrite_<field>` sets.
//!
//! They are rare, so an update has them in a box of their own, `__overwrites`, and a superstep without any costs one
//! look per update.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Ident};

use crate::channel::StateField;

/// The fields of a state that can be overwritten, and the type that holds what they are overwritten with.
pub(crate) struct Overwrites<'f> {
    pub(crate) name: Ident,
    pub(crate) fields: Vec<&'f StateField<'f>>,
}

impl<'f> Overwrites<'f> {
    pub(crate) fn of(state: &Ident, fields: &'f [StateField<'f>]) -> Self {
        let fields = fields.iter().filter(|field| field.channel.is_replaceable()).collect();
        Self { name: format_ident!("__{state}Overwrites"), fields }
    }

    fn idents(&self) -> Vec<&Ident> {
        self.fields.iter().map(|field| field.ident).collect()
    }

    fn names(&self) -> Vec<&str> {
        self.fields.iter().map(|field| field.name.as_str()).collect()
    }

    /// The code, unless there are no such fields.
    fn code(&self, code: TokenStream) -> TokenStream {
        if self.fields.is_empty() { TokenStream::new() } else { code }
    }

    /// The type, and what drops the writes of a superstep that don't count.
    pub(crate) fn declaration(&self, input: &DeriveInput, update: &Ident) -> TokenStream {
        let (visibility, name, idents) = (&input.vis, &self.name, self.idents());
        let declared = self.fields.iter().map(|f| {
            let (vis, ident, ty) = (&f.field.vis, f.ident, &f.field.ty);
            quote!(#vis #ident: ::state_graph::Writes<#ty>)
        });
        self.code(quote! {
            #[doc(hidden)]
            #[derive(::core::clone::Clone, ::core::default::Default)]
            #visibility struct #name { #(#declared),* }

            impl #name {
                fn drop_writes(step: &mut [#update]) {
                    if step.iter().all(|update| update.__overwrites.is_none()) {
                        return;
                    }
                    #(
                        let overwritten = |update: &#update| {
                            update.__overwrites.as_ref().is_some_and(|overwrites| !overwrites.#idents.is_empty())
                        };
                        if step.iter().any(overwritten) {
                            step.iter_mut().for_each(|update| update.#idents = ::state_graph::Writes::None);
                        }
                    )*
                }
            }
        })
    }

    /// The field of the update.
    pub(crate) fn field(&self, input: &DeriveInput) -> TokenStream {
        let (visibility, name) = (&input.vis, &self.name);
        self.code(quote! {
            #[doc(hidden)]
            #visibility __overwrites: ::core::option::Option<::std::boxed::Box<#name>>,
        })
    }

    /// In `check`: at most one of a field in a superstep.
    pub(crate) fn check(&self) -> TokenStream {
        let (names, idents) = (self.names(), self.idents());
        self.code(quote! {
            if step.iter().any(|writes| writes.update.__overwrites.is_some()) {
                ::state_graph::channel::replacement::check(
                    [#(#names),*],
                    step.iter().filter_map(|writes| {
                        let overwrites = writes.update.__overwrites.as_ref()?;
                        ::core::option::Option::Some((writes.node, [#(overwrites.#idents.len()),*]))
                    }),
                )?;
            }
        })
    }

    /// In `apply` and `of_step`: drops the writes of the superstep `__step` that don't count.
    pub(crate) fn drop_writes(&self) -> TokenStream {
        let name = &self.name;
        self.code(quote!(#name::drop_writes(__step);))
    }

    /// In `apply`, for each `__update`.
    pub(crate) fn apply(&self) -> TokenStream {
        let idents = self.idents();
        self.code(quote! {
            if let ::core::option::Option::Some(mut overwrites) = __update.__overwrites.take() {
                #(::state_graph::channel::overwrite::apply(&mut self.#idents, &mut overwrites.#idents);)*
            }
        })
    }

    /// In `of_step`: those of `update` go to those of `whole`.
    pub(crate) fn append(&self) -> TokenStream {
        let idents = self.idents();
        self.code(quote! {
            if let ::core::option::Option::Some(overwrites) = update.__overwrites {
                let all = whole.__overwrites.get_or_insert_default();
                #(all.#idents.append(overwrites.#idents);)*
            }
        })
    }

    /// In `then`: around the code that brings `__later` into `self`.
    pub(crate) fn around_then(&self, then: &TokenStream) -> TokenStream {
        if self.fields.is_empty() {
            return then.clone();
        }
        quote! {
            let __any = self.__overwrites.is_some() || __later.__overwrites.is_some();
            // Without a box nothing was overwritten.
            let mut __overwrites = self.__overwrites.take().unwrap_or_default();
            let __later_overwrites = __later.__overwrites.take().unwrap_or_default();
            #then
            self.__overwrites = __any.then_some(__overwrites);
        }
    }
}
