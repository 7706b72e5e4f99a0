//! The wait before the next attempt.

/// First wait, in milliseconds; doubles with each attempt.
const FIRST_MS: u64 = 500;
/// The longest wait if the server does not ask for one.
const LONGEST_MS: u64 = 20_000;
/// The longest wait a server may ask for; a longer one is reported to the person instead.
const LONGEST_ASKED_MS: u64 = 60_000;

/// The wait after the `attempt`th failure (from 1), or `None` if the server asks for a longer wait than is acceptable.
/// Without jitter: a tab makes one call at a time, so many clients do not retry in step.
pub fn wait_ms(attempt: u32, asked_ms: Option<u64>) -> Option<u64> {
    let own = FIRST_MS.saturating_mul(1 << attempt.saturating_sub(1).min(16)).min(LONGEST_MS);
    match asked_ms {
        Some(asked) if asked > LONGEST_ASKED_MS => None,
        Some(asked) => Some(asked.max(own)),
        None => Some(own),
    }
}

/// `Retry-After` in milliseconds. Its other form, a date, would need a clock and is ignored.
pub fn asked_ms(header: Option<&str>) -> Option<u64> {
    let seconds: f64 = header?.trim().parse().ok()?;
    (seconds.is_finite() && seconds >= 0.0).then(|| (seconds * 1000.0).min(1e12) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backs_off_and_honours_the_server() {
        let own: Vec<_> = (1..=8).map(|attempt| wait_ms(attempt, None).unwrap()).collect();
        assert_eq!(own, [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
        assert_eq!(wait_ms(1, asked_ms(Some("7"))), Some(7000));
        assert_eq!(wait_ms(1, asked_ms(Some("0"))), Some(500));
        assert_eq!(wait_ms(1, asked_ms(Some("3600"))), None);
        assert_eq!(wait_ms(2, asked_ms(Some("Wed, 21 Oct 2015 07:28:00 GMT"))), Some(1000));
        assert_eq!(asked_ms(Some("-1")), None);
    }
}
