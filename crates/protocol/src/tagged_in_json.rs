//! One enum, two shapes.

/// Defines an enum that carries its variant in `type` in formats for people, which are JSON, and is written by position
/// in all others, which are those of [`wire`](crate::wire).
///
/// Serde cannot do both from one derive: what reads a tagged enum has to look ahead in the input, and postcard's bytes
/// do not say what they are. So the two shapes are derived for two private copies, and the format decides between them.
/// A program that uses postcard alone, as the page does, links nothing of the other.
macro_rules! tagged_in_json {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $(
                $(#[$variant_attribute:meta])*
                $variant:ident $({ $( $(#[$field_attribute:meta])* $field:ident: $type:ty ),+ $(,)? })?
            ),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        pub enum $name {
            $( $(#[$variant_attribute])* $variant $({ $( $(#[$field_attribute])* $field: $type ),+ })? ),+
        }

        const _: () = {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};
            type Public = $name;

            #[derive(Serialize, Deserialize)]
            #[serde(remote = "Public", tag = "type", rename_all = "snake_case")]
            enum Tagged {
                $( $variant $({ $( $field: $type ),+ })? ),+
            }

            #[derive(Serialize, Deserialize)]
            #[serde(remote = "Public")]
            enum Positional {
                $( $variant $({ $( $field: $type ),+ })? ),+
            }

            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    if to.is_human_readable() { Tagged::serialize(self, to) } else { Positional::serialize(self, to) }
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    if from.is_human_readable() { Tagged::deserialize(from) } else { Positional::deserialize(from) }
                }
            }
        };
    };
}

pub(crate) use tagged_in_json;
