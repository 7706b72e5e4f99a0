//! The worker pool against real workers: scripts that fail in every way a script can.
#![cfg(target_arch = "wasm32")]

use futures::future::join_all;
use host_web::worker_pool::{JobError, Patience, WorkerPool};
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Long enough for every worker that answers at all, also on a busy machine.
const PATIENT: Patience = Patience { tick_ms: 500, start: 60, job: 60 };

/// Too short for a job that never ends, and no other is held to it.
const HASTY: Patience = Patience { tick_ms: 20, start: 3000, job: 5 };

/// A worker that answers `bytes` with their sum; before that it runs `first`.
fn adder(first: &str) -> String {
    script(&format!(
        r#"
        self.onmessage = async ({{ data: {{ id, bytes }} }}) => {{
            {first}
            const sum = new Uint8Array(bytes).reduce((total, byte) => total + byte, 0);
            self.postMessage({{ id, result: sum }});
        }};
        self.postMessage("ready");
        "#
    ))
}

fn script(text: &str) -> String {
    let make = js_sys::Function::new_with_args(
        "text",
        "return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))",
    );
    make.call1(&JsValue::UNDEFINED, &text.into()).unwrap().as_string().unwrap()
}

/// A job that moves its bytes to the worker.
fn job(bytes: &[u8]) -> Result<(Object, Array), host_web::JsFailure> {
    let message = Object::new();
    let buffer = Uint8Array::from(bytes).buffer();
    Reflect::set(&message, &"bytes".into(), &buffer)?;
    Ok((message, Array::of1(&buffer)))
}

async fn sum(pool: &WorkerPool, bytes: &[u8]) -> Result<f64, JobError> {
    Ok(pool.run(|| job(bytes)).await?.as_f64().unwrap())
}

#[wasm_bindgen_test]
async fn jobs_are_answered() {
    let pool = WorkerPool::start(&adder(""), 2, PATIENT);
    let sums = join_all((0..20u8).map(|n| sum_of(&pool, n))).await;
    assert_eq!(sums, (0..20u8).map(|n| Ok(f64::from(n) * 2.0)).collect::<Vec<_>>());
}

async fn sum_of(pool: &WorkerPool, n: u8) -> Result<f64, JobError> {
    sum(pool, &[n, n]).await
}

#[wasm_bindgen_test]
async fn a_script_that_is_missing_is_an_error_in_words() {
    let pool = WorkerPool::start("/there-is-no-such-worker.js", 2, PATIENT);
    let results = join_all((0..5).map(|n| sum_of(&pool, n))).await;
    for result in results {
        let Err(JobError::NoWorker(why)) = result else { panic!("{result:?}") };
        assert_eq!(why.to_string(), "WorkerError: the worker's script could not be loaded");
    }
    // The same failure is reported for later jobs.
    assert!(matches!(sum(&pool, &[1]).await, Err(JobError::NoWorker(_))));
}

#[wasm_bindgen_test]
async fn a_script_that_throws_while_it_loads_says_why() {
    let pool = WorkerPool::start(&script("throw new Error('no such feature')"), 1, PATIENT);
    let error = sum(&pool, &[1]).await.unwrap_err();
    assert!(error.to_string().contains("no such feature"), "{error}");
}

#[wasm_bindgen_test]
async fn a_script_that_never_loads_is_given_up() {
    let pool = WorkerPool::start(&script("self.onmessage = () => {}"), 1, Patience { tick_ms: 5, start: 3, job: 3 });
    let error = sum(&pool, &[1]).await.unwrap_err();
    assert!(error.to_string().contains("did not answer in time"), "{error}");
}

#[wasm_bindgen_test]
async fn whatever_a_worker_throws_is_survived() {
    for thrown in ["undefined", "null", "''", "({})", "Symbol('odd')", "new Event('error')"] {
        let url = adder(&format!("if (bytes.byteLength === 1) {{ setTimeout(() => {{ throw {thrown}; }}); return; }}"));
        let pool = WorkerPool::start(&url, 1, PATIENT);
        let Err(JobError::NoWorker(why)) = sum(&pool, &[1]).await else { panic!("{thrown}") };
        assert!(!why.message.is_empty(), "{thrown}");
        assert_eq!(sum(&pool, &[1, 2]).await, Ok(3.0), "{thrown}");
    }
}

#[wasm_bindgen_test]
async fn a_worker_that_fails_is_replaced_and_its_job_is_done_by_another() {
    // Every worker does one job and fails at its next.
    let url = adder("if (self.worn) { setTimeout(() => { throw new Error('worn out'); }); return; } self.worn = true;");
    let pool = WorkerPool::start(&url, 1, PATIENT);
    for n in 0..6 {
        assert_eq!(sum_of(&pool, n).await, Ok(f64::from(n) * 2.0));
    }
}

#[wasm_bindgen_test]
async fn a_job_that_kills_every_worker_fails_after_a_few_tries_and_harms_no_other() {
    let url = adder("if (bytes.byteLength === 1) { setTimeout(() => { throw new Error('out of memory') }); return; }");
    let pool = WorkerPool::start(&url, 2, PATIENT);
    let error = sum(&pool, &[1]).await.unwrap_err();
    assert_eq!(error.to_string(), "the workers fail (WorkerError: Uncaught Error: out of memory)");
    assert_eq!(sum(&pool, &[1, 2, 3]).await, Ok(6.0));
}

#[wasm_bindgen_test]
async fn a_job_without_end_is_stopped_and_the_one_behind_it_is_done() {
    let url = adder("while (bytes.byteLength === 1) {}");
    let pool = WorkerPool::start(&url, 1, HASTY);
    let (endless, behind) = futures::join!(sum(&pool, &[1]), sum(&pool, &[1, 2]));
    assert_eq!(endless, Err(JobError::TookTooLong));
    assert_eq!(behind, Ok(3.0));
}

#[wasm_bindgen_test]
async fn a_worker_s_refusal_is_that_job_s_alone() {
    let url = adder("if (bytes.byteLength === 1) return self.postMessage({ id, error: new TypeError('no pack') });");
    let pool = WorkerPool::start(&url, 1, PATIENT);
    let Err(JobError::Refused(why)) = sum(&pool, &[1]).await else { panic!("refused") };
    assert_eq!(why.to_string(), "TypeError: no pack");
    assert_eq!(sum(&pool, &[1, 2]).await, Ok(3.0));
}
