use expect_test::expect;

use super::{Timeline, TimelineEntry, duration};
use crate::NodeStatus::{self, Done, Failed, Interrupted, Running};

fn entry(node: &str, step: u32, from: f64, to: f64, status: NodeStatus, label: &str) -> TimelineEntry {
    let label = (!label.is_empty()).then(|| label.to_owned());
    TimelineEntry { node: node.to_owned(), step, start_ms: from, end_ms: to, status, label }
}

/// Tools in parallel, a question to a person that took ten minutes to answer, a node that still runs.
fn run() -> Timeline {
    let entries = vec![
        entry("planner", 1, 1000.0, 2210.0, Done, "3 steps"),
        entry("executor", 2, 2211.0, 3900.0, Done, ""),
        entry("tools", 3, 3901.0, 4500.0, Done, "read <a>"),
        entry("tools", 3, 3901.0, 5200.0, Done, "search: end"),
        entry("tools", 3, 3901.0, 4100.0, Failed, "list"),
        entry("refinery", 4, 5201.0, 6900.0, Interrupted, "may it write?"),
        entry("refinery", 4, 600_000.0, 601_000.0, Done, "yes"),
        entry("synthesizer", 5, 601_001.0, 604_000.0, Running, ""),
    ];
    Timeline { entries }
}

fn nested() -> Timeline {
    let entries = vec![
        entry("first", 1, 0.0, 100.0, Done, ""),
        entry("child", 2, 101.0, 900.0, Done, ""),
        entry("audit", 2, 101.0, 400.0, Failed, "timeout"),
        entry("child:one", 1, 105.0, 500.0, Done, ""),
        entry("child:two", 2, 501.0, 899.0, Done, ""),
        entry("child", 3, 951.0, 1500.0, Done, ""),
        entry("child:one", 1, 955.0, 1200.0, Done, ""),
        entry("child:two", 2, 1201.0, 1490.0, Done, ""),
    ];
    Timeline { entries }
}

#[test]
fn durations_are_for_people() {
    let shown: Vec<String> =
        [0.4, 999.0, 1000.0, 1249.0, 9949.0, 9950.0, 59_400.0, 59_600.0, 61_000.0, 3_600_000.0, 93_600_000.0, f64::NAN]
            .map(duration)
            .into();
    expect!["0 ms, 999 ms, 1.0 s, 1.2 s, 9.9 s, 10 s, 59 s, 1 min, 1 min 1 s, 1 h, 1 d 2 h, 0 ms"]
        .assert_eq(&shown.join(", "));
}

