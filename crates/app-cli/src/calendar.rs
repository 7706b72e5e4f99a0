//! Dates of the Gregorian calendar, and how long ago something was.

/// Year, month and day, from days since 1970-01-01: Hinnant, chrono-compatible low-level date algorithms. Years are counted
/// from March, so that the leap day is the last of its year.
pub fn date(days: u64) -> (u64, u64, u64) {
    const DAYS_TO_1970_FROM_YEAR_0: u64 = 719_468;
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let days = days + DAYS_TO_1970_FROM_YEAR_0;
    let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day)
}

/// How long ago something was.
pub fn ago(ms: f64) -> String {
    let seconds = (ms / 1000.0).max(0.0) as u64;
    let (count, unit) = match seconds {
        0..60 => (seconds, "s"),
        60..3600 => (seconds / 60, "min"),
        3600..86_400 => (seconds / 3600, "h"),
        _ => (seconds / 86_400, "d"),
    };
    format!("{count} {unit} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_each_other() {
        let mut last = (1969, 12, 31);
        for days in 0..200_000 {
            let now = date(days);
            let next_day = now == (last.0, last.1, last.2 + 1);
            let next_month = last.2 >= 28 && now == (last.0, last.1 + 1, 1);
            let next_year = (last.1, last.2) == (12, 31) && now == (last.0 + 1, 1, 1);
            assert!(next_day || next_month || next_year, "{now:?} after {last:?}");
            last = now;
        }
        assert_eq!(last.0, 2517);
    }

    #[test]
    fn times_have_one_unit() {
        let shown = [-5e3, 0.0, 59_999.0, 60e3, 3_599e3, 3_600e3, 86_399e3, 86_400e3, 864e6].map(ago);
        let expected =
            ["0 s ago", "0 s ago", "59 s ago", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 d ago", "10 d ago"];
        assert_eq!(shown, expected);
    }
}
