//! Runs a target over random inputs.

use crate::input::inputs;
use crate::target::{Broken, Target};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An input that broke a target, shrunk as far as it still does.
#[derive(Debug)]
pub struct Failure {
    /// The input.
    pub input: Vec<u8>,
    /// What was broken.
    pub why: Broken,
}

/// Gives `cases` inputs to a target, the same ones for the same `seed`. `before` sees each input before it is tried.
///
/// # Errors
/// The shortest input found that breaks the property.
pub fn cases(target: &Target, seed: u64, cases: u32, before: impl Fn(&[u8])) -> Result<(), Failure> {
    let config = Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        max_shrink_iters: 2000,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&inputs(target), |input| {
        before(&input);
        check(target, &input).map_err(TestCaseError::fail)
    });
    match outcome {
        Ok(()) => Ok(()),
        Err(TestError::Fail(why, input)) => Err(Failure { input, why: why.to_string() }),
        Err(TestError::Abort(why)) => Err(Failure { input: Vec::new(), why: format!("no input could be made: {why}") }),
    }
}

/// Checks one input; a panic is a broken property.
///
/// # Errors
/// What was broken.
pub fn check(target: &Target, input: &[u8]) -> Result<(), Broken> {
    catch_unwind(AssertUnwindSafe(|| (target.check)(input))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panicked: {}", text.unwrap_or_else(|| "without a message".to_owned())))
    })
}
