//! A model that enforces the budget of a run.

use crate::budget::{Budget, Prices, Spent};
use model::{ChatDelta, ChatFuture, ChatRequest, ChatResponse, ModelClient, ModelError, ModelErrorKind};
use protocol::{ModelInfo, TokenUsage};
use std::cell::Cell;
use std::rc::Rc;

/// The budget of a run and what it has spent.
pub struct Account {
    budget: Budget,
    prices: Prices,
    spent: Cell<Spent>,
}

impl Account {
    /// An account that starts with what the run spent before it was resumed.
    pub fn new(budget: Budget, prices: Prices, spent: Spent) -> Self {
        Self { budget, prices, spent: Cell::new(spent) }
    }

    /// So far.
    pub fn spent(&self) -> Spent {
        self.spent.get()
    }

    /// Whether a call that reads so many tokens still fits.
    fn fits(&self, input: u64) -> Result<(), ModelError> {
        let after = self.spent.get().and(input, 0, self.prices, false);
        let over = if after.input_tokens + after.output_tokens > self.budget.tokens {
            format!("{} tokens", self.budget.tokens)
        } else if self.prices != Prices::default() && after.usd > self.budget.usd {
            format!("{} US dollars", self.budget.usd)
        } else {
            return Ok(());
        };
        Err(ModelError {
            kind: ModelErrorKind::Quota,
            message: format!("the run's budget of {over} is used up"),
            advice: Some("Ask a narrower question, or raise the limits; the run is kept.".to_owned()),
        })
    }

    fn charge(&self, request: &ChatRequest<'_>, response: &ChatResponse) {
        let (usage, estimated) = match response.usage {
            Some(usage) => (usage, false),
            None => (TokenUsage { input: small(tokens_of(request)), output: small(tokens_in(response)) }, true),
        };
        let spent = self.spent.get();
        self.spent.set(spent.and(u64::from(usage.input), u64::from(usage.output), self.prices, estimated));
    }
}

/// A model that fails when the budget of the run is used up. A call is made if its prompt fits; its answer may exceed
/// the budget once.
pub struct BudgetedModel<M> {
    model: M,
    account: Rc<Account>,
}

impl<M: ModelClient> BudgetedModel<M> {
    pub fn new(model: M, account: Rc<Account>) -> Self {
        Self { model, account }
    }
}

impl<M: ModelClient> ModelClient for BudgetedModel<M> {
    fn info(&self) -> ModelInfo {
        self.model.info()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(async move {
            self.account.fits(tokens_of(request))?;
            let response = self.model.chat(request, on).await?;
            self.account.charge(request, &response);
            Ok(response)
        })
    }
}

/// Characters of a token, about.
const LETTERS: u64 = 4;

fn tokens_of(request: &ChatRequest) -> u64 {
    let messages: usize = request.messages.iter().map(|message| message.content.len()).sum();
    let tools: usize =
        request.tools.iter().map(|tool| tool.description.len() + tool.parameters.to_string().len()).sum();
    (messages + tools) as u64 / LETTERS
}

fn tokens_in(response: &ChatResponse) -> u64 {
    let calls: usize = response.message.tool_calls.iter().map(|call| call.arguments.to_string().len()).sum();
    (response.message.content.len() + calls) as u64 / LETTERS
}

fn small(tokens: u64) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use model::{FinishReason, Message, ResponseFormat, Role, Task};

    struct Parrot(Option<TokenUsage>);

    impl ModelClient for Parrot {
        fn info(&self) -> ModelInfo {
            ModelInfo { provider: "test".into(), model: "parrot".into() }
        }

        fn chat<'a>(&'a self, _: &'a ChatRequest<'a>, _: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
            let message = Message::new(Role::Assistant, "x".repeat(400));
            let response = ChatResponse { message, usage: self.0, finish: FinishReason::Stop, plan: None };
            async move { Ok(response) }.boxed_local()
        }
    }

    fn call(model: &BudgetedModel<Parrot>) -> Result<ChatResponse, ModelError> {
        let messages = vec![Message::new(Role::User, "y".repeat(800))];
        let request = ChatRequest { messages, tools: Vec::new(), task: Task::Free, format: ResponseFormat::Text };
        model.chat(&request, &mut |_| {}).now_or_never().unwrap()
    }

    fn budgeted(budget: Budget, usage: Option<TokenUsage>) -> (BudgetedModel<Parrot>, Rc<Account>) {
        let account = Rc::new(Account::new(budget, Prices { input: 1.0, output: 2.0 }, Spent::default()));
        (BudgetedModel::new(Parrot(usage), Rc::clone(&account)), account)
    }

    #[test]
    fn a_run_stops_at_its_tokens() {
        let usage = Some(TokenUsage { input: 1000, output: 500 });
        let (model, account) = budgeted(Budget { tokens: 3100, usd: 1.0, ..Budget::default() }, usage);
        assert!(call(&model).is_ok() && call(&model).is_ok());
        let spent = account.spent();
        assert_eq!((spent.calls, spent.input_tokens, spent.output_tokens, spent.estimated), (2, 2000, 1000, false));
        assert!((spent.usd - 0.004).abs() < 1e-9, "{}", spent.usd);
        // 3,000 are spent, and the request would read 200.
        let error = call(&model).unwrap_err();
        assert_eq!(error.kind, ModelErrorKind::Quota);
        assert!(error.message.contains("3100 tokens"), "{}", error.message);
    }

    #[test]
    fn a_run_stops_at_its_money() {
        let usage = Some(TokenUsage { input: 1_000_000, output: 0 });
        let (model, _) = budgeted(Budget { tokens: u64::MAX, usd: 0.5, ..Budget::default() }, usage);
        assert!(call(&model).is_ok());
        assert!(call(&model).unwrap_err().message.contains("0.5 US dollars"));
    }

    #[test]
    fn what_is_not_counted_is_estimated() {
        let (model, account) = budgeted(Budget::default(), None);
        call(&model).unwrap();
        let spent = account.spent();
        assert_eq!((spent.input_tokens, spent.output_tokens, spent.estimated), (200, 100, true));
    }
}
