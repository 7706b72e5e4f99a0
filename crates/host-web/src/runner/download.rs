//! A file of this build, with progress. Its bytes stay outside of this wasm's memory, which never shrinks.

use crate::{JsFailure, TimeoutTimer};
use futures::StreamExt;
use futures::future::{Either, select};
use js_sys::{Array, ArrayBuffer, Uint8Array};
use model::Timer;
use std::pin::pin;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_streams::ReadableStream;
use web_sys::{Blob, DedicatedWorkerGlobalScope, Response};

/// How long nothing may arrive before it is given up, in milliseconds.
const STALL_MS: u64 = 60_000;

/// Loads a file; `on` gets the bytes so far.
pub(super) async fn download(url: &str, on: &mut dyn FnMut(u64)) -> Result<ArrayBuffer, JsFailure> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let response: Response = JsFuture::from(scope.fetch_with_str(url)).await?.unchecked_into();
    let failed = |why: String| JsFailure { name: "LoadError".to_owned(), message: format!("{url}: {why}") };
    if !response.ok() {
        return Err(failed(format!("status {}", response.status())));
    }
    let body = response.body().ok_or_else(|| failed("an empty response".to_owned()))?;
    let mut stream = ReadableStream::from_raw(body.unchecked_into()).into_stream();
    let (chunks, mut bytes) = (Array::new(), 0);
    loop {
        match select(stream.next(), pin!(TimeoutTimer.sleep(STALL_MS))).await {
            Either::Left((None, _)) => break,
            Either::Left((Some(chunk), _)) => {
                let chunk: Uint8Array = chunk?.unchecked_into();
                bytes += u64::from(chunk.length());
                chunks.push(&chunk);
                on(bytes);
            }
            Either::Right(_) => return Err(failed(format!("nothing arrived for {} s", STALL_MS / 1000))),
        }
    }
    let whole = Blob::new_with_u8_array_sequence(&chunks)?;
    Ok(JsFuture::from(whole.array_buffer()).await?.unchecked_into())
}
