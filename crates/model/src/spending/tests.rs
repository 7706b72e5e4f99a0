use super::*;
use crate::openai::tests::{bench, ok};
use crate::{
    ChatDelta, ChatRequest, ChatResponse, Message, ModelClient, ModelError, ModelErrorKind, ResponseFormat, Role, Task,
};
use futures::executor::block_on;
use protocol::TokenUsage;
use std::rc::Rc;

const PRICES: Prices = Prices { input: 1.0, output: 2.0 };

/// A client of the scripted server and its account.
struct Charging(Priced<crate::openai::OpenAiClient>, Rc<Account>);

/// A charging client of the scripted server, which answers each call with 400 letters and this usage.
fn budgeted(budget: Budget, usage: Option<TokenUsage>) -> (Charging, Rc<Account>) {
    let account = Rc::new(Account::new(budget, Spent::default(), 0));
    (model_of(usage, PRICES, &account), account)
}

fn model_of(usage: Option<TokenUsage>, prices: Prices, account: &Rc<Account>) -> Charging {
    let mut body = serde_json::json!({
        "choices": [{"message": {"content": "x".repeat(400)}, "finish_reason": "stop"}],
    });
    if let Some(usage) = usage {
        body["usage"] = serde_json::json!({"prompt_tokens": usage.input, "completion_tokens": usage.output});
    }
    let client = bench((0..9).map(|_| ok(&body.to_string())).collect()).client;
    Charging(Priced::new(client, prices), Rc::clone(account))
}

fn call(charging: &Charging) -> Result<ChatResponse, ModelError> {
    call_of(&BudgetedModel::new(&charging.0, Rc::clone(&charging.1)), &mut |_| {})
}

fn call_of(model: &BudgetedModel<'_>, on: &mut dyn FnMut(ChatDelta)) -> Result<ChatResponse, ModelError> {
    let messages = vec![Message::new(Role::User, "y".repeat(800))];
    let request = ChatRequest { format: ResponseFormat::Text, ..ChatRequest::new(messages, Task::Free) };
    block_on(model.chat(&request, on))
}

#[test]
fn a_run_stops_at_its_tokens() {
    let usage = Some(TokenUsage { input: 1000, output: 500, cached: 0 });
    let (model, account) = budgeted(Budget { tokens: Some(3100), usd: Some(1.0), steps: None }, usage);
    assert!(call(&model).is_ok() && call(&model).is_ok());
    let spent = account.spent();
    assert_eq!((spent.calls, spent.input_tokens, spent.output_tokens, spent.estimated), (2, 2000, 1000, false));
    assert!((spent.usd - 0.004).abs() < 1e-9, "{}", spent.usd);
    // 3,000 are spent, and the request would read 200.
    let error = call(&model).unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::Quota);
    assert!(error.message.contains("3100 tokens"), "{}", error.message);
    assert_eq!(account.spent(), spent);
}

#[test]
fn a_run_stops_at_its_money() {
    let usage = Some(TokenUsage { input: 1_000_000, output: 0, cached: 0 });
    let (model, account) = budgeted(Budget { usd: Some(0.5), ..Budget::default() }, usage);
    assert!(call(&model).is_ok());
    assert!(call(&model).unwrap_err().message.contains("0.5 US dollars"));
    // A model without prices, such as one on this machine, costs nothing and goes on.
    assert!(call(&model_of(usage, Prices::default(), &account)).is_ok());
}

#[test]
fn a_run_stops_at_its_steps() {
    let (model, account) = budgeted(Budget { steps: Some(3), ..Budget::default() }, None);
    account.finish_step(2);
    assert!(call(&model).is_ok());
    account.finish_step(3);
    assert!(call(&model).unwrap_err().message.contains("3 steps"));
}

#[test]
fn all_models_of_a_run_charge_one_account() {
    let usage = Some(TokenUsage { input: 100, output: 50, cached: 0 });
    let (cheap, account) = budgeted(Budget::default(), usage);
    let dear = model_of(usage, Prices { input: 10.0, output: 20.0 }, &account);
    assert!(call(&cheap).is_ok() && call(&dear).is_ok());
    let spent = account.spent();
    assert_eq!((spent.calls, spent.tokens()), (2, 300));
    assert!((spent.usd - 0.0022).abs() < 1e-9, "{}", spent.usd);
}

