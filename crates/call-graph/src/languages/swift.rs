//! Swift: one namespace for all files, because which files make a module is written in a program (`Package.swift`).

use super::overloads::KEYWORDS;
use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames};
use crate::modules::Namespaces;
use crate::program::Program;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Swift,
    globals: SWIFT,
    outer_names: OuterNames::Package,
    package_scope: true,
    set_accessors: true,
    overloads: true,
    typed_overloads: Some(&KEYWORDS),
    receiver_constructs: true,
    bare_members: true,
    members_through_owner: true,
    bare_properties: true,
    callable_variants: true,
    call_method: Some("callAsFunction"),
    subscript_method: Some("subscript"),
    iteration: Iteration::Iterator("makeIterator", "next"),
    transparent_types: &["Optional", "Published", "Binding", "State", "ObservedObject", "StateObject", "Weak"],
    container_types: &[
        "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Sequence", "AnySequence", "AsyncStream", "AsyncThrowingStream",
    ],
    ..LanguageRules::OTHER
};

/// Makes the one namespace.
pub fn lay_out(program: &Program<'_>, spaces: &mut Namespaces) {
    let mut shared = None;
    for (file, at) in program.files.iter().zip(0..) {
        if file.rules.family == Family::Swift {
            spaces.of_file[at] = *shared.get_or_insert_with(|| spaces.add(String::new(), None));
        }
    }
}

/// What the standard library and Foundation have, as far as it is used without a receiver.
#[rustfmt::skip]
const SWIFT: &[&str] = &[
    "Any", "AnyObject", "Array", "Bool", "Bundle", "Calendar", "Character", "Codable", "CodingKey", "Comparable",
    "Data", "Date", "DateFormatter", "Decimal", "Decoder", "Dictionary", "DispatchQueue", "Double", "Encodable",
    "Encoder", "Equatable", "Error", "FileHandle", "FileManager", "Float", "Hashable", "Hasher", "Identifiable",
    "IndexPath", "IndexSet", "Int", "Int16", "Int32", "Int64", "Int8", "JSONDecoder", "JSONEncoder",
    "JSONSerialization", "Locale", "Mirror", "NSError", "NSLock", "NSObject", "NSRegularExpression", "NSString",
    "Never", "Notification", "NotificationCenter", "ObjectIdentifier", "OperationQueue", "OptionSet", "Optional",
    "Process", "ProcessInfo", "Range", "Result", "RunLoop", "Sendable", "Set", "String", "StringProtocol", "Substring",
    "Task", "Thread", "TimeInterval", "TimeZone", "Timer", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL",
    "URLComponents", "URLRequest", "URLResponse", "URLSession", "UUID", "UserDefaults", "Void", "XCTAssert",
    "XCTAssertEqual", "XCTAssertFalse", "XCTAssertNil", "XCTAssertNotNil", "XCTAssertThrowsError", "XCTAssertTrue",
    "XCTFail", "XCTUnwrap", "XCTestCase", "abs", "assert", "assertionFailure", "debugPrint", "dump", "exit",
    "fatalError", "max", "min", "precondition", "preconditionFailure", "print", "repeatElement", "sequence", "stride",
    "swap", "type", "unsafeBitCast", "withUnsafePointer", "zip",
];
