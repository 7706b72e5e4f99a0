//! Shell scripts: functions, sourced files, functions that are handed on.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// By a path from the script, behind an expansion by its end; a sourced file sees the functions of the script.
#[test]
fn imports() {
    check(
        r#"
//- /bin/build.sh
#!/usr/bin/env bash
DIR="$(cd "$(dirname "$0")" && pwd)"
source "$DIR/../lib/common.sh"
. ./local.sh
main() { say hello; helper; missing; grep x; }
on_error() { echo failed; }
main "$@"
//- /bin/local.sh
helper() { say again; }
//- /lib/common.sh
source "${BASH_SOURCE%/*}/deep.sh"
say() { echo "$1"; deep; on_error; }
//- /lib/deep.sh
deep() { :; }
//- /other/common.sh
say() { exit; }
on_error() { exit; }
//- /tool
#!/bin/sh
run() { :; }
run
"#,
        expect![[r#"
            bin.build -> bin.build.main (scope)
            bin.build.main -> bin.local.helper (scope)
            bin.build.main -> lib.common.say (scope)
            bin.local.helper -> lib.common.say (import)
            lib.common.say -> bin.build.on_error (import)
            lib.common.say -> lib.deep.deep (scope)
            tool -> tool.run (scope)
        "#]],
    );
}

/// Functions as words: run by what they are given to, kept in variables and arrays, run on exit.
#[test]
fn callbacks() {
    check(
        r#"
//- /a.sh
build() { make; }
check() { :; }
cleanup() { rm -f x; }
step() { "$@"; }
first() { $1; }
log() { echo "$@"; }
handler=check
actions=(build check)
trap cleanup EXIT
trap 'cleanup; exit 1' INT
step build --fast
first check
log build
docker build
$handler
for action in "${actions[@]}"; do "$action"; done
later() { local inner=build; $inner; }
"#,
        expect![[r#"
            a -> a.build (container)
            a -> a.check (container)
            a -> a.check (scope)
            a -> a.cleanup (callback)
            a -> a.first (scope)
            a -> a.log (scope)
            a -> a.step (scope)
            a.first -> a.check (container)
            a.later -> a.build (scope)
            a.step -> a.build (container)
        "#]],
    );
}

/// Calls inside of substitutions, conditions, pipes and heredocs; a function may be called what a command is.
#[test]
fn args_and_returns() {
    check(
        r#"
//- /a.sh
name() { echo a; }
wanted() { return 0; }
use() { cat; }
test() { :; }
all() {
  local x=$(name) y="$(name | use)"
  if wanted && ! test; then name; fi
  cat <<EOT
$(use)
EOT
  while read -r line; do use; done < <(name)
  inner() { wanted; }
  inner
}
"#,
        expect![[r#"
            a.all -> a.all.inner (scope)
            a.all -> a.name (scope)
            a.all -> a.test (scope)
            a.all -> a.use (scope)
            a.all -> a.wanted (scope)
            a.all.inner -> a.wanted (scope)
        "#]],
    );
}
