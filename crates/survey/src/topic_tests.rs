//! What is asked for in several words: tests of a topic, settings about it, functions that make one of it.

use crate::List;
use crate::tests::Repository;
use expect_test::expect;

impl Repository {
    /// What is said of tests of a phrase, and their names.
    fn tests_of(&self, of: &str) -> String {
        let answer =
            crate::ask(List::Tests, self.survey.page(List::Tests), &[], &|file| self.path(file), Some(of), 99, 0);
        let names: Vec<&str> = answer.items.iter().map(|item| item.entry.name.as_str()).collect();
        format!("{of}: {}{}", answer.said.map_or_else(String::new, |said| said + ": "), names.join(" "))
    }
}

const SCHEDULER: &str = r#"
//- options.go
package cron

type Option func(*Cron)

func WithLocation(zone string) Option { return nil }

func WithSeconds() Option { return nil }

func New(options ...Option) *Cron { return nil }
//- lib/vocabularies/validation/index.ts
const validation: Vocabulary = [limitNumber, multipleOf, pattern]
//- lib/core.ts
export interface CurrentOptions { strict?: boolean; strictTypes?: boolean; timeout?: number }
//- tests/limit/rate.rs
#[test]
fn reaching_capacity() { layer(); }
//- tests/limit/concurrency.rs
#[test]
fn waits_for_a_place() { layer(); }
//- spec/hash_spec.rb
describe Hash do
  it 'merges deeply' do
    subject.deep_merge(other)
  end
  it "keeps keys" do
    subject.keep
  end
end
//- lib/hash.rb
module Shop
  module Extensions
    class Hash
      def keep; end
    end
  end
end
"#;

#[test]
fn tests_of_a_topic_are_those_with_its_words_in_their_names_paths_and_calls() {
    let repository = Repository::new(SCHEDULER);
    let found = [Some("rate limit"), Some("deep merge"), Some("gzip middleware")];
    expect![[r#"
        tests of rate limit: 1, in examples 0, in tests 0; listed 1 to 1
        tests/limit/rate.rs:1-2 reaching_capacity | 
        note: Tests that reach it only through other code are not listed.
        tests of deep merge: 1, in examples 0, in tests 0; listed 1 to 1
        spec/hash_spec.rb:2 merges deeply | 
        note: Tests that reach it only through other code are not listed.
        tests of gzip middleware: 0, in examples 0, in tests 0; listed 1 to 0
        note: Tests that reach it only through other code are not listed.
    "#]]
    .assert_eq(&found.map(|of| repository.ask(List::Tests, of)).concat());
}

const CLOCK: &str = r#"
//- tests/test_config.py
def test_match_all():
    """Test a match block that always matches"""
    parse("all")

def test_port():
    parse("port")
//- tests/test_channel.py
def test_large_block():
    send(1)

def test_matches():
    compare(1)

def test_block_filter():
    """A block of data that no filter matches"""
    send(2)
//- tests/test_time.py
def test_system_time_goes_backwards():
    tick()
//- tests/fallback.rs
#[test]
fn stops_there() { run(); }
#[test]
fn runs_recipe_of_parent() { run(); }
"#;

#[test]
fn tests_have_all_words_or_it_is_said_that_they_have_not() {
    let repository = Repository::new(CLOCK);
    let found = [
        "match blocks",
        "match blocks of config file",
        "falling back of file parent folder",
        "system clock going backwards",
    ];
    expect![[r#"
        match blocks: test_block_filter test_match_all
        match blocks of config file: test_match_all
        falling back of file parent folder: There are 2 tests of `falling back`, of none of which it is known that it is of `file parent folder`: runs_recipe_of_parent stops_there
        system clock going backwards: No test was found that has all words of `system clock going backwards` in its name, its file, what it says or calls; 1 has some of them: test_system_time_goes_backwards"#]].assert_eq(&found.map(|of| repository.tests_of(of)).join("\n"));
}

#[test]
fn settings_about_a_topic_have_its_word_in_their_names() {
    let repository = Repository::new(SCHEDULER);
    assert_eq!(
        repository.members("strict mode options"),
        "`CurrentOptions` has 2 fields with \"strict\" in the name: strict strictTypes"
    );
    assert_eq!(repository.members("cache options"), "");
}

#[test]
fn what_the_words_behind_of_name_has_the_elements_whatever_they_are_called() {
    let repository = Repository::new(SCHEDULER);
    assert_eq!(
        repository.members("keywords of the validation vocabulary"),
        "`validation` has 3 elements: limitNumber multipleOf pattern"
    );
}

#[test]
fn functions_that_return_what_is_called_so_are_a_family() {
    assert_eq!(Repository::new(SCHEDULER).family("option"), ["WithLocation", "WithSeconds"]);
}

#[test]
fn modules_of_ruby_around_types_are_no_types() {
    let repository = Repository::new(SCHEDULER);
    let types = repository.ask(List::Types, Some("lib/hash.rb"));
    assert!(types.contains("class Hash") && !types.contains("module"), "{types}");
    let modules = repository.survey.page(List::Modules);
    let own = modules.iter().find(|entry| repository.path(entry.file) == "lib/hash.rb");
    assert_eq!(own.map(|entry| entry.about.clone()), Some(vec!["Hash".to_owned()]));
}

#[test]
fn constants_of_a_block_of_go_that_end_alike_are_a_group() {
    let repository = Repository::new(
        "//- conn.go\npackage socket\n\nconst (\n\tTextMessage = 1\n\n\t// It closes.\n\tCloseMessage = 8\n\tPingMessage = 9\n)\n\n\
         const (\n\tlimit = 1\n\tsize = 2\n\twait = 3\n)\n",
    );
    assert_eq!(repository.members("messages"), "`Message` has 3 elements: TextMessage CloseMessage PingMessage");
    assert_eq!(repository.members("limits"), "");
}

#[test]
fn what_imports_all_others_of_its_folder_registers_them() {
    let repository = Repository::new(
        "//- lib/adapters/adapters.js\nimport http from './http.js';\nimport xhr from './xhr.js';\nimport { fetch } from './fetch.js';\n\
         export const known = { http, xhr, fetch };\n\
         //- lib/adapters/http.js\nimport read from '../read.js';\nexport default function http() {}\n\
         //- lib/adapters/xhr.js\nimport http from './http.js';\nexport default function xhr() {}\n\
         //- lib/adapters/fetch.js\nexport function fetch() {}\n//- lib/read.js\nexport default function read() {}\n",
    );
    assert_eq!(repository.family("adapter"), ["fetch.js", "http.js", "xhr.js"]);
    let registered = &repository.families("adapter")[0].registered;
    assert_eq!(registered[0].name, "lib/adapters/adapters.js");
}

#[test]
fn names_that_a_function_gives_elsewhere_are_not_what_it_is_asked_to_have() {
    let repository = Repository::new(
        "//- proxy/proxy.go\npackage proxy\n\nfunc (h Handler) reverseProxy() {\n\
         \tmetrics.Set(\"upstream\", 1)\n\tmetrics.Set(\"latency\", 2)\n\tmetrics.Set(\"status\", 3)\n\
         \tlogger.Info(\"duration\", 1)\n\tlogger.Info(\"request\", 2)\n\tlogger.Info(\"headers\", 3)\n}\n",
    );
    assert_eq!(
        repository.members("metrics of reverseProxy"),
        "3 names are given in calls of `Handler.reverseProxy` with `metrics` in `proxy/proxy.go`: upstream latency status"
    );
    let of_policies = repository.members("policies of reverseProxy");
    assert!(!of_policies.contains("latency") && !of_policies.contains("headers"), "{of_policies}");
}
