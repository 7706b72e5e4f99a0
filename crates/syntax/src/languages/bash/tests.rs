//! What shell scripts say.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn scripts() {
    check(
        Language::Shell,
        &[],
        r#"
#!/usr/bin/env bash
# Builds it.
DIR="$(cd "$(dirname "$0")" && pwd)"
source "$DIR/lib/common.sh"
. ./other.sh
readonly NAME=x

# Says it.
say() {
  local text="$1" other
  other=$(compute "$text" | filter)
  echo "$other"
}
function run_step {
  "$@" || return 1
  $cmd a b
}
if [[ -n "$(say a)" ]] && say b; then say c > out; fi
for f in one two; do "$f"; done
case "$1" in build) build ;; test) run_step build -x ;; esac
trap cleanup EXIT
trap 'cleanup now; exit' INT
while read -r line; do handle "$line"; done < <(produce)
cat <<EOT
$(inner) ${y:-$(dflt)}
EOT
time work; ./script.sh; FOO=$(val) work2
table[a]=build; "${table[a]}"
test_it() { assert; }
"#,
        expect![[r#"
            1..30 module <module> doc "Builds it."
            2..4 variable DIR `DIR="$(cd "$(dirname "$0")" && pwd)"` doc "Builds it."
            7..7 variable NAME `NAME=x`
            9..14 function say(*$@) `say()` doc "Says it."
            15..18 function run_step(*$@) `function run_step`
            30..30 function test_it(*$@) +test `test_it()`
            import "*/lib/common.sh" item * +reexport
            import "./other.sh" item * +reexport
            <module>: $DIR = #text (definition DIR)
            <module>: $NAME = #text (definition NAME)
            <module>: say = fn say (definition say)
            say: $@ (parameter 0 of say)
            say: $text = $@[0]
            say: $other
            say: $other = #text
            <module>: run_step = fn run_step (definition run_step)
            run_step: $@ (parameter 0 of run_step)
            <module>: $f = each([0: one, 1: two])
            <module>: $table['a'] = build
            <module>: test_it = fn test_it (definition test_it)
            test_it: $@ (parameter 0 of test_it)
            4: <module> calls dirname($0)
            4: <module> calls cd(#text)
            4: <module> calls pwd()
            12: say calls compute($text)
            12: say calls filter()
            13: say calls echo($other)
            16: run_step calls $@[0]()
            16: run_step calls return(#number)
            17: run_step calls $cmd(#text, #text)
            19: <module> calls say(#text)
            19: <module> calls say(#text)
            19: <module> calls say(#text)
            20: <module> calls $f()
            21: <module> calls build()
            21: <module> calls run_step(build, #text)
            22: <module> calls trap(cleanup, EXIT)
            23: <module> calls trap(cleanup, INT)
            24: <module> calls read(#text, line)
            24: <module> calls handle($line)
            24: <module> calls produce()
            25: <module> calls cat()
            26: <module> calls inner()
            26: <module> calls dflt()
            28: <module> calls time(work)
            28: <module> calls val()
            28: <module> calls work2()
            29: <module> calls $table['a']()
            30: test_it calls assert()
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("x={}y{}", "$(a ".repeat(3000), ")".repeat(3000)),
        format!("{} a {}", "if b; then".repeat(2000), "; fi".repeat(2000)),
        format!("{} a {}", "{ ".repeat(3000), "; }".repeat(3000)),
        format!("a {}", "| b ".repeat(5000)),
        format!("a {}", "&& b ".repeat(5000)),
        "if ( { $( case <<E\n".to_owned(),
    ];
    for text in deep {
        let facts = facts(Language::Shell, &format!("before() {{ first; }}\n{text}\n"));
        assert!(facts.definitions.iter().any(|d| d.name == "before"), "{}", &text[..10]);
    }
}

#[test]
fn names_are_highlighted() {
    let text = "say() { echo \"$text\" -n; }\nsay 'a' # b\n";
    let shown = |class| highlighted(Language::Shell, class, text);
    assert_eq!(shown(HighlightClass::Function), "say echo say");
    assert_eq!(shown(HighlightClass::Property), "text");
    assert_eq!(shown(HighlightClass::Comment), "# b");
}
