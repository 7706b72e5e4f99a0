use super::*;
use protocol::Relation;

fn evidence(id: &str) -> Evidence {
    Evidence::of_lines(id, format!("src/{id}.rs"), 3, 9)
}

fn filtered(text: &str, piece: usize, holds: bool) -> (String, Vec<String>, u32) {
    let known = [evidence("aaa111"), evidence("bbb222")];
    let known: Vec<&Evidence> = known.iter().collect();
    let holding = [holds; 2];
    let mut filter = CitationFilter::new(&known, &holding);
    let mut shown = String::new();
    let chars: Vec<char> = text.chars().collect();
    for part in chars.chunks(piece) {
        shown.push_str(&filter.push(&part.iter().collect::<String>()).text);
    }
    shown.push_str(&filter.end().text);
    let (answer, citations, dropped) = filter.into_answer();
    assert_eq!(shown, answer, "what was streamed is the answer");
    (answer, citations.into_iter().map(|c| format!("{}={}", c.number, c.id)).collect(), dropped)
}

#[test]
fn known_spans_are_numbered_in_order_of_use_however_the_stream_is_cut() {
    let text = "B [[bbb222]], both [[aaa111, bbb222]], a list [[1, 2], [3]], naïve ☃ [x] and [";
    for piece in 1..text.len() {
        let (answer, citations, dropped) = filtered(text, piece, true);
        assert_eq!(answer, "B [[1]], both [[2]][[1]], a list [[1, 2], [3]], naïve ☃ [x] and [");
        assert_eq!((citations, dropped), (vec!["1=bbb222".to_owned(), "2=aaa111".to_owned()], 0));
    }
}

#[test]
fn invented_and_stale_spans_never_pass() {
    let (answer, citations, dropped) = filtered("a [[ccc333]] b [[src/a.rs:3-9]] c [[1]] d [[aaa111]].", 4, true);
    assert_eq!((answer.as_str(), citations.len(), dropped), ("a  b  c  d [[1]].", 1, 3));
    let (answer, citations, dropped) = filtered("a [[aaa111]]", 4, false);
    assert_eq!((answer.as_str(), citations.len(), dropped), ("a ", 0, 1));
}

#[test]
fn code_is_left_alone_however_the_stream_is_cut() {
    let text = "Say `grid[[i]]` [[aaa111]]:\n```js\na[[j]] = `[[aaa111]]`\n```\nand `x`[[bbb222]]";
    for piece in 1..text.len() {
        let (answer, citations, dropped) = filtered(text, piece, true);
        assert_eq!(answer, "Say `grid[[i]]` [[1]]:\n```js\na[[j]] = `[[aaa111]]`\n```\nand `x`[[2]]");
        assert_eq!((citations.len(), dropped), (2, 0));
    }
}

#[test]
fn code_with_brackets_stays() {
    let text = "if [[ -f x ]]; then; a[[i + 1]] [[ $x == 1 ]]";
    assert_eq!(filtered(text, 3, true), (text.to_owned(), vec![], 0));
}

/// The ids of the two spans that [`filtered`] knows; the text in every cut, and what came of it.
fn passes(text: &str, wanted: &str) {
    for piece in 1..=text.chars().count().max(1) {
        let (answer, _, _) = filtered(text, piece, true);
        assert_eq!(answer, wanted, "in pieces of {piece}");
    }
}

#[test]
fn a_longer_fence_holds_a_shorter_one() {
    passes(
        "A [[aaa111]].\n\n````rust\n/// ```\n/// x[[aaa111]]\n/// ```\nfn f() {}\n````\n\nB [[bbb222]].",
        "A [[1]].\n\n````rust\n/// ```\n/// x[[aaa111]]\n/// ```\nfn f() {}\n````\n\nB [[2]].",
    );
    passes("``` a [[aaa111]] ``` b [[aaa111]]", "``` a [[aaa111]] ``` b [[1]]");
    passes("> ```\n> [[aaa111]]\n[[aaa111]]", "> ```\n> [[aaa111]]\n[[1]]");
    passes("- a\n\n      [[aaa111]]\n- [[aaa111]]", "- a\n\n      [[aaa111]]\n- [[1]]");
    passes("~~~ [[aaa111]]\n[[aaa111]]\n~~~\n[[bbb222]]", "~~~ \u{200b}\n[[aaa111]]\n~~~\n[[1]]");
}

