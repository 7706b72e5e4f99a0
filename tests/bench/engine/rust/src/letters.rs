//! Random text; nothing depends on how random.

use std::cell::Cell;

thread_local! {
    static STATE: Cell<u64> = const { Cell::new(0x9E37_79B9_7F4A_7C15) };
}

/// So many random letters a to z.
pub fn letters(count: usize) -> String {
    STATE.with(|state| {
        let mut bits = state.get();
        let text = (0..count)
            .map(|_| {
                bits ^= bits << 13;
                bits ^= bits >> 7;
                bits ^= bits << 17;
                char::from(b'a' + (bits % 26) as u8)
            })
            .collect();
        state.set(bits);
        text
    })
}
