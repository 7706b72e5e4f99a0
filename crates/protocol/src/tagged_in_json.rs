//! A macro for enums that are tagged in JSON and positional in binary formats.

/// Defines an enum that is written with its variant in `type` in human-readable formats (JSON), and by position in all
/// others (postcard, see [`wire`](crate::wire)).
///
/// Serde cannot derive both at once: reading a tagged enum needs look-ahead, and postcard is not self-describing. So
/// both forms are derived for two private copies of the enum, and the format decides between them. A program that uses
/// postcard alone, such as the page, links no code of the tagged form.
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
