//! `POST /v1/ask`

use crate::access::Scope;
use crate::api::runs::Ask;
use crate::commission::commission;
use crate::desk::Desk;
use crate::failure::Failure;
use crate::run::{Asker, RunCall, What, hand_over};
use worker::Response;

/// Begins a run in an object of its own and passes its events on.
pub async fn answer(desk: &Desk) -> Result<Response, Failure> {
    let ask: Ask = desk.json().await?;
    desk.repository(&ask.repo, Scope::Ask).await?;
    let commission = commission(&desk.config, ask)?;
    let (name, stream) = (commission.run.clone(), !desk.accepts("application/json"));
    let call = RunCall { asker: Asker::of(&desk.caller), stream, what: What::Ask(Box::new(commission)) };
    hand_over(&desk.env, &name, &call).await
}
