//! The commands and events that every host speaks: plain data.
