//! A model that charges the account of a run.

use super::{Account, Prices};
use crate::{ChatDelta, ChatFuture, ChatRequest, ChatResponse, ModelClient, ResponseFormat};
use protocol::ModelInfo;
use std::rc::Rc;

/// A model that fails when the budget of the run is used up. A call is made if its prompt fits; its answer may exceed
/// the budget once. A call that fails is not charged: no provider reports what it cost.
pub struct BudgetedModel<M> {
    model: M,
    prices: Prices,
    account: Rc<Account>,
}

impl<M: ModelClient> BudgetedModel<M> {
    /// The model, at these prices.
    pub fn new(model: M, prices: Prices, account: Rc<Account>) -> Self {
        Self { model, prices, account }
    }
}

impl<M: ModelClient> ModelClient for BudgetedModel<M> {
    fn info(&self) -> ModelInfo {
        self.model.info()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(async move {
            self.account.check(tokens_of(request), self.prices)?;
            let response = self.model.chat(request, on).await?;
            match response.usage {
                Some(usage) => {
                    self.account.charge(u64::from(usage.input), u64::from(usage.output), self.prices, false);
                }
                None => self.account.charge(tokens_of(request), tokens_in(&response), self.prices, true),
            }
            Ok(response)
        })
    }
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
