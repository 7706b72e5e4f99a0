//! The report of a failed check that a model gets.

use crate::world::World;
use code_runner::scripted::exit;
use code_runner::{End, Ran};
use expect_test::expect;

#[test]
fn the_report_has_its_parts_in_order_and_no_secret() {
    let fixture =
        "//- main.py\nTOKEN = \"ghp_abcdefghijklmnopqrstuvwxyz0123456789\"\nprint(10)\n//- expected.txt\n15\n";
    let world = World::new(fixture, |_| Ok(exit(0, "10\n", "sent ghp_abcdefghijklmnopqrstuvwxyz0123456789\n")));
    let world = World { tried: vec!["set `x` to 3: line 1 is `12`".to_owned()], ..world };
    let failure = world.check().failure.unwrap();
    expect![[r#"
        `python main.py`: the output is not that of `expected.txt`: line 1 is `10` and should be `15`

        Expected output:
        ```
        15
        ```

        Actual output:
        ```
        10
        ```

        Standard error:
        ```
        sent [masked: token]
        ```

        `main.py` as it is now:
        ```
        TOKEN = "[masked: token]"
        print(10)
        ```

        Tried before, without success:
        - set `x` to 3: line 1 is `12`

        Change the code so that its output is the expected one. `expected.txt` is right; leave it as it is.
    "#]]
    .assert_eq(&failure.report);
    let masked = |event: &protocol::Event| matches!(event, protocol::Event::Masked { .. });
    assert!(world.events.borrow().iter().any(masked));
}

#[test]
fn a_limit_of_time_and_an_exit_code_are_headlines() {
    let slow = World::new(fixtures::BUG, |_| {
        Ok(Ran { end: End::TimedOut(10_000), stdout: String::new(), stderr: String::new(), ms: 10_000.0 })
    });
    assert_eq!(slow.check().failure.unwrap().headline, "`node main.js`: stopped after its 10 s");
    let fails = World::new(fixtures::BUG, |_| Ok(exit(1, "15\n", "Error: no")));
    assert_eq!(fails.check().failure.unwrap().headline, "`node main.js`: exit code 1");
}

#[test]
fn failures_that_differ_in_times_and_folders_alone_are_the_same() {
    let of = |stderr: &'static str| {
        World::new(fixtures::BUG, move |_| Ok(exit(1, "", stderr))).check().failure.unwrap().hash
    };
    let one = of("at file:///tmp/run-1/main.js:3:7\nended after 0.12s");
    assert_eq!(one, of("at file:///tmp/run-22/main.js:3:7\nended after 3s"));
    assert_ne!(one, of("at file:///tmp/run-1/main.js:4:7\nended after 0.12s"));
}
