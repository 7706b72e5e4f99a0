//! Whether confidence is calibrated: of the edges of a rule that are said to be so sure, how many are right.

use crate::share::Share;
use call_graph::Rule;
use std::collections::BTreeMap;

/// The lower bounds of the bins, in hundredths.
const BINS: [u32; 7] = [0, 30, 45, 60, 75, 90, 97];

/// Right edges among those found, by rule and by bin of confidence.
#[derive(Debug, Default)]
pub struct Reliability {
    rules: BTreeMap<Rule, BTreeMap<usize, (Share, f64)>>,
}

impl Reliability {
    pub fn add(&mut self, rule: Rule, confidence: f32, right: bool) {
        let hundredths = (confidence * 100.0).round() as u32;
        let bin = BINS.partition_point(|from| *from <= hundredths) - 1;
        let (share, said) = self.rules.entry(rule).or_default().entry(bin).or_default();
        share.add(right);
        *said += f64::from(confidence);
    }

    /// Prints a row for each rule and bin, then one for each bin over all rules.
    pub fn print(&self) {
        println!("\nrule          said       mean said  right");
        let mut all: BTreeMap<usize, (Share, f64)> = BTreeMap::new();
        for (rule, bins) in &self.rules {
            for (bin, (share, said)) in bins {
                row(rule.id(), *bin, *share, *said);
                let (sum, said_by_all) = all.entry(*bin).or_default();
                sum.right += share.right;
                sum.all += share.all;
                *said_by_all += said;
            }
        }
        for (bin, (share, said)) in all {
            row("(all)", bin, share, said);
        }
    }
}

fn row(rule: &str, bin: usize, share: Share, said: f64) {
    let to = BINS.get(bin + 1).copied().unwrap_or(100);
    let said = said / share.all as f64;
    println!("{rule:<13} .{:02}-{:<5} {said:<10.2} {share}", BINS[bin], format!("{:.2}", f64::from(to) / 100.0));
}
