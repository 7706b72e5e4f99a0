//! The partial update that goes with a state.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, DeriveInput, Ident};

use crate::channel::StateField;

pub(crate) fn update_name(state: &Ident) -> Ident {
    format_ident!("{state}Update")
}

pub(crate) fn update_struct(input: &DeriveInput, fields: &[StateField<'_>]) -> TokenStream {
    let (visibility, state) = (&input.vis, &input.ident);
    let update = update_name(state);
    let declared = fields.iter().map(declaration);
    let methods = fields.iter().map(builder_methods);
    let doc = format!("A partial update of [`{state}`]: writes per field, in order.");
    quote! {
        #[doc = #doc]
        #[derive(::core::clone::Clone, ::core::default::Default)]
        #visibility struct #update { #(#declared),* }

        impl #update {
            /// An update that writes nothing.
            #visibility fn new() -> Self {
                ::core::default::Default::default()
            }
            #(#methods)*
        }
    }
}

fn declaration(f: &StateField<'_>) -> TokenStream {
    let (vis, ident, docs) = (&f.field.vis, f.ident, docs(&f.field.attrs, &f.name));
    let (write, ty) = (f.write_type(), &f.field.ty);
    let replacement =
        f.replacement().map(|replacement| quote!(, #[doc(hidden)] #vis #replacement: ::state_graph::Writes<#ty>));
    quote!(#docs #vis #ident: ::state_graph::Writes<#write> #replacement)
}

fn builder_methods(f: &StateField<'_>) -> TokenStream {
    let (parameter, push) = f.builder();
    let write = builder_method(f, f.ident, &format!("Writes `{}`.", f.name), &parameter, &push);
    let replace = f.replacement().map(|replacement| {
        let doc = format!("Replaces `{}`; all other writes of the superstep to it are dropped.", f.name);
        let (parameter, value) = f.replacement_builder();
        builder_method(f, &replacement, &doc, &parameter, &quote!(self.#replacement.push(#value);))
    });
    quote!(#write #replace)
}

fn builder_method(
    f: &StateField<'_>,
    name: &Ident,
    doc: &str,
    parameter: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let vis = &f.field.vis;
    // The span of generated code, so that a method that nobody calls is not reported as dead.
    let mut method = name.clone();
    method.set_span(Span::call_site());
    quote! {
        #[doc = #doc]
        #[must_use]
        #vis fn #method(mut self, value: #parameter) -> Self {
            #body
            self
        }
    }
}

pub(crate) fn update_impl(update: &Ident, fields: &[StateField<'_>]) -> TokenStream {
    let to_json = fields.iter().flat_map(|f| f.to_json().into_iter().map(move |entry| (&f.name, entry)));
    let to_json = to_json.map(|(channel, (name, value))| {
        quote! {
            let value = #value
                .map_err(|source| ::state_graph::UpdateJsonError { channel: #channel, source })?;
            if let ::core::option::Option::Some(value) = value {
                object.insert(::std::string::String::from(#name), value);
            }
        }
    });
    let written = fields.iter().map(|f| {
        let (ident, name) = (f.ident, &f.name);
        let replaced = f.replacement().map(|replacement| quote!(|| !self.#replacement.is_empty()));
        quote!(if !self.#ident.is_empty() #replaced { written.push(#name); })
    });
    let drop_writes = fields.iter().filter_map(StateField::drop_writes);
    let appended = fields.iter().flat_map(|f| std::iter::once(f.ident.clone()).chain(f.replacement()));
    let then = fields.iter().map(StateField::then);
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

            fn of_step(mut step: ::std::vec::Vec<Self>) -> Self {
                __drop_writes(&mut step);
                let mut whole = Self::default();
                for update in step {
                    #(whole.#appended.append(update.#appended);)*
                }
                whole
            }

            fn then(mut self, __later: Self) -> Self {
                let _ = &__later;
                #(#then)*
                self
            }
        }

        /// Drops the writes to fields for which the superstep has a value that replaces them.
        fn __drop_writes(step: &mut [#update]) {
            let _ = &step;
            #(#drop_writes)*
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

/// The field's own docs, or a sentence if it has none.
fn docs(attributes: &[Attribute], name: &str) -> TokenStream {
    let docs: Vec<_> = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).collect();
    if docs.is_empty() {
        let doc = format!("The writes of `{name}`.");
        return quote!(#[doc = #doc]);
    }
    quote!(#(#docs)*)
}
