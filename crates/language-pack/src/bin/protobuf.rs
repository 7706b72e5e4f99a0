//! Protocol Buffers.
#![no_main]
language_pack::pack!(source::Language::Protobuf, syntax::languages::protobuf::Protobuf);
