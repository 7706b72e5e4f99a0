//! Messages as the page reads them: see the table in [`crate`].

use crate::catalog::{Catalog, Message, Part};

const ARGUMENT: char = '\u{1}';
const SELECT: char = '\u{2}';
const BETWEEN: char = '\u{3}';
const END: char = '\u{4}';

/// A message with its arguments by their place in `order`.
pub fn compact(message: &Message, order: &[&str]) -> String {
    let mut out = String::new();
    write(&message.parts, order, &mut out);
    out
}

fn write(parts: &[Part], order: &[&str], out: &mut String) {
    let place = |name: &String| order.iter().position(|it| it == name).expect("a message's arguments were compared");
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Argument(name) => out.push_str(&format!("{ARGUMENT}{}", place(name))),
            Part::Select { argument, variants } => {
                out.push_str(&format!("{SELECT}{}", place(argument)));
                for variant in variants {
                    out.push_str(&variant.key);
                    out.push(BETWEEN);
                    write(&variant.parts, order, out);
                    out.push(BETWEEN);
                }
                out.push(END);
            }
        }
    }
}

/// A name for the messages of English with their arguments: a file that was compiled for others is not taken.
pub fn fingerprint(english: &Catalog) -> String {
    // FNV-1a.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for message in &english.messages {
        for word in std::iter::once(message.id.as_str()).chain(message.arguments()).chain([";"]) {
            for byte in word.bytes().chain([b' ']) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_numbers_and_selectors_are_marked() {
        let text = "a-b = In { $path }: { $count ->\n    [one] one\n   *[other] { $count } calls\n}.";
        let catalog = Catalog::read("en.ftl", text).unwrap();
        let [message] = catalog.messages.as_slice() else { panic!("{catalog:?}") };
        let expected = "In \u{1}0: \u{2}1one\u{3}one\u{3}other\u{3}\u{1}1 calls\u{3}\u{4}.";
        assert_eq!(compact(message, &message.arguments()), expected);
    }

    #[test]
    fn messages_in_another_order_or_with_other_arguments_have_another_fingerprint() {
        let of = |text: &str| fingerprint(&Catalog::read("en.ftl", text).unwrap());
        let first = of("a-b = x\nc-d = { $n }");
        assert_eq!(first, of("a-b = other words\nc-d = { $n }!"));
        let others = ["c-d = { $n }\na-b = x", "a-b = x\nc-d = { $m }", "a-b = x"];
        assert!(others.iter().all(|text| of(text) != first));
    }
}
