//! The partial update that goes with a state.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, DeriveInput, Ident};

use crate::channel::StateField;
use crate::overwrites::Overwrites;

pub(crate) fn update_name(state: &Ident) -> Ident {
    format_ident!("{state}Update")
}

pub(crate) fn update_struct(
    input: &DeriveInput,
    fields: &[StateField<'_>],
    overwrites: &Overwrites<'_>,
) -> TokenStream {
    let (visibility, state) = (&input.vis, &input.ident);
    let update = update_name(state);
    let declared = fields.iter().map(|f| {
        let (vis, ident, docs, write) = (&f.field.vis, f.ident, docs(&f.field.attrs, &f.name), f.write_type());
        quote!(#docs #vis #ident: ::state_graph::Writes<#write>,)
    });
    let (values, values_field) = (overwrites.declaration(input, &update), overwrites.field(input));
    let methods = fields.iter().map(builder_methods);
    let doc = format!("A partial update of [`{state}`]: writes per field, in order.");
    quote! {
        #[doc = #doc]
        #[derive(::core::clone::Clone, ::core::default::Default)]
        #visibility struct #update {
            #(#declared)*
            #values_field
        }

        #values

        impl #update {
            /// An update that writes nothing.
            #visibility fn new() -> Self {
                ::core::default::Default::default()
            }
            #(#methods)*
        }
    }
}

fn builder_methods(f: &StateField<'_>) -> TokenStream {
    let ident = f.ident;
    let (parameter, push) = f.builder();
    let write = builder_method(f, ident, &format!("Writes `{}`.", f.name), &parameter, &push);
    let overwrite = f.overwrite_method().map(|method| {
        let doc = format!("Replaces `{}`; all other writes of the superstep to it are dropped.", f.name);
        let (parameter, value) = f.overwrite_builder();
        let push = quote! {
            let value = #value;
            self.__overwrites.get_or_insert_default().#ident.push(value);
        };
        builder_method(f, &method, &doc, &parameter, &push)
    });
    quote!(#write #overwrite)
}

fn builder_method(
    f: &StateField<'_>,
    name: &Ident,
    doc: &str,
    parameter: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let vis = &f.field.vis;
    // The span of generated code, so that an unused method is not reported as dead.
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

pub(crate) fn update_impl(update: &Ident, fields: &[StateField<'_>], overwrites: &Overwrites<'_>) -> TokenStream {
    let idents: Vec<&Ident> = fields.iter().map(|f| f.ident).collect();
    let written = fields.iter().map(written);
    let (drop_writes, append) = (overwrites.drop_writes(), overwrites.append());
    let then: TokenStream = fields.iter().map(StateField::then).collect();
    let then = overwrites.around_then(&then);
    let to_json = to_json(fields);
    let title = update.to_string();
    quote! {
        impl ::state_graph::Update for #update {
            #[allow(unused_mut)]
            fn to_json(
                &self,
            ) -> ::core::result::Result<::state_graph::__private::serde_json::Value, ::state_graph::UpdateJsonError> {
                let mut object = ::state_graph::__private::serde_json::Map::new();
                #to_json
                ::core::result::Result::Ok(::state_graph::__private::serde_json::Value::Object(object))
            }

            #[allow(unused_mut)]
            fn written(&self) -> ::std::vec::Vec<&'static str> {
                let mut written = ::std::vec::Vec::new();
                #(#written)*
                written
            }

            #[allow(unused_mut, unused_variables)]
            fn of_step(mut step: ::std::vec::Vec<Self>) -> Self {
                let __step = &mut *step;
                #drop_writes
                let mut whole = Self::default();
                for update in step {
                    #(whole.#idents.append(update.#idents);)*
                    #append
                }
                whole
            }

            #[allow(unused_mut, unused_variables)]
            fn then(mut self, mut __later: Self) -> Self {
                #then
                self
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

fn written(f: &StateField<'_>) -> TokenStream {
    let (ident, name) = (f.ident, &f.name);
    let overwritten = f
        .channel
        .is_replaceable()
        .then(|| quote!(|| self.__overwrites.as_ref().is_some_and(|overwrites| !overwrites.#ident.is_empty())));
    quote!(if !self.#ident.is_empty() #overwritten { written.push(#name); })
}

/// Puts what is written into `object`.
fn to_json(fields: &[StateField<'_>]) -> TokenStream {
    let insert = |channel: &str, name: &str, value: &TokenStream| {
        quote! {
            let value = #value
                .map_err(|source| ::state_graph::UpdateJsonError { channel: #channel, source })?;
            if let ::core::option::Option::Some(value) = value {
                object.insert(::std::string::String::from(#name), value);
            }
        }
    };
    let written = fields.iter().filter_map(|f| Some(insert(&f.name, &f.name, &f.to_json()?)));
    let overwritten = fields.iter().filter(|f| f.channel.is_replaceable()).map(|f| {
        let ident = f.ident;
        let value = insert(&f.name, &overwrite_key(&f.name), &quote!(overwrites.#ident.to_json()));
        quote! {
            if let ::core::option::Option::Some(overwrites) = &self.__overwrites {
                #value
            }
        }
    });
    quote!(#(#written)* #(#overwritten)*)
}

/// The name under which an update's JSON has what overwrites a field.
pub(crate) fn overwrite_key(name: &str) -> String {
    format!("{name}!")
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
