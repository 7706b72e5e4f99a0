//! Messages to the engine worker.

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::JsValue;

/// A message to the worker; its bytes are in a buffer that is transferred, not copied.
#[derive(Clone)]
pub struct Envelope {
    pub id: u32,
    pub value: Object,
    /// The buffers to transfer.
    pub transferred: Array,
}

impl Envelope {
    pub fn new(id: u32, bytes: &[u8], attachments: &Array) -> Self {
        let buffer = Uint8Array::from(bytes).buffer();
        let envelope = Self::part(id, attachments);
        envelope.set("request", &buffer);
        Self { transferred: Array::of1(&buffer), ..envelope }
    }

    /// Attachments alone; their command follows in a later message.
    pub fn part(id: u32, attachments: &Array) -> Self {
        let envelope = Self { id, value: Object::new(), transferred: Array::new() };
        envelope.set("id", &id.into());
        envelope.set("attachments", attachments);
        envelope
    }

    fn set(&self, name: &str, field: &JsValue) {
        Reflect::set(&self.value, &name.into(), field).expect("a plain object takes any field");
    }
}
