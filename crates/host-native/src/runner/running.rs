//! The runs that go on now, for whoever has to end this process at once.

#[cfg(unix)]
use super::group::Group;
#[cfg(unix)]
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Every program that a runner runs now. Can be handed to another thread.
#[derive(Clone, Default)]
pub struct RunningPrograms {
    #[cfg(unix)]
    groups: Arc<Mutex<Vec<Weak<Group>>>>,
}

impl RunningPrograms {
    /// Ends all of them, with everything that they have started. To be called before this process ends in another way than
    /// by itself.
    pub fn end_all(&self) {
        #[cfg(unix)]
        for group in self.groups.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade) {
            group.end(None);
        }
    }

    #[cfg(unix)]
    pub(super) fn add(&self, group: &Arc<Group>) {
        let mut groups = self.groups.lock().unwrap_or_else(PoisonError::into_inner);
        groups.retain(|group| group.strong_count() > 0);
        groups.push(Arc::downgrade(group));
    }
}
