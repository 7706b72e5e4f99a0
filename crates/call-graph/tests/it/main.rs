//! The call graph over small repositories written as strings.

mod answers;
mod categories;
mod fixture;
mod implicit;
mod languages;
mod lines;
mod narrowing;
mod precision;
mod recall;
mod types;
mod values;
mod work_limit;
