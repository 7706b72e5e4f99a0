//! The state of the overview.

use leptos::prelude::*;
use protocol::{OverviewPage, OverviewSection, PartsMap};
use std::sync::Arc;

/// What the overview shows of the open repository; each part is loaded by itself.
#[derive(Clone, Copy, Default)]
pub struct OverviewState {
    /// The page, or why there is none; `None` while it is loaded.
    pub page: RwSignal<Option<Result<Arc<OverviewPage>, String>>>,
    /// The level of the map that is shown.
    pub map: RwSignal<Option<Arc<PartsMap>>>,
    /// Why a level that was asked for is not shown.
    pub map_problem: RwSignal<Option<String>>,
    /// The files that were changed most.
    pub changed: RwSignal<Option<Result<Arc<OverviewSection>, String>>>,
}
