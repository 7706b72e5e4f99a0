//! The call graph over small repositories written as strings.

mod answers;
mod c;
mod categories;
mod csharp;
mod fixture;
mod languages;
mod lines;
mod precision;
mod recall;
mod work_limit;
