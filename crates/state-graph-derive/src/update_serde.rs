//! The serialised form of an update: a map of what is written.
//!
//! Written out here, since serde's own derive makes several times the code: places beside names, a local for every
//! field, lists as well as maps.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::channel::{Channel, StateField};

pub(crate) fn serde_impls(update: &Ident, fields: &[StateField<'_>]) -> TokenStream {
    let entries: Vec<(String, Ident)> = fields.iter().flat_map(entries).collect();
    let names: Vec<&String> = entries.iter().map(|(name, _)| name).collect();
    let idents: Vec<&Ident> = entries.iter().map(|(_, ident)| ident).collect();
    let places = 0..entries.len();
    let serde = quote!(::state_graph::__private::serde);
    quote! {
        impl #serde::Serialize for #update {
            fn serialize<S: #serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                let mut map = #serde::Serializer::serialize_map(serializer, ::core::option::Option::None)?;
                #(
                    if !self.#idents.is_empty() {
                        #serde::ser::SerializeMap::serialize_entry(&mut map, #names, &self.#idents)?;
                    }
                )*
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

                    fn visit_map<A: #serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> ::core::result::Result<#update, A::Error> {
                        let name = ::state_graph::channel::field_name::FieldName(&[#(#names),*]);
                        let mut update = #update::default();
                        while let ::core::option::Option::Some(place) =
                            #serde::de::MapAccess::next_key_seed(&mut map, name)?
                        {
                            match place {
                                #(#places => update.#idents = #serde::de::MapAccess::next_value(&mut map)?,)*
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

/// The names in the map, and the fields of the update behind them.
fn entries(field: &StateField<'_>) -> Vec<(String, Ident)> {
    if matches!(field.channel, Channel::Untracked) {
        return Vec::new();
    }
    let replacement = field.replacement().map(|replacement| (format!("{}!", field.name), replacement));
    std::iter::once((field.name.clone(), field.ident.clone())).chain(replacement).collect()
}
