//! What the model calls of a run used, in total, and what models wrote while they thought.

use super::RunView;
use crate::strings;
use crate::text::{count, whole};
use protocol::{Charge, TokenUsage};

/// Tokens and cost of all calls of a run whose counts are known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Spent {
    /// Tokens that models read.
    pub input: u64,
    /// Tokens that they wrote.
    pub output: u64,
    /// Of those that they read, how many the providers had in their caches.
    pub cached: u64,
    /// US dollars; 0 where no price is known.
    pub usd: f64,
    /// Whether a provider reported no counts, so that some are estimated.
    pub is_estimated: bool,
}

/// What a model wrote while it thought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    pub node: String,
    pub text: String,
    /// False while more may come.
    is_whole: bool,
}

impl Spent {
    fn add(&mut self, usage: Option<TokenUsage>, charge: Option<Charge>) {
        let tokens = |usage: TokenUsage| (u64::from(usage.input), u64::from(usage.output));
        let (input, output) = charge.map(|it| (it.input, it.output)).or(usage.map(tokens)).unwrap_or_default();
        // Counts of a run from a file can be any.
        self.input = self.input.saturating_add(input);
        self.output = self.output.saturating_add(output);
        self.cached = self.cached.saturating_add(usage.map_or(0, |usage| u64::from(usage.cached.min(usage.input))));
        self.usd += charge.map_or(0.0, |it| it.usd.max(0.0));
        self.is_estimated |= charge.is_some_and(|it| it.estimated);
    }

    /// For people: `1,200 tokens read (75 % from a cache), 300 written, $0.0042`; `None` where no call used any.
    pub fn words(&self) -> Option<String> {
        let Self { input, output, cached, usd, is_estimated } = self;
        if input + output == 0 {
            return None;
        }
        let number = |tokens: u64| u32::try_from(tokens).map_or_else(|_| tokens.to_string(), count);
        let percent = (cached * 100).checked_div(*input).filter(|percent| *percent > 0);
        let (read, written) = (number(*input), number(*output));
        let tokens = match percent {
            Some(percent) => strings::spent_tokens_cached(read, percent, written),
            None => strings::spent_tokens(read, written),
        };
        let tokens = if *is_estimated { strings::spent_about(tokens) } else { tokens };
        Some(if *usd > 0.0 { format!("{tokens}, {}", dollars(*usd)) } else { tokens })
    }
}

/// An amount with four decimals.
fn dollars(usd: f64) -> String {
    let parts = whole(usd * 10_000.0);
    let digits = format!("{parts:0>5}");
    let (dollars, rest) = digits.split_at(digits.len() - 4);
    format!("${dollars}.{rest}")
}

impl RunView {
    pub(super) fn spend(&mut self, usage: Option<TokenUsage>, charge: Option<Charge>) {
        self.spent.add(usage, charge);
    }

    /// Adds a live piece of what a model thinks.
    pub(super) fn think(&mut self, node: String, piece: &str) {
        match self.thoughts.iter_mut().rev().find(|thought| thought.node == node && !thought.is_whole) {
            Some(thought) => thought.text.push_str(piece),
            None => self.thoughts.push(Thought { node, text: piece.to_owned(), is_whole: false }),
        }
    }

    /// Takes what a model thought as a whole, in place of its pieces.
    pub(super) fn thought(&mut self, node: String, text: String) {
        self.forget_thought(&node);
        self.thoughts.push(Thought { node, text, is_whole: true });
    }

    /// A call starts again: what it thought so far counts for nothing.
    pub(super) fn forget_thought(&mut self, node: &str) {
        self.thoughts.retain(|thought| thought.is_whole || thought.node != node);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;
    use super::*;

    #[test]
    fn tokens_cost_and_cache_hits_are_added_up() {
        let used = |rest: &str| format!(r#"{{"type":"model_used","node":"planner","model":null,"ms":1,{rest}}}"#);
        let view = run(&[
            used(r#""usage":{"input":1000,"output":200,"cached":900},"charge":{"input":1000,"output":200,"usd":0.004,"estimated":false}"#),
            used(r#""usage":{"input":200,"output":100},"charge":null"#),
        ]
        .join("\n"));
        let words = view.spent.words();
        assert_eq!(words.as_deref(), Some("1,200 tokens read (75 % from a cache), 300 written, $0.0040"));
        assert_eq!(run("").spent.words(), None);
        assert_eq!([dollars(0.000_04), dollars(12.345_67)], ["$0.0000", "$12.3457"]);
    }

    #[test]
    fn thinking_is_kept_apart_from_the_answer() {
        let piece = |text: &str| format!(r#"{{"type":"reasoning_text","node":"synthesizer","text":"{text}"}}"#);
        let view = run(&[piece("So "), piece("[[1]]"), r#"{"type":"answer_text","text":"Yes"}"#.to_owned()].join("\n"));
        let texts = |view: &RunView| view.thoughts.iter().map(|it| it.text.clone()).collect::<Vec<_>>();
        assert_eq!((texts(&view), view.answer.as_str()), (vec!["So [[1]]".to_owned()], "Yes"));
        let whole = r#"{"type":"reasoned","node":"synthesizer","text":"So 1"}"#;
        assert_eq!(texts(&super::super::tests::applied(view, whole)), ["So 1"]);
        let again = r#"{"type":"retrying","node":"synthesizer","why":"It broke.","attempt":2,"wait_ms":1}"#;
        assert_eq!(texts(&run(&[piece("lost").as_str(), again].join("\n"))), [""; 0]);
    }
}
