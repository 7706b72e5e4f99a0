//! Ids of runs: `20261121-093015-4f2a`, the time in UTC and four random digits. Their order is that of time.

use crate::calendar::date;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A new id. Two runs started in the same second get the same id once in 65,536 times.
pub fn fresh() -> String {
    // A new random state hashes nothing to something else each time.
    let chance = RandomState::new().hash_one(std::process::id());
    at(since_1970().as_secs(), chance as u16)
}

/// The time since 1970; zero if the clock is set to an earlier time.
pub fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn at(seconds: u64, chance: u16) -> String {
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}-{chance:04x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use state_graph::store::check_run_name;

    #[test]
    fn ids_begin_with_the_time() {
        assert_eq!(at(0, 0), "19700101-000000-0000");
        assert_eq!(at(951_782_399, 0x4f2a), "20000228-235959-4f2a");
        assert_eq!(at(951_782_400, 1), "20000229-000000-0001");
        assert_eq!(at(1_735_689_599, 0xffff), "20241231-235959-ffff");
        assert_eq!(at(1_795_253_415, 0x4f2a), "20261121-093015-4f2a");
        assert_eq!(at(4_107_542_400, 0), "21000301-000000-0000");
    }

    #[test]
    fn ids_are_names_of_runs_and_differ() {
        let ids: std::collections::BTreeSet<String> = (0..20).map(|_| fresh()).collect();
        assert!(ids.len() > 15, "{ids:?}");
        ids.iter().for_each(|id| check_run_name(id).unwrap());
    }
}
