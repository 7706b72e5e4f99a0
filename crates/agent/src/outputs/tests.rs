use super::*;

fn kept(texts: &[&str]) -> ToolOutputs {
    let mut outputs = ToolOutputs::default();
    texts.iter().for_each(|text| outputs.keep(Output::new(text)));
    outputs
}

/// `lines` lines of 70 characters, each with its number.
fn numbered(lines: usize) -> String {
    (1..=lines).map(|n| format!("{n:069}\n")).collect()
}

// Parity vector 9 of `plan-review`.
#[test]
fn a_long_output_is_shown_as_head_note_and_tail_and_any_line_can_be_read() {
    let text = numbered(100);
    assert_eq!(text.len(), 7_000);
    let outputs = kept(&[&text]);
    let output = outputs.get(Output::new(&text).id()).expect("it was kept");
    let shown = output.shown(&Excerpt::default());
    assert!(shown.starts_with(&text[..1_000]) && shown.ends_with(&text[6_500..]), "{shown}");
    let note = &shown[1_001..shown.len() - 501];
    let id = output.id();
    assert_eq!(
        note,
        format!(
            "[5500 characters omitted; the output has 7000 characters in 100 lines: \
             `read_tool_output` with id `{id}` gives any of lines 1 to 100]"
        )
    );
    assert_eq!(outputs.read(id, Some(100), None), Ok(format!("100: {:069}\n", 100)));
    assert_eq!(outputs.read(id, Some(2), Some(3)), Ok(format!("2: {:069}\n3: {:069}\n", 2, 3)));
}

#[test]
fn outputs_of_calls_with_the_same_provider_id_are_both_readable() {
    let outputs = kept(&["of the first call_0", "of the second call_0"]);
    for text in ["of the first call_0", "of the second call_0"] {
        assert_eq!(outputs.read(Output::new(text).id(), None, None), Ok(format!("1: {text}\n")));
    }
}

#[test]
fn the_first_write_of_an_id_wins_and_a_repeated_node_adds_nothing() {
    let mut forged = Output::new("another text");
    forged.id = Output::new("a text").id().to_owned();
    let mut outputs = kept(&["a text", "a text"]);
    outputs.keep(forged);
    assert_eq!(outputs, kept(&["a text"]));
}

#[test]
fn short_outputs_are_shown_whole() {
    let text = "x".repeat(6_000);
    assert_eq!(Output::new(&text).shown(&Excerpt::default()), text);
    assert!(Output::new(&(text + "y")).shown(&Excerpt::default()).contains("[4501 characters omitted"));
}

#[test]
fn of_an_output_over_its_limit_the_beginning_can_be_read_and_the_end_is_shown() {
    let text = numbered(5_000) + "the end";
    let outputs = kept(&[&text]);
    let output = &outputs.0[0];
    let last = OUTPUT_BYTES / 70;
    let shown = output.shown(&Excerpt::default());
    assert!(shown.ends_with("the end"), "{shown}");
    assert!(shown.contains("350007 characters in 5001 lines"), "{shown}");
    assert!(shown.contains(&format!("gives lines 1 to {last}; the rest is not kept")), "{shown}");
    let end = outputs.read(output.id(), Some(last), Some(9_999)).expect("the last line that is whole");
    assert_eq!(end, format!("{last}: {last:069}\nThe rest of the 5001 lines is not kept.\n"));
    let behind = outputs.read(output.id(), Some(last + 1), None).unwrap_err().to_string();
    assert!(behind.contains(&format!("5001 lines, of which lines 1 to {last} are kept")), "{behind}");
}

#[test]
fn when_a_run_keeps_enough_later_outputs_keep_their_ends_and_earlier_ones_stay() {
    let texts: Vec<String> = (0..17).map(|n| format!("{n} {} last of {n}", "x".repeat(OUTPUT_BYTES - 100))).collect();
    let outputs = kept(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let total: usize = outputs.0.iter().map(Output::bytes).sum();
    assert!(total < OUTPUTS_BYTES + 2_000, "{total}");
    let first = outputs.0[0].shown(&Excerpt::default());
    assert!(first.contains("gives any of lines 1 to"), "{first}");
    let last = outputs.0[16].shown(&Excerpt::default());
    assert!(last.starts_with("16 xxx") && last.ends_with("last of 16"), "{last}");
    assert!(last.contains("the run keeps no more outputs; call the tool again"), "{last}");
}

#[test]
fn reading_is_bounded_and_says_where_to_go_on() {
    let outputs = kept(&[&"line\n".repeat(1_000), &"y".repeat(100_000)]);
    let many = outputs.read(outputs.0[0].id(), Some(11), None).expect("it is kept");
    assert_eq!(many.lines().count(), READ_BACK_LINES + 1);
    assert!(many.ends_with("410: line\nCut here; go on with start 411 of 1000.\n"), "{many}");
    let wide = outputs.read(outputs.0[1].id(), None, None).expect("it is kept");
    assert!(wide.len() < READ_BACK_CHARS + 1_000 && wide.contains("go on with start 20 of 50"));
    assert!(outputs.read(outputs.0[1].id(), Some(50), None).is_ok());
}

#[test]
fn an_unknown_id_is_an_error_that_says_where_ids_are() {
    let error = kept(&[]).read("call_0", None, None).unwrap_err().to_string();
    assert!(error.contains("no output `call_0`") && error.contains("notes"), "{error}");
}

#[test]
fn the_stored_form_stays() {
    let mut outputs = kept(&["a\nb"]);
    outputs.keep(Output::new("é").ends());
    let stored = serde_json::to_string(&outputs).expect("plain data");
    expect_test::expect![[r#"[{"id":"out-e1220d74c517","text":"a\nb","chars":3,"lines":2},{"id":"out-46d0ec742cea","text":"é","tail":"é","chars":1,"lines":1}]"#]].assert_eq(&stored);
    assert_eq!(serde_json::from_str::<ToolOutputs>(&stored).expect("what was written is read"), outputs);
}
