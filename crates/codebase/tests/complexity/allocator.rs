//! The system's allocator, counting what one thread asks of it: tests run side by side.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { allocated: 0, held: 0, most: 0 }) };
}

/// Bytes since [`restart`].
#[derive(Debug, Clone, Copy)]
pub struct Counts {
    /// Allocated in all.
    pub allocated: u64,
    held: i64,
    /// The most held at once.
    pub most: u64,
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts from nothing.
pub fn restart() {
    COUNTS.set(Counts { allocated: 0, held: 0, most: 0 });
}

/// What this thread did since [`restart`].
pub fn counts() -> Counts {
    COUNTS.get()
}

fn note(size: usize, taken: bool) {
    // At the end of a thread its counts are gone.
    let _gone = COUNTS.try_with(|cell| {
        let mut counts = cell.get();
        counts.allocated += if taken { size as u64 } else { 0 };
        counts.held += if taken { size as i64 } else { -(size as i64) };
        counts.most = counts.most.max(counts.held.max(0) as u64);
        cell.set(counts);
    });
}

// SAFETY: every call is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), true);
        // SAFETY: as the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(layout.size(), false);
        // SAFETY: as the caller's.
        unsafe { System.dealloc(pointer, layout) }
    }
}
