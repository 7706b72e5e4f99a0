//! The call graph over small repositories written as strings.

mod answers;
mod c;
mod categories;
mod cpp;
mod csharp;
mod embedded;
mod fixture;
mod handed_on;
mod implicit;
mod kotlin;
mod languages;
mod lines;
mod lua;
mod manifests;
mod moved;
mod narrowing;
mod php;
mod precision;
mod recall;
mod ruby;
mod scala;
mod shell;
mod swift;
mod types;
mod values;
mod work_limit;
