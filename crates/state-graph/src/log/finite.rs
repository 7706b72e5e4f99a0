//! JSON without silent losses: a number that JSON has no form for is refused, where serde_json writes `null` for it and
//! what is written can't be read back.

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Writes what it holds, but for infinities and what is not a number.
pub(crate) struct Finite<'v, T: ?Sized>(pub(crate) &'v T);

impl<T: Serialize + ?Sized> Serialize for Finite<'_, T> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.0.serialize(Checked(serializer))
    }
}

/// A serializer, or a part of one, that takes finite numbers alone.
struct Checked<Z>(Z);

fn refused<E: Error>(is_nan: bool, is_positive: bool) -> E {
    E::custom(match (is_nan, is_positive) {
        (true, _) => "NaN has no form in JSON",
        (_, true) => "infinity has no form in JSON",
        _ => "minus infinity has no form in JSON",
    })
}

/// Methods that hold no further value: they go to the inner serializer.
macro_rules! pass {
    ($($method:ident($($name:ident: $type:ty),*)),* $(,)?) => {
        $(fn $method(self, $($name: $type),*) -> Result<Z::Ok, Z::Error> {
            self.0.$method($($name),*)
        })*
    };
}

/// Methods that begin a part: its elements are checked too.
macro_rules! begin {
    ($($method:ident($($name:ident: $type:ty),*): $part:ident),* $(,)?) => {
        $(fn $method(self, $($name: $type),*) -> Result<Self::$part, Z::Error> {
            self.0.$method($($name),*).map(Checked)
        })*
    };
}

impl<Z: Serializer> Serializer for Checked<Z> {
    type Ok = Z::Ok;
    type Error = Z::Error;
    type SerializeSeq = Checked<Z::SerializeSeq>;
    type SerializeTuple = Checked<Z::SerializeTuple>;
    type SerializeTupleStruct = Checked<Z::SerializeTupleStruct>;
    type SerializeTupleVariant = Checked<Z::SerializeTupleVariant>;
    type SerializeMap = Checked<Z::SerializeMap>;
    type SerializeStruct = Checked<Z::SerializeStruct>;
    type SerializeStructVariant = Checked<Z::SerializeStructVariant>;

    fn serialize_f32(self, value: f32) -> Result<Z::Ok, Z::Error> {
        if value.is_finite() { self.0.serialize_f32(value) } else { Err(refused(value.is_nan(), value > 0.0)) }
    }

    fn serialize_f64(self, value: f64) -> Result<Z::Ok, Z::Error> {
        if value.is_finite() { self.0.serialize_f64(value) } else { Err(refused(value.is_nan(), value > 0.0)) }
    }

    pass! {
        serialize_bool(value: bool),
        serialize_i8(value: i8),
        serialize_i16(value: i16),
        serialize_i32(value: i32),
        serialize_i64(value: i64),
        serialize_i128(value: i128),
        serialize_u8(value: u8),
        serialize_u16(value: u16),
        serialize_u32(value: u32),
        serialize_u64(value: u64),
        serialize_u128(value: u128),
        serialize_char(value: char),
        serialize_str(value: &str),
        serialize_bytes(value: &[u8]),
        serialize_none(),
        serialize_unit(),
        serialize_unit_struct(name: &'static str),
        serialize_unit_variant(name: &'static str, at: u32, variant: &'static str),
    }

    begin! {
        serialize_seq(length: Option<usize>): SerializeSeq,
        serialize_tuple(length: usize): SerializeTuple,
        serialize_tuple_struct(name: &'static str, length: usize): SerializeTupleStruct,
        serialize_tuple_variant(name: &'static str, at: u32, variant: &'static str, length: usize): SerializeTupleVariant,
        serialize_map(length: Option<usize>): SerializeMap,
        serialize_struct(name: &'static str, length: usize): SerializeStruct,
        serialize_struct_variant(name: &'static str, at: u32, variant: &'static str, length: usize): SerializeStructVariant,
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Z::Ok, Z::Error> {
        self.0.serialize_some(&Finite(value))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<Z::Ok, Z::Error> {
        self.0.serialize_newtype_struct(name, &Finite(value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        at: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Z::Ok, Z::Error> {
        self.0.serialize_newtype_variant(name, at, variant, &Finite(value))
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

macro_rules! elements {
    ($($part:ident: $method:ident),* $(,)?) => {
        $(impl<Z: $part> $part for Checked<Z> {
            type Ok = Z::Ok;
            type Error = Z::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Z::Error> {
                self.0.$method(&Finite(value))
            }

            fn end(self) -> Result<Z::Ok, Z::Error> {
                self.0.end()
            }
        })*
    };
}

macro_rules! fields {
    ($($part:ident),* $(,)?) => {
        $(impl<Z: $part> $part for Checked<Z> {
            type Ok = Z::Ok;
            type Error = Z::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Z::Error> {
                self.0.serialize_field(key, &Finite(value))
            }

            fn skip_field(&mut self, key: &'static str) -> Result<(), Z::Error> {
                self.0.skip_field(key)
            }

            fn end(self) -> Result<Z::Ok, Z::Error> {
                self.0.end()
            }
        })*
    };
}

elements! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

fields!(SerializeStruct, SerializeStructVariant);

impl<Z: SerializeMap> SerializeMap for Checked<Z> {
    type Ok = Z::Ok;
    type Error = Z::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Z::Error> {
        self.0.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Z::Error> {
        self.0.serialize_value(&Finite(value))
    }

    fn end(self) -> Result<Z::Ok, Z::Error> {
        self.0.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::{RawValue, to_raw_value};
    use std::collections::BTreeMap;

    #[derive(serde::Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Shape {
        Point,
        Circle(f64),
        Line(f32, f32),
        Box { width: Option<f64>, depth: BTreeMap<String, Vec<f64>> },
    }

    #[derive(serde::Serialize)]
    struct All {
        shapes: Vec<Shape>,
        raw: Box<RawValue>,
        #[serde(flatten)]
        more: serde_json::Value,
        big: u128,
        text: (char, &'static str, ()),
    }

    fn all(number: f64) -> All {
        let depth = BTreeMap::from([("x".to_owned(), vec![1.5, number])]);
        let shapes = vec![Shape::Point, Shape::Circle(0.1), Shape::Line(1.0, -0.0), Shape::Box { width: None, depth }];
        let raw = to_raw_value(&[1, 2]).unwrap();
        All { shapes, raw, more: serde_json::json!({"n": null, "f": 1e300}), big: u128::MAX, text: ('ü', "\n", ()) }
    }

    #[test]
    fn finite_values_are_written_as_serde_json_writes_them() {
        for number in [0.0, -1.5e-7, f64::MAX, f64::MIN_POSITIVE] {
            let all = all(number);
            assert_eq!(serde_json::to_string(&Finite(&all)).unwrap(), serde_json::to_string(&all).unwrap());
        }
    }

    #[test]
    fn others_are_refused_wherever_they_are() {
        let refused = |value: &dyn Fn() -> serde_json::Result<String>| value().unwrap_err().to_string();
        assert_eq!(refused(&|| serde_json::to_string(&Finite(&all(f64::NAN)))), "NaN has no form in JSON");
        let minus = [Some(Shape::Line(0.0, f32::NEG_INFINITY))];
        assert_eq!(refused(&|| serde_json::to_string(&Finite(&minus))), "minus infinity has no form in JSON");
        let boxed = Shape::Box { width: Some(f64::INFINITY), depth: BTreeMap::new() };
        assert_eq!(refused(&|| serde_json::to_string(&Finite(&boxed))), "infinity has no form in JSON");
    }
}
