//! The Rust functions of the messages, with English in them.

use crate::catalog::{Catalog, Message};
use crate::compact::{compact, fingerprint};
use std::fmt::Write;

/// The source that the page includes: a function a message (`ask-box-send` becomes `ask_box_send`), the table `ENGLISH` that
/// they index, its `FINGERPRINT`, and `LANGUAGES`: each language's tag with its name for itself, as given.
///
/// A function takes the arguments in the order of their first appearance. The source uses `text`, `filled`, `Argument` and
/// `Count` of the module that includes it.
pub fn functions(english: &Catalog, languages: &[(String, String)]) -> String {
    let mut out = String::new();
    for (place, message) in english.messages.iter().enumerate() {
        function(place, message, &mut out);
    }
    let texts = english.messages.iter().map(|message| format!("    {:?},\n", compact(message, &message.arguments())));
    let languages = languages.iter().map(|(tag, name)| format!("    ({tag:?}, {name:?}),\n"));
    write!(
        out,
        "static ENGLISH: &[&str] = &[\n{}];\nconst FINGERPRINT: &str = {:?};\npub const LANGUAGES: &[(&str, &str)] = &[\n{}];\n",
        texts.collect::<String>(),
        fingerprint(english),
        languages.collect::<String>(),
    )
    .expect("a text takes all that is written");
    out
}

fn function(place: usize, message: &Message, out: &mut String) {
    let name = |text: &str| text.replace('-', "_");
    let arguments = message.arguments();
    let kinds = arguments.iter().map(|it| if message.is_count(it) { "Count" } else { "std::fmt::Display" });
    let taken: Vec<String> =
        arguments.iter().zip(kinds).map(|(it, kind)| format!("{}: impl {kind}", name(it))).collect();
    let given = arguments.iter().map(|it| match message.is_count(it) {
        true => format!("Argument::Count({}.number())", name(it)),
        false => format!("Argument::Text(&{})", name(it)),
    });
    let given = given.collect::<Vec<_>>().join(", ");
    let (taken, function) = (taken.join(", "), name(&message.id));
    let written = match arguments.is_empty() {
        true => writeln!(out, "pub fn {function}() -> &'static str {{\n    text({place})\n}}"),
        false => writeln!(out, "pub fn {function}({taken}) -> String {{\n    filled({place}, &[{given}])\n}}"),
    };
    written.expect("a text takes all that is written");
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_message_is_a_function_of_its_arguments() {
        let text = "ask-send = \"Ask\"\nask-found = { $path }: { $count ->\n    [one] one\n   *[other] { $count }\n}\n";
        let catalog = Catalog::read("en.ftl", text).unwrap();
        let languages = [("en".to_owned(), "English".to_owned())];
        expect![[r#"
            pub fn ask_send() -> &'static str {
                text(0)
            }
            pub fn ask_found(path: impl std::fmt::Display, count: impl Count) -> String {
                filled(1, &[Argument::Text(&path), Argument::Count(count.number())])
            }
            static ENGLISH: &[&str] = &[
                "\"Ask\"",
                "\u{1}0: \u{2}1one\u{3}one\u{3}other\u{3}\u{1}1\u{3}\u{4}",
            ];
            const FINGERPRINT: &str = "f0b075cd383fdad5";
            pub const LANGUAGES: &[(&str, &str)] = &[
                ("en", "English"),
            ];
        "#]]
        .assert_eq(&functions(&catalog, &languages));
    }
}
