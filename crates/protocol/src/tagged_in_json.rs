//! A macro for enums that are tagged in JSON and positional in binary formats.

/// Defines an enum that is written with its variant in `type` in human-readable formats (JSON), and by position in all
/// others (postcard, see [`wire`](crate::wire)).
///
/// Serde cannot derive both at once: reading a tagged enum needs look-ahead, and postcard is not self-describing. So
/// both forms are derived for two private copies of the enum, and the format decides between them. From JSON an enum is
/// read by [`Tagged`]: serde's own code for internally tagged enums takes twice the room. A program that uses postcard
/// alone, such as the page, links no code of the tagged form.
///
/// `field: Type = "Type::is_empty"`: in JSON the field is left out where the function is true, and may be missing.
macro_rules! tagged_in_json {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $(
                $(#[$variant_attribute:meta])*
                $variant:ident $({ $( $(#[$field_attribute:meta])* $field:ident: $type:ty $(= $left_out:literal)? ),+ $(,)? })?
            ),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        pub enum $name {
            $( $(#[$variant_attribute])* $variant $({ $( $(#[$field_attribute])* $field: $type ),+ })? ),+
        }

        #[allow(clippy::large_enum_variant, reason = "the same variants again; what is to be said of them is said there")]
        const _: () = {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};
            type Public = $name;

            #[derive(Serialize)]
            #[serde(remote = "Public", tag = "type", rename_all = "snake_case")]
            enum Tagged {
                $(
                    $variant $({
                        $( $(#[serde(skip_serializing_if = $left_out)])? $field: $type ),+
                    })?
                ),+
            }

            // The names of variants are for JSON; other formats have their positions.
            #[derive(Serialize, Deserialize)]
            #[serde(remote = "Public", rename_all = "snake_case")]
            enum Positional {
                $(
                    $variant $({
                        // The doc attribute is there for the repetition alone: with a condition, the field may be missing.
                        $( $(#[serde(default)] #[doc = $left_out])? $field: $type ),+
                    })?
                ),+
            }

            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    if to.is_human_readable() { Tagged::serialize(self, to) } else { Positional::serialize(self, to) }
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    if from.is_human_readable() {
                        let tagged = $crate::tagged_in_json::Tagged::read(from)?;
                        Positional::deserialize(tagged).map_err(serde::de::Error::custom)
                    } else {
                        Positional::deserialize(from)
                    }
                }
            }
        };
    };
}

pub(crate) use tagged_in_json;

use serde::de::value::{MapDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, VariantAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Error, Map, Value};

/// The value of an enum whose variant is in `type`, its fields beside it.
pub(crate) struct Tagged {
    variant: String,
    fields: Map<String, Value>,
}

impl Tagged {
    pub(crate) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(from)?;
        match fields.remove("type") {
            Some(Value::String(variant)) => Ok(Self { variant, fields }),
            Some(_) => Err(D::Error::custom("`type` is no string")),
            None => Err(D::Error::missing_field("type")),
        }
    }
}

impl<'de> Deserializer<'de> for Tagged {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Tagged {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(mut self, seed: V) -> Result<(V::Value, Self), Error> {
        let variant: StringDeserializer<Error> = std::mem::take(&mut self.variant).into_deserializer();
        Ok((seed.deserialize(variant)?, self))
    }
}

impl<'de> VariantAccess<'de> for Tagged {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Error> {
        Err(Error::custom("a tagged enum has only variants with named fields"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("a tagged enum has only variants with named fields"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        // Fields that the variant does not know are ignored, as they are by serde.
        visitor.visit_map(MapDeserializer::new(self.fields.into_iter()))
    }
}
