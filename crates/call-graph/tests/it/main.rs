//! The call graph over small repositories written as strings.

mod answers;
mod c;
mod categories;
mod csharp;
mod fixture;
mod implicit;
mod kotlin;
mod languages;
mod lines;
mod manifests;
mod narrowing;
mod php;
mod precision;
mod recall;
mod ruby;
mod types;
mod values;
mod work_limit;
