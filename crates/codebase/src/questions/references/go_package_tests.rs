//! References to names of a package of Go.

use super::tests::{of, rows};

#[test]
fn in_go_a_name_is_that_of_its_package_there_and_behind_an_import() {
    let files = "\
//- go.mod
module acme.org/shop // the shop

go 1.22
//- keys/keys.go
package keys

const (
\tEnter = iota
\tEscape
)

type Key int
//- keys/more.go
package keys

type table struct {
\tEscape int
}

func last(k Key) int {
\tt := table{Escape: 1}
\tgoto Escape
Escape:
\treturn Escape + t.Escape
}
//- keys/keys_test.go
package keys_test

var other = Escape
//- ui/ui.go
package ui

import (
\t\"fmt\"
\tk \"acme.org/shop/keys\"
)

func Run(e int) { fmt.Println(k.Escape, e.k.Escape) }

func Hidden(k table) int { return k.Escape }
//- other/other.go
package other

import \"acme.org/elsewhere/keys\"

var Escape = keys.Escape
";
    assert_eq!(
        rows(&of(files), "keys.Escape"),
        "keys/keys.go:5 Definition [definition, proven] Escape\n\
         keys/more.go:11 Read [package scope, proven] return Escape + t.Escape\n\
         other/other.go:5 Read [same name] var Escape = keys.Escape\n\
         ui/ui.go:8 Read [imported package, proven] func Run(e int) { fmt.Println(k.Escape, e.k.Escape) }\n\
         ui/ui.go:10 Read [same name] func Hidden(k table) int { return k.Escape }\n\
         elsewhere: 5"
    );
    assert!(rows(&of(files), "Key").contains("keys/more.go:7 Type [package scope, proven] func last(k Key) int {"));
}

#[test]
fn in_go_one_of_two_definitions_for_platforms_is_a_possible_one() {
    let files = "\
//- a_unix.go
package p

const sep = 1
//- a_windows.go
package p

const sep = 2
//- use.go
package p

var all = sep
";
    let found = rows(&of(files), "sep");
    assert!(found.contains("use.go:3 Read [package scope, possible] var all = sep"), "{found}");
}
