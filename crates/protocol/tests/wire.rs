//! Bytes between the page and the engine: every variant of every enum there and back.

mod samples;

use protocol::Command;
use protocol::wire::{VERSION, WireError, decode_command, decode_message, encode_command, encode_message};
use samples::{commands, messages, text};

#[test]
fn every_command_survives_the_trip() {
    for command in commands() {
        let bytes = encode_command(&command).expect("encodes");
        assert_eq!(decode_command(&bytes), Ok(command));
    }
}

#[test]
fn every_message_survives_the_trip() {
    for message in messages() {
        let bytes = encode_message(&message).expect("encodes");
        assert_eq!(decode_message(&bytes), Ok(message));
    }
}

#[test]
fn another_version_and_damage_are_different_errors() {
    let mut bytes = encode_command(&Command::Symbol { symbol: 7 }).expect("encodes");
    assert_eq!(decode_command(&bytes[..bytes.len() - 1]), Err(WireError::Damaged));
    bytes.push(0);
    assert_eq!(decode_command(&bytes), Err(WireError::Damaged));
    bytes[0] = VERSION + 1;
    assert_eq!(decode_command(&bytes), Err(WireError::Version));
    assert_eq!(decode_message(&[]), Err(WireError::Damaged));
}

/// `tests/bench/quarry.mjs` writes these three by hand: it times the engine without the page.
#[test]
fn searches_as_the_benchmark_writes_them() {
    let search = Command::Search { query: text("ab"), limit: 10 };
    let find = Command::Find { query: text("ab"), limit: 40 };
    let lines = Command::FindLines { query: text("ab"), limit: 12 };
    assert_eq!(encode_command(&search), Ok(vec![13, 10, 2, b'a', b'b', 10]));
    assert_eq!(encode_command(&find), Ok(vec![13, 11, 2, b'a', b'b', 40]));
    assert_eq!(encode_command(&lines), Ok(vec![13, 12, 2, b'a', b'b', 12]));
}
