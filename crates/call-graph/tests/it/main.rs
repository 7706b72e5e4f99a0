//! The call graph over small repositories written as strings.

mod answers;
mod categories;
mod fixture;
mod languages;
mod lines;
mod work_limit;