#[test]
fn a_backtick_that_nothing_closes_makes_no_code() {
    passes("a ` b [[aaa111]]\n\nc `[[bbb222]]`", "a ` b [[1]]\n\nc `[[bbb222]]`");
    passes("a `` b ` [[aaa111]] ` [[bbb222]]", "a `` b ` [[aaa111]] ` [[1]]");
    passes("a `b\n- [[aaa111]]`", "a `b\n- [[1]]`");
    passes(r"a \`[[aaa111]]` b`", r"a \`[[1]]` b`");
}

#[test]
fn code_does_not_go_over_the_cells_of_a_table() {
    passes("a `x | b\n--|--\n`[[aaa111]] | `[[bbb222]]`", "a `x | b\n--|--\n`[[1]] | `[[bbb222]]`");
    passes("`x | [[aaa111]] `y\n--|--\n", "`x | [[1]] `y\n--|--\n");
    passes("`x | [[aaa111]] `y\nno table", "`x | [[aaa111]] `y\nno table");
}

#[test]
fn brackets_of_other_spellings_are_brackets() {
    for spelled in
        ["[\\[aaa111]]", "\\[[aaa111]]", "&#91;[aaa111]]", "&lsqb;&LBRACK;aaa111&#93;]", "[[aaa111\\]]", "[aaa111]"]
    {
        passes(&format!("a {spelled} b"), "a [[1]] b");
    }
    passes("a [[`aaa111`]] [[**bbb222**]] b", "a [[1]] [[2]] b");
    passes("a [[[aaa111]]] (aaa111, bbb222)", "a [[[1]]] ([[1]], [[2]])");
    passes("[[aaa111]](https://e.org) [a](https://e.org)", "[[1]](https://e.org) [a](https://e.org)");
}

#[test]
fn what_spells_a_citation_never_reads_as_one() {
    for spelled in ["[[1]]", "[\\[1]]", "[[1]\\]", "&#91;[1]]", "[[\\1]]", "[[ccc333]]"] {
        let (answer, citations, _) = filtered(&format!("a [[aaa111]] {spelled} b"), 3, true);
        assert_eq!(markdown::parse(&answer).blocks.len(), 1);
        let chips = format!("{:?}", markdown::parse(&answer)).matches("Citation(").count();
        assert_eq!((chips, citations.len()), (1, 1), "{spelled}: {answer}");
    }
    // What is taken out leaves nothing that grows together.
    passes("[[[ccc333]][1]] x", "[\u{200b}[1]] x");
    passes("a [[1[[ccc333]]]] x", "a [[1]\\] x");
    passes("[[ccc333]]    a\n[[ccc333]]- b\n`[[ccc333]]``", "\u{200b}    a\n\u{200b}- b\n`\u{200b}``");
    passes("aaa[[ccc333]]111", "aaa\u{200b}111");
}

#[test]
fn every_line_end_is_one_sign() {
    passes("a [[aaa111]]\r\nb\r\r\nc\r", "a [[1]]\nb\n\nc\n");
}

#[test]
fn a_call_is_cited_in_the_name_of_what_it_is_a_part_of() {
    let called = |name: &str| Evidence {
        symbol: Some(format!("shop.{name}")),
        relation: Relation::Callee { of: "shop.order".into() },
        ..evidence("aaa111")
    };
    // Two calls on one line have one id.
    let known = [called("check"), called("pay")];
    let known: Vec<&Evidence> = known.iter().collect();
    let mut filter = CitationFilter::new(&known, &[true, true]);
    filter.push("`order` calls `pay` [[aaa111]]");
    filter.end();
    let (_, citations, _) = filter.into_answer();
    assert_eq!(citations[0].symbol.as_deref(), Some("shop.order"));
}
