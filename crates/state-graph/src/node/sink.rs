//! Where the lines of a run's log go; a driver and the drivers of the subgraphs inside it share one.

use futures::future::LocalBoxFuture;

use crate::store::StoreError;

/// What becomes of a run whose store is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhenFull {
    /// It stops with [`RunError::Store`](crate::RunError::Store). What was refused is kept with the invocation and is
    /// stored first when that is driven again, so making room is enough.
    #[default]
    Stop,
    /// The run continues and nothing more of it is stored; [`RunEventKind::Unstored`](crate::RunEventKind::Unstored) is
    /// reported once. Its log stays as it is, with all that was stored until then: another process can continue from there.
    Continue,
}

pub(crate) trait Sink {
    /// Takes bytes in, which come after all that were taken in before. They are kept until they are stored.
    fn push(&self, bytes: Vec<u8>);

    /// Ready when what was taken in is as safe as was asked for.
    fn settle(&self) -> LocalBoxFuture<'_, Result<(), StoreError>>;

    /// Stores what waits for the driver to stop.
    fn flush(&self) -> LocalBoxFuture<'_, Result<(), StoreError>>;

    /// How often something was taken in.
    fn pushes(&self) -> u64;

    /// What is not stored for sure, to be stored otherwise; and whether a part of it may be stored nevertheless.
    fn take_back(&self) -> (Vec<u8>, bool);

    /// Stores nothing from here on. False if that is so already.
    fn give_up(&self) -> bool;

    /// Whether what is taken in is stored sooner or later.
    fn stores(&self) -> bool;
}
