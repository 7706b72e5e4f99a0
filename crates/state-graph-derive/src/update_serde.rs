//! The serialised form of an update: a map of what is written.
//!
//! Written out here, since serde's own derive makes several times the code: places beside names, a local for every
//! field, lists as well as maps.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::channel::{Channel, StateField};
use crate::overwrites::Overwrites;
use crate::update::overwrite_key;

pub(crate) fn serde_impls(update: &Ident, fields: &[StateField<'_>], overwrites: &Overwrites<'_>) -> TokenStream {
    let tracked = fields.iter().filter(|field| !matches!(field.channel, Channel::Untracked));
    let (names, idents): (Vec<&String>, Vec<&Ident>) = tracked.map(|field| (&field.name, field.ident)).unzip();
    let values = overwrites.fields.iter().map(|field| (overwrite_key(&field.name), field.ident));
    let (value_names, value_idents): (Vec<String>, Vec<&Ident>) = values.unzip();
    let (places, value_places) = (0..names.len(), names.len()..);
    let serialize_values = (!value_names.is_empty()).then(|| {
        quote! {
            if let ::core::option::Option::Some(overwrites) = &self.__overwrites {
                #(
                    if !overwrites.#value_idents.is_empty() {
                        ::state_graph::__private::serde::ser::SerializeMap::serialize_entry(
                            &mut map,
                            #value_names,
                            &overwrites.#value_idents,
                        )?;
                    }
                )*
            }
        }
    });
    let serde = quote!(::state_graph::__private::serde);
    quote! {
        impl #serde::Serialize for #update {
            #[allow(unused_mut)]
            fn serialize<S: #serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                let mut map = #serde::Serializer::serialize_map(serializer, ::core::option::Option::None)?;
                #(
                    if !self.#idents.is_empty() {
                        #serde::ser::SerializeMap::serialize_entry(&mut map, #names, &self.#idents)?;
                    }
                )*
                #serialize_values
                #serde::ser::SerializeMap::end(map)
            }
        }

        impl<'de> #serde::Deserialize<'de> for #update {
            fn deserialize<D: #serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                struct Fields;

                impl<'de> #serde::de::Visitor<'de> for Fields {
                    type Value = #update;

                    fn expecting(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        f.write_str("an update: a map of the written fields")
                    }

                    #[allow(unused_mut)]
                    fn visit_map<A: #serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> ::core::result::Result<#update, A::Error> {
                        let name = ::state_graph::channel::field_name::FieldName(&[#(#names,)* #(#value_names),*]);
                        let mut update = #update::default();
                        while let ::core::option::Option::Some(place) =
                            #serde::de::MapAccess::next_key_seed(&mut map, name)?
                        {
                            match place {
                                #(#places => update.#idents = #serde::de::MapAccess::next_value(&mut map)?,)*
                                #(
                                    #value_places => {
                                        update.__overwrites.get_or_insert_default().#value_idents =
                                            #serde::de::MapAccess::next_value(&mut map)?;
                                    }
                                )*
                                _ => {
                                    #serde::de::MapAccess::next_value::<#serde::de::IgnoredAny>(&mut map)?;
                                }
                            }
                        }
                        ::core::result::Result::Ok(update)
                    }
                }

                #serde::Deserializer::deserialize_map(deserializer, Fields)
            }
        }
    }
}
