use super::*;
use crate::parse;

const TEXT: &str = "# A\n\nSome `code`\nand\n#more\n\n- one\n  two\n- three\n\n```rs\nlet x;\n```\n| a | b |\n|---|---|\n| c |\n\n> q\n\nend";

fn shown(stream: &Stream) -> Vec<Block> {
    stream.blocks().iter().map(|(_, block)| (**block).clone()).collect()
}

#[test]
fn an_answer_that_grows_reads_as_the_same_text_at_once() {
    let mut stream = Stream::default();
    for end in 0..=TEXT.len() {
        stream.update(&TEXT[..end], false);
        assert_eq!(shown(&stream), parse(&TEXT[..end]).blocks, "{:?}", &TEXT[..end]);
    }
    stream.update("another", false);
    assert_eq!(shown(&stream), parse("another").blocks);
}

#[test]
fn a_block_that_is_whole_keeps_its_key() {
    let mut stream = Stream::default();
    stream.update("one\n\ntwo\n\nth", false);
    let before: Vec<u64> = stream.blocks().iter().map(|(key, _)| *key).collect();
    stream.update("one\n\ntwo\n\nthree\n\nfour", false);
    let after: Vec<u64> = stream.blocks().iter().map(|(key, _)| *key).collect();
    assert_eq!(before[..2], after[..2]);
    assert_ne!(before[2], after[2]);
}

#[test]
fn a_long_answer_is_read_a_few_times_at_most() {
    for block in
        ["A sentence of words, `code` and more.\n\n", "- an item\n", "word ", "| a | b |\n|---|---|\n", "```\ncode\n"]
    {
        let text = block.repeat(200_000 / block.len());
        let mut stream = Stream::default();
        // Pieces of twenty bytes: a block of up to four thousand is read two hundred times, a longer one nine.
        for end in (0..text.len()).step_by(20) {
            stream.update(&text[..end], false);
        }
        stream.update(&text, true);
        assert_eq!(shown(&stream), parse(&text).blocks, "{block}");
        let most = 30 * text.len() as u64 + 200 * LARGE as u64;
        assert!(stream.bytes_read() < most, "{block}: {} bytes read for {}", stream.bytes_read(), text.len());
    }
}
