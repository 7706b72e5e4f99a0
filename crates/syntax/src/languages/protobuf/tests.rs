//! What Protocol Buffers say.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn files() {
    check(
        Language::Protobuf,
        &[],
        r#"
syntax = "proto3";
package shop.v1;
import "google/protobuf/timestamp.proto";
import public "shop/v1/money.proto";
option java_package = "org.shop";
// Somebody who
// buys.
message User {
  string name = 1; // Shown.
  repeated Order orders = 2 [deprecated = true];
  map<string, Money> limits = 3;
  oneof contact {
    string mail = 4;
    shop.v1.Phone phone = 5;
  }
  /* What they may do. */
  enum Role { USER = 0; ADMIN = 1; }
  message Order { google.protobuf.Timestamp at = 1; }
  reserved 6, 8 to max;
}
service Users {
  // Finds one.
  rpc Get (GetRequest) returns (User);
  rpc Watch (stream .shop.v1.User) returns (stream User.Order) { option deprecated = true; }
}
extend google.protobuf.FieldOptions { bool secret = 50000; }
"#,
        expect![[r#"
            1..27 module <module>
            7..21 class User `message User` doc "Somebody who\nbuys."
            10..10 field User.name -> string `string name = 1`
            11..11 field User.orders -> Order `repeated Order orders = 2 [deprecated = true]`
            12..12 field User.limits -> Money `map<string, Money> limits = 3`
            14..14 field User.mail -> string `string mail = 4`
            15..15 field User.phone -> shop.v1.Phone `shop.v1.Phone phone = 5`
            17..18 enum User.Role `enum Role` doc "What they may do."
            18..18 field User.Role.USER `USER = 0`
            18..18 field User.Role.ADMIN `ADMIN = 1`
            19..19 class User.Order `message Order`
            19..19 field User.Order.at -> google.protobuf.Timestamp `google.protobuf.Timestamp at = 1`
            22..26 interface Users `service Users`
            23..24 method Users.Get(_: GetRequest) -> User `rpc Get (GetRequest) returns (User)` doc "Finds one."
            25..25 method Users.Watch(_: .shop.v1.User) -> User.Order `rpc Watch (stream .shop.v1.User) returns (stream User.Order)`
            27..27 field google.protobuf.FieldOptions.secret -> bool owner google.protobuf.FieldOptions `bool secret = 50000`
            import "google/protobuf/timestamp.proto" as ""
            import "shop/v1/money.proto" as "" +reexport
            package shop.v1
            <module>: User = fn User (definition User)
            User: Role = fn User.Role (definition User.Role)
            User: Order = fn User.Order (definition User.Order)
            <module>: Users = fn Users (definition Users)
        "#]],
    );
}

#[test]
fn groups() {
    check(
        Language::Protobuf,
        &[],
        "syntax = 'proto2';\nmessage A {\n  optional group B = 1 { required int32 c = 2; }\n}\n",
        expect![[r#"
            1..4 module <module>
            2..4 class A `message A`
            3..3 field A.B `optional group B = 1 { required int32 c = 2; }`
            3..3 class A.B `optional group B = 1`
            3..3 field A.B.c -> int32 `required int32 c = 2`
            <module>: A = fn A (definition A)
            A: B = fn A.B (definition A.B)
        "#]],
    );
}

/// What is around an error is kept.
#[test]
fn errors() {
    let found = facts(Language::Protobuf, "message A { int32 b = 1; }\nmessage { = ;\nmessage D { int32 e = 1; }\n");
    let names: Vec<&str> = found.definitions.iter().map(|definition| definition.path.as_str()).collect();
    assert!(names.contains(&"A.b") && names.contains(&"D.e"), "{names:?}");
    assert!(found.syntax_errors > 0);
}

#[test]
fn highlighting() {
    let text = "// Note.\nmessage User { string name = 1 [json_name = \"n\"]; a.B c = 2; }\nenum E { F = 0; }\nservice S { rpc G (H) returns (I); }\n";
    for (class, expected) in [
        (HighlightClass::Comment, "// Note."),
        (HighlightClass::Type, "User string a.B E S H I"),
        (HighlightClass::Property, "name c"),
        (HighlightClass::Constant, "F"),
        (HighlightClass::Function, "G"),
        (HighlightClass::Keyword, "message enum service rpc returns"),
        (HighlightClass::String, "\"n\""),
    ] {
        assert_eq!(highlighted(Language::Protobuf, class, text), expected, "{class:?}");
    }
}