#[test]
fn ascii_shows_parallel_tasks_and_cuts_long_waits() {
    expect![[r#"
                     0 ms                         5.0 s         10 min
        planner     |======                            //                         | 1.2 s
        executor    |       =========                  //                         | 1.7 s
        tools       |                 x                //                         | 2.1 s in 3
                    |                 ==               //                         |
                    |                 ======           //                         |
        refinery    |                        ????????? // =====                   | 2.7 s in 2
        synthesizer |                                  //       >>>>>>>>>>>>>>>>  | 3.0 s

        > running   x failed   ? interrupted
    "#]]
    .assert_eq(&run().ascii());
}

#[test]
fn ascii_indents_what_ran_inside_a_node() {
    expect![[r#"
               0 ms                500 ms              1.0 s               1.5 s
        first |===                                                          | 100 ms
        audit |    xxxxxxxxxxx                                              | 299 ms
        child |    ===============================   =====================  | 1.3 s in 2
          one |    ===============                   =========              | 640 ms in 2
          two |                    ===============             ===========  | 687 ms in 2

        x failed
    "#]]
    .assert_eq(&nested().ascii());
}

#[test]
fn the_sequence_leads_from_step_to_step() {
    expect![[r#"
        sequenceDiagram
        	participant start
        	participant n0 as planner
        	participant n1 as executor
        	participant n2 as tools
        	participant n3 as refinery
        	participant n4 as synthesizer
        	start->>n0: starts
        	n0->>n1: 3 steps (1.2 s)
        	n1->>n2: 1.7 s
        	n2->>n3: 3 tasks, 1.3 s, 1 failed
        	n3->>n4: may it write? (interrupted after 1.7 s), then yes (1.0 s)
        	Note over n4: running for 3.0 s
    "#]]
    .assert_eq(&run().mermaid_sequence());
}

#[test]
fn the_sequence_shows_parallel_nodes_and_nested_graphs() {
    expect![[r#"
        sequenceDiagram
        	participant start
        	participant n0 as first
        	participant n1 as audit
        	participant n2 as child
        	participant n3 as child:one
        	participant n4 as child:two
        	start->>n0: starts
        	par
        	n0->>n1: 100 ms
        	and
        	n0->>n2: 100 ms
        	n2->>n3: starts
        	n3->>n4: 395 ms
        	Note over n4: 398 ms
        	end
        	Note over n1: timeout (failed after 299 ms)
        	n2->>n2: 799 ms
        	n2->>n3: starts
        	n3->>n4: 245 ms
        	Note over n4: 289 ms
        	Note over n2: 549 ms
    "#]]
    .assert_eq(&nested().mermaid_sequence());
}

#[test]
fn gantt_has_a_section_for_every_node() {
    expect![[r#"
        gantt
        	dateFormat x
        	axisFormat %M:%S.%L
        	todayMarker off
        	section planner
        	step 1 3 steps (1.2 s) :done, 0, 1210
        	section executor
        	step 2 (1.7 s) :done, 1211, 2900
        	section tools
        	step 3 failed  list (199 ms) :crit, 2901, 3100
        	step 3 read  a (599 ms) :done, 2901, 3500
        	step 3 search  end (1.3 s) :done, 2901, 4200
        	section refinery
        	step 4 interrupted  may it write? (1.7 s) :crit, active, 4201, 5900
        	step 4 yes (1.0 s) :done, 599000, 600000
        	section synthesizer
        	step 5 running (3.0 s) :active, 600001, 603000
    "#]]
    .assert_eq(&run().mermaid_gantt());
}

/// The value of a numeric attribute.
fn number(element: &str, name: &str) -> i32 {
    let (_, rest) = element.split_once(&format!(" {name}=\"")).unwrap();
    rest.split('"').next().unwrap().parse().unwrap()
}

#[test]
fn svg_has_a_bar_for_every_task_inside_the_picture() {
    let svg = run().svg();
    let bars: Vec<&str> = svg.lines().filter(|line| line.starts_with("<g class=\"bar")).collect();
    assert_eq!(bars.len(), 8);
    let (width, height) = (number(&svg, "width"), number(&svg, "height"));
    for bar in &bars {
        let (x, y) = (number(bar, "x"), number(bar, "y"));
        assert!(x >= 0 && x + number(bar, "width") <= width && y >= 0 && y + 16 <= height, "{bar}");
    }
    let rows: Vec<i32> = bars.iter().filter(|bar| bar.contains("<title>tools")).map(|bar| number(bar, "y")).collect();
    assert!(
        rows.windows(2).all(|pair| pair[0] + 16 <= pair[1]),
        "tasks at the same time have rows of their own: {rows:?}"
    );
    assert!(svg.contains("<title>tools, step 3, 599 ms, read &lt;a&gt;</title>"));
    assert!(svg.contains("<title>refinery, step 4, 1.7 s, interrupted: may it write?</title>"));
    assert!(svg.contains("nothing ran for 9 min 53 s"));
}

#[test]
fn nothing_and_nonsense_can_be_drawn() {
    let odd = [
        vec![],
        vec![entry("a", 1, 5.0, 5.0, Done, "")],
        vec![entry("a", 1, 9.0, 5.0, Done, ""), entry("", 0, -3.0, 4.0, Running, "\u{1}")],
        vec![entry("a", 1, f64::NAN, f64::INFINITY, Done, ""), entry("a:b:c", 1, 0.0, 1e18, Failed, "")],
    ];
    for entries in odd {
        let timeline = Timeline { entries };
        assert!(timeline.svg().ends_with("</svg>\n"));
        assert!(timeline.ascii().lines().all(|line| line.chars().count() < 200));
        assert!(timeline.mermaid_sequence().starts_with("sequenceDiagram\n"));
        assert!(timeline.mermaid_gantt().starts_with("gantt\n"));
    }
}
