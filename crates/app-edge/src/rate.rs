//! Limits how often a caller may call, by the platform's rate limiter, if the deployment binds one as `RATE_LIMIT`.
//!
//! Every call counts, whatever its route and result: open routes, paths that do not exist, wrong tokens, and each
//! request of an MCP batch. Holders of admin tokens are not counted, because a push makes as many calls as an index has
//! files.

use crate::access::{Caller, Scope};
use crate::failure::{Failure, FailureKind};
use js_sys::{Function, Promise, Reflect};
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use worker::Env;

/// Seconds to wait before another attempt: the longest period of the platform's limiter.
const RETRY_AFTER: u32 = 60;

/// Counts a call, and refuses it if the caller calls too often.
///
/// # Errors
/// 429.
pub async fn check(env: &Env, caller: &Caller) -> Result<(), Failure> {
    if matches!(caller, Caller::Bearer(bearer) if bearer.scope == Scope::Admin) {
        return Ok(());
    }
    let key = caller.rate_key();
    // The binding is asked by hand: its class has another name in the local runtime.
    let Ok(limiter) = Reflect::get(env, &"RATE_LIMIT".into()) else { return Ok(()) };
    if limiter.is_undefined() {
        return Ok(());
    }
    match passes(&limiter, &key).await {
        Ok(true) => Ok(()),
        Ok(false) => {
            let why = "Too many calls; wait a minute and try again.";
            Err(Failure { retry_after: Some(RETRY_AFTER), ..Failure::new(FailureKind::RateLimited, why) })
        }
        Err(error) => {
            // A limiter that fails must not take the service down with it.
            worker::console_error!("the rate limiter failed: {error:?}");
            Ok(())
        }
    }
}

/// What the platform's limiter is asked.
#[derive(Serialize)]
struct LimitOptions<'a> {
    key: &'a str,
}

/// What it answers.
#[derive(Deserialize)]
struct LimitOutcome {
    success: bool,
}

async fn passes(limiter: &JsValue, key: &str) -> Result<bool, JsValue> {
    let options = serde_wasm_bindgen::to_value(&LimitOptions { key })?;
    let limit: Function = Reflect::get(limiter, &"limit".into())?.dyn_into()?;
    let promise: Promise = limit.call1(limiter, &options)?.dyn_into()?;
    let outcome = JsFuture::from(promise).await?;
    Ok(serde_wasm_bindgen::from_value::<LimitOutcome>(outcome)?.success)
}
