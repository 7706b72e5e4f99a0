//! The rules that make edges, one file a family, in the order in which they are tried.

mod builtins;
pub mod calls;
mod class_members;
mod constants;
mod externals;
pub mod hierarchy;
pub mod implicit;
mod inheritance;
pub mod injected;
pub mod members;
pub mod names;
mod objects;
pub mod overrides;
pub mod prefixes;
pub mod properties;
pub mod unique_name;
