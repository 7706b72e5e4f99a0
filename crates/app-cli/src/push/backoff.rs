//! Which requests are retried, and after which wait.

use std::time::Duration;

/// The largest number of attempts.
pub const ATTEMPTS: u32 = 5;
/// The first wait; doubles with each attempt, so the attempts there are cap it.
const FIRST: Duration = Duration::from_millis(500);
/// The longest wait that a server may ask for. If it asks for more the push fails, and can be run again.
const LONGEST_ASKED: Duration = Duration::from_secs(120);

/// Whether the failure of this status may be temporary.
pub fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500 | 502..=504 | 520..=524 | 530)
}

/// The wait after the `attempt`th failure (from 1); `None` if that was the last attempt, or the server asks for too
/// long a wait.
pub fn wait(attempt: u32, asked: Option<Duration>) -> Option<Duration> {
    if attempt >= ATTEMPTS || asked.is_some_and(|asked| asked > LONGEST_ASKED) {
        return None;
    }
    let own = FIRST * (1 << attempt.saturating_sub(1));
    Some(asked.map_or(own, |asked| asked.max(own)))
}

/// `Retry-After` in seconds. Its other form, a date, would need the server's clock and is ignored.
pub fn asked(header: Option<&str>) -> Option<Duration> {
    header?.trim().parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_end() {
        let ms = |attempt| wait(attempt, None).map(|wait| wait.as_millis());
        assert_eq!([ms(1), ms(2), ms(4), ms(5)], [Some(500), Some(1000), Some(4000), None]);
    }

    #[test]
    fn a_server_may_ask_for_more_but_not_for_too_much() {
        assert_eq!(wait(1, asked(Some("7"))), Some(Duration::from_secs(7)));
        assert_eq!(wait(1, asked(Some("0"))), Some(FIRST));
        assert_eq!(wait(1, asked(Some("3600"))), None);
        assert_eq!(asked(Some("Wed, 21 Oct 2026 07:28:00 GMT")), None);
    }

    #[test]
    fn refusals_are_final() {
        assert!([400, 401, 403, 404, 409, 413, 501].iter().all(|&status| !is_passing(status)));
        assert!([429, 500, 502, 503, 504].iter().all(|&status| is_passing(status)));
    }
}
