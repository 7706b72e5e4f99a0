//! Logs of runs: read whole, in part or refused, never taken for more than they say.

use crate::{Broken, Target};
use agent::{AgentState, StoredRun};
use serde_json::Value;
use state_graph::History;
use state_graph::log::{Header, Outline, excerpt};

pub const TARGET: Target = Target {
    name: "run_log",
    dictionary: &[
        b"\n",
        b"{\"checkpoint\":{\"id\":1,\"parent\":0,\"source\":\"loop\",\"step\":1,\"ids\":0}}\n",
        b"{\"interrupt\":{\"step\":1,\"index\":0,\"questions\":[{\"id\":\"a\",\"value\":null}]}}\n",
        b"{\"resume\":{\"step\":1,\"answers\":{\"a\":null}}}\n",
        b"{\"proceed\":{\"step\":1}}\n",
        b"{\"failed\":{\"step\":1,\"node\":null,\"error\":\"\",\"again\":true}}\n",
        b"{\"stopped\":{\"step\":1,\"why\":\"paused\"}}\n",
        b"{\"child\":{\"step\":1,\"index\":0,\"line\":{}}}\n",
        b"\"fork\"", b"\"update\"", b"\"arrived\":[[true]]", b"\"tasks\":[", b"18446744073709551615", b"4294967295",
        b"-1", b"1e400", b"null", b"[", b"]", b"{", b"}", b"\"", b",", b":",
    ],
    seeds: || {
        vec![
            include_bytes!("../../../../crates/agent/tests/fixtures/stored-runs-1/paused.run").to_vec(),
            include_bytes!("../../../../crates/agent/tests/fixtures/stored-runs-1/awaiting-approval.run").to_vec(),
        ]
    },
    check,
};

fn check(input: &[u8]) -> Result<(), Broken> {
    holds(input)?;
    // The same lines with right checksums, as from somebody who means it.
    holds(&framed(input))
}

/// Each line with the checksum that it should have, in place of the one that it may have.
fn framed(input: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in input.split(|&byte| byte == b'\n') {
        let json = line.iter().position(|&byte| byte == b'{').map_or(line, |start| &line[start..]);
        out.extend_from_slice(format!("{:08x} ", crc32fast::hash(json)).as_bytes());
        out.extend_from_slice(json);
        out.push(b'\n');
    }
    out
}

fn holds(log: &[u8]) -> Result<(), Broken> {
    drop((Header::peek(log), agent::summarise(log, false)));
    let outline = Outline::read(log);
    let Ok(history) = History::<AgentState>::read(log) else { return Ok(()) };
    outline.map_err(|error| format!("it is read, but not its outline: {error}"))?;
    let (whole, torn) = history.torn();
    if whole + torn != log.len() as u64 {
        return Err(format!("{whole} whole and {torn} torn bytes of {}", log.len()));
    }
    let again = History::<AgentState>::read(&log[..whole as usize]);
    let again = again.map_err(|error| format!("its whole lines alone are not read: {error}"))?;
    let ids = |history: &History<AgentState>| history.checkpoints().map(|point| point.id).collect::<Vec<_>>();
    if ids(&again) != ids(&history) || again.torn().1 != 0 {
        return Err("its whole lines alone are another log".to_owned());
    }
    for id in ids(&history).into_iter().take(8) {
        let Ok(state) = history.state(id) else { continue };
        bounded("a state", serde_json::to_vec(&state).map_or(0, |json| json.len()), log)?;
        let part = excerpt(log, id, Value::Null).map_err(|error| format!("no excerpt up to {id}: {error}"))?;
        bounded("an excerpt", part.len(), log)?;
    }
    let Ok(stored) = StoredRun::read(log) else { return Ok(()) };
    bounded("its events", serde_json::to_vec(&stored.events()).map_or(0, |json| json.len()), log)?;
    drop((stored.timeline(), stored.proposed_calls()));
    Ok(())
}

/// What is made of a log is in proportion to it.
fn bounded(what: &str, bytes: usize, log: &[u8]) -> Result<(), Broken> {
    let most = 8 * log.len() + 4096;
    if bytes <= most { Ok(()) } else { Err(format!("{what} of {bytes} bytes from a log of {}", log.len())) }
}
