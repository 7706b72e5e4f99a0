//! Solving in pieces, so that a host can do other things in between.

use super::Solver;

/// What comes next; with a number, for that file.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Stage {
    Declare(usize),
    Import,
    Expressions(usize),
    Flows(usize),
    /// Names, imports and modules flow.
    Names,
    Hierarchy,
    Calls(usize),
    /// Everything flows.
    Values,
    Done,
}

impl Default for Stage {
    fn default() -> Self {
        Self::Declare(0)
    }
}

impl Solver<'_> {
    /// Solves on for about `budget` units of work (an expression made, a value moved); true once solved. The result
    /// does not depend on the budgets.
    pub fn step(&mut self, budget: u32) -> bool {
        let mut left = budget.max(1);
        while left > 0 && self.stage != Stage::Done {
            left = left.saturating_sub(self.advance(left).max(1));
        }
        self.stage == Stage::Done
    }

    /// How far it is, in thousandths, by stages: how much will flow is not known before.
    pub fn progress(&self) -> u32 {
        let part = |file: usize| (file * 100 / self.program.files.len().max(1)) as u32;
        match self.stage {
            Stage::Declare(file) => part(file),
            Stage::Import => 100,
            Stage::Expressions(file) => 150 + 2 * part(file),
            Stage::Flows(file) => 350 + part(file),
            Stage::Names => 450,
            Stage::Hierarchy => 500,
            Stage::Calls(file) => 500 + part(file),
            Stage::Values => 600,
            Stage::Done => 1000,
        }
    }

    /// The next piece and what it cost.
    fn advance(&mut self, budget: u32) -> u32 {
        let files = self.program.files.len();
        match self.stage {
            Stage::Declare(file) if file < files => {
                self.declare(file);
                self.after(file, Stage::Declare)
            }
            Stage::Declare(_) => self.go_on(Stage::Import),
            Stage::Import => {
                self.import();
                self.go_on(Stage::Expressions(0))
            }
            Stage::Expressions(file) if file < files => {
                self.expressions(file);
                self.after(file, Stage::Expressions)
            }
            Stage::Expressions(_) => self.go_on(Stage::Flows(0)),
            Stage::Flows(file) if file < files => {
                self.flows(file as u32);
                self.after(file, Stage::Flows)
            }
            Stage::Flows(_) => self.go_on(Stage::Names),
            Stage::Names => self.flow_on(budget, Stage::Hierarchy),
            Stage::Hierarchy => {
                self.build_hierarchy();
                self.complete = true;
                self.resume_deferred();
                self.hand_in_fixtures();
                self.go_on(Stage::Calls(0))
            }
            Stage::Calls(file) if file < files => {
                self.calls(file as u32);
                self.after(file, Stage::Calls)
            }
            Stage::Calls(_) => self.go_on(Stage::Values),
            Stage::Values => self.flow_on(budget, Stage::Done),
            Stage::Done => 1,
        }
    }

    fn after(&mut self, file: usize, stage: fn(usize) -> Stage) -> u32 {
        self.stage = stage(file + 1);
        self.program.files[file].facts().exprs.len() as u32
    }

    fn go_on(&mut self, stage: Stage) -> u32 {
        self.stage = stage;
        1
    }

    fn flow_on(&mut self, budget: u32, then: Stage) -> u32 {
        if self.run(budget) {
            self.stage = then;
        }
        budget
    }
}
