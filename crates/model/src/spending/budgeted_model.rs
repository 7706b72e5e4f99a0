//! A model that charges the account of a run.

use super::{Account, Charge, Prices};
use crate::{ChatDelta, ChatFuture, ChatRequest, ChatResponse, ModelClient, ResponseFormat};
use protocol::ModelInfo;
use std::rc::Rc;

/// A model that fails when the budget of the run is used up. A call is made if its prompt fits; its answer may exceed
/// the budget once. A call that fails is not charged: no provider reports what it cost.
pub struct BudgetedModel<'m> {
    model: &'m dyn ModelClient,
    account: Rc<Account>,
}

impl<'m> BudgetedModel<'m> {
    /// The model, which charges this account. One that uses no tokens charges nothing.
    pub fn new(model: &'m dyn ModelClient, account: Rc<Account>) -> Self {
        Self { model, account }
    }
}

impl ModelClient for BudgetedModel<'_> {
    fn info(&self) -> ModelInfo {
        self.model.info()
    }

    fn prices(&self) -> Option<Prices> {
        self.model.prices()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(async move {
            let Some(expected) = self.model.prices() else { return self.model.chat(request, on).await };
            self.account.check(tokens_of(request), expected)?;
            let response = self.model.chat(request, on).await?;
            // Of the model that answered: a profile may have gone on with another one.
            let prices = self.model.prices().unwrap_or(expected);
            let charge = match response.usage {
                Some(usage) => charge(u64::from(usage.input), u64::from(usage.output), prices, false),
                None => charge(tokens_of(request), tokens_in(&response), prices, true),
            };
            self.account.charge(charge);
            on(ChatDelta::Charged(charge));
            Ok(response)
        })
    }
}

/// A call of so many tokens.
pub(super) fn charge(input: u64, output: u64, prices: Prices, estimated: bool) -> Charge {
    let usd = (input as f64 * prices.input + output as f64 * prices.output) / 1e6;
    Charge { input, output, usd, estimated }
}

/// Bytes of a token, about.
const TOKEN_BYTES: u64 = 4;

fn tokens_of(request: &ChatRequest) -> u64 {
    let messages: usize = request.messages.iter().map(|message| message.content.len()).sum();
    let tools: usize =
        request.tools.iter().map(|tool| tool.description.len() + tool.parameters.to_string().len()).sum();
    let schema = match &request.format {
        ResponseFormat::JsonSchema(it) => it.schema.to_string().len(),
        ResponseFormat::Text | ResponseFormat::JsonObject => 0,
    };
    (messages + tools + schema) as u64 / TOKEN_BYTES
}

fn tokens_in(response: &ChatResponse) -> u64 {
    let calls: usize = response.message.tool_calls.iter().map(|call| call.arguments.to_string().len()).sum();
    (response.message.content.len() + calls) as u64 / TOKEN_BYTES
}
