//! Names however they are written, in every parsed language: as a search and as the palette find them.

use super::find::Found;
use crate::fixture;

const REPOSITORY: &str = r#"//- sums.py
def вычислить_сумму(числа):
    return sum(числа)

def λογαριασμός(x):
    return вычислить_сумму([x])

def naïve_bayes(data):
    return data

class Größe:
    def __eq__(self, other):
        return True

    def wachse2fach(self):
        return naïve_bayes(self)

def open_session_store(path):
    return path
//- app.js
export function вычислитьИтог(x) { return λόγος(x); }
function λόγος(x) { return x; }
export class $scope { $watch() { return 1; } }
//- src/lib.rs
pub struct Метр(pub i32);
impl PartialEq for Метр {
    fn eq(&self, other: &Метр) -> bool { self.0 == other.0 }
}
pub fn πλήθος() -> i32 { 1 }
//- Main.java
class Счёт { static int сложить(int x) { return x; } }
//- main.go
package main
func δείκτης(x int) int { return x }
"#;

/// What was typed, and the qualified name or the path that comes first.
const SEARCHES: &[(&str, &str)] = &[
    ("вычислить_сумму", "sums.вычислить_сумму"),
    ("ВЫЧИСЛИТЬ_СУММУ", "sums.вычислить_сумму"),
    ("Where is `вычислить_сумму` defined?", "sums.вычислить_сумму"),
    ("λογαριασμός", "sums.λογαριασμός"),
    ("вычислитьитог", "app.вычислитьИтог"),
    ("λόγος", "app.λόγος"),
    ("метр", "Метр"),
    ("πλήθος", "πλήθος"),
    ("Счёт.сложить", "Счёт.сложить"),
    ("ΔΕΊΚΤΗΣ", "δείκτης"),
    ("naïve_bayes", "sums.naïve_bayes"),
    ("größe", "sums.Größe"),
    ("Größe::wachse2fach", "sums.Größe.wachse2fach"),
    ("Größe#wachse2fach", "sums.Größe.wachse2fach"),
    ("$scope", "app.$scope"),
    ("session store open", "sums.open_session_store"),
    ("opened session stores", "sums.open_session_store"),
    ("operator==", "eq"),
    ("lang:py operator==", "__eq__"),
    ("__eq__", "sums.Größe.__eq__"),
];
const TYPED: &[(&str, &str)] = &[
    ("ВЫЧИСЛИТЬ_СУММУ", "sums.вычислить_сумму"),
    ("вычислитьи", "app.вычислитьИтог"),
    ("ΛΟΓΑΡΙΑΣΜΌΣ", "sums.λογαριασμός"),
    ("Größe.w", "sums.Größe.wachse2fach"),
    ("$sc", "app.$scope"),
    ("opensessionstore", "sums.open_session_store"),
    ("==", "__eq__"),
    ("sums.py", "sums.py"),
    ("сложить in main", "сложить"),
];

#[test]
fn a_search_knows_names_in_every_script_and_form() {
    let codebase = fixture::built(fixture::snapshot_of(REPOSITORY));
    for (query, expected) in SEARCHES {
        let hits = codebase.search(query, 3);
        let first = hits.first().and_then(|hit| hit.qualified_name()).unwrap_or("-");
        assert!(first.ends_with(expected), "{query}: {first}");
    }
}

#[test]
fn the_palette_knows_names_in_every_script_and_form() {
    let codebase = fixture::built(fixture::snapshot_of(REPOSITORY));
    for (typed, expected) in TYPED {
        let first = codebase.find(typed, 3).into_iter().next().map(|item| match item.found {
            Found::Symbol(symbol) => symbol.qualified_name,
            Found::File(path) => path,
        });
        assert!(first.as_deref().is_some_and(|first| first.ends_with(expected)), "{typed}: {first:?}");
    }
}