#[test]
fn each_call_says_what_it_was_charged_with() {
    let usage = Some(TokenUsage { input: 1000, output: 500, cached: 0 });
    let (charging, account) = budgeted(Budget::default(), usage);
    let mut charges = Vec::new();
    let mut on = |delta| {
        if let ChatDelta::Charged(charge) = delta {
            charges.push(charge);
        }
    };
    call_of(&BudgetedModel::new(&charging.0, Rc::clone(&charging.1)), &mut on).unwrap();
    assert_eq!(charges, [Charge { input: 1000, output: 500, usd: 0.002, estimated: false }]);
    assert_eq!(Spent::default().and(charges[0]), account.spent());
}

/// A model that answers without tokens.
struct Free;

impl ModelClient for Free {
    fn info(&self) -> protocol::ModelInfo {
        protocol::ModelInfo { provider: "offline".to_owned(), model: "free".to_owned() }
    }

    fn prices(&self) -> Option<Prices> {
        None
    }

    fn chat<'a>(&'a self, _: &'a ChatRequest<'a>, _: &'a mut dyn FnMut(ChatDelta)) -> crate::ChatFuture<'a> {
        let message = Message::new(Role::Assistant, "It is free.");
        let response = ChatResponse { message, usage: None, finish: crate::FinishReason::Stop, plan: None };
        Box::pin(std::future::ready(Ok(response)))
    }
}

#[test]
fn a_model_without_tokens_spends_nothing() {
    let account = Rc::new(Account::new(Budget { tokens: Some(1), ..Budget::default() }, Spent::default(), 0));
    assert!(call_of(&BudgetedModel::new(&Free, Rc::clone(&account)), &mut |_| {}).is_ok());
    assert_eq!(account.spent(), Spent::default());
}

#[test]
fn the_smaller_of_two_budgets_counts_part_by_part() {
    let question = Budget { steps: None, tokens: Some(100), usd: Some(2.0) };
    let host = Budget { steps: Some(5), tokens: Some(50), usd: None };
    assert_eq!(question.within(host), Budget { steps: Some(5), tokens: Some(50), usd: Some(2.0) });
    assert_eq!(Budget::default().within(Budget::default()), Budget::default());
}

#[test]
fn what_is_not_counted_is_estimated() {
    let (model, account) = budgeted(Budget::default(), None);
    call(&model).unwrap();
    let spent = account.spent();
    assert_eq!((spent.input_tokens, spent.output_tokens, spent.estimated), (200, 100, true));
}

#[test]
fn each_part_of_the_budget_is_reported_once_at_80_percent() {
    let usage = Some(TokenUsage { input: 390, output: 10, cached: 0 });
    let (model, account) = budgeted(Budget { steps: Some(10), tokens: Some(1000), usd: None }, usage);
    call(&model).unwrap();
    account.finish_step(7);
    assert_eq!(account.take_nearly_spent(), None);
    call(&model).unwrap();
    account.finish_step(8);
    let (steps, tokens) = (account.take_nearly_spent().unwrap(), account.take_nearly_spent().unwrap());
    assert_eq!(steps.to_string(), "The run has used 8 of its 10 steps.");
    assert_eq!(tokens.to_string(), "The run has used 800 of its 1000 tokens.");
    account.finish_step(9);
    assert_eq!(account.take_nearly_spent(), None);
    // Where nothing is left there is nothing to pause for.
    let small = Account::new(Budget { steps: Some(2), ..Budget::default() }, Spent::default(), 0);
    small.finish_step(1);
    assert_eq!(small.take_nearly_spent(), None);
    small.finish_step(2);
    assert_eq!(small.take_nearly_spent(), None);
}

#[test]
fn a_resumed_run_is_not_paused_again_for_the_same_reason() {
    let spent = Spent { usd: 0.45, ..Spent::default() };
    let resumed = Account::new(Budget { usd: Some(0.5), steps: Some(10), tokens: None }, spent, 3);
    assert_eq!(resumed.take_nearly_spent(), None);
    resumed.finish_step(8);
    assert_eq!(resumed.take_nearly_spent().map(|nearly| nearly.part), Some(BudgetPart::Steps));
    // With a larger budget it is reported at 80% of that.
    let raised = Account::new(Budget { usd: Some(1.0), ..Budget::default() }, spent, 3);
    raised.charge(Charge { input: 400_000, usd: 0.4, ..Charge::default() });
    let nearly = raised.take_nearly_spent().unwrap();
    assert_eq!(nearly.to_string(), "The run has spent 0.8500 of its 1 US dollars.");
}
