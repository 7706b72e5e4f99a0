//! Formats points in time.

use crate::calendar::date;
use std::time::{SystemTime, UNIX_EPOCH};

/// `2026-03-09 14:05 UTC`; a time before 1970 is shown as the start of 1970.
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, minutes) = (seconds / 86_400, seconds % 86_400 / 60);
    let (year, month, day) = date(days);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn leap_years_and_ends_of_years() {
        let shown = |seconds: u64| utc(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(shown(0), "1970-01-01 00:00 UTC");
        assert_eq!(shown(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(shown(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(shown(1_767_225_599), "2025-12-31 23:59 UTC");
        assert_eq!(shown(1_773_065_100), "2026-03-09 14:05 UTC");
        assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01 00:00 UTC");
    }
}
