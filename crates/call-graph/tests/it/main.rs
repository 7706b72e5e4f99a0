//! The call graph over small repositories written as strings.

mod answers;
mod c;
mod categories;
mod csharp;
mod fixture;
mod kotlin;
mod languages;
mod lines;
mod php;
mod precision;
mod recall;
mod ruby;
mod work_limit;
