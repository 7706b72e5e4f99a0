//! Whole numbers in messages.

/// What selects a variant of a message by its plural category, and is shown with separators.
pub trait Count {
    fn number(self) -> u64;
}

impl Count for u8 {
    fn number(self) -> u64 {
        u64::from(self)
    }
}

impl Count for u16 {
    fn number(self) -> u64 {
        u64::from(self)
    }
}

impl Count for u32 {
    fn number(self) -> u64 {
        u64::from(self)
    }
}

impl Count for u64 {
    fn number(self) -> u64 {
        self
    }
}

impl Count for usize {
    fn number(self) -> u64 {
        self as u64
    }
}

/// A number with this separator between groups of three digits: `1,005`.
pub fn grouped(number: u64, separator: &str) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + 6);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push_str(separator);
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!([7, 1005, 12_001_000].map(|number| grouped(number, ",")), ["7", "1,005", "12,001,000"]);
        assert_eq!(grouped(1005, "."), "1.005");
    }
}
