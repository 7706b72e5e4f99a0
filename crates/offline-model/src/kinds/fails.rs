//! "What can fail in X?", "which exceptions does X raise?"

use super::{Kind, Rules};
use crate::answer::{fails, fails_of_topic};
use crate::plan;

pub const RULES: Rules = Rules {
    kind: Kind::Fails,
    patterns: &[
        "what|which exceptions|errors|exception|error|panics does|do|can|could|may|might|will {1} raise|throw|return|cause|produce|give|have|raises|throws",
        "what|which exceptions|errors|exception|error can|could|may|might|are|is be raised|thrown|returned by|in|from|inside {1}",
        "what|which exceptions|errors|exception|error are|is raised|thrown|returned|caught|handled by|in|from|inside {1}",
        "what|which exceptions|errors|exception|error {1} raises|throws|returns|catches|handles",
        "what|which exceptions|errors|exception|error does|do|can {1} catch|catches|handle|handles|swallow",
        "what can|could|may|might go wrong in|with|inside|within|when {1}",
        "what can|could|may|might|would fail in|inside|within {1}",
        "what can|could|may|might make|cause {1} fail|raise|throw|panic|to",
        "how|when|why can|could|does|do|may|might|would|will {1} fail|fails|raise|throw|panic|crash|error",
        "does|do|can|could|may|might|will {1} fail|raise|throw|panic|crash",
        "what does|do|can|could|may {1} raise|throw|catch",
        "errors|exceptions|failures|panics of|in|from|inside {1}",
        "errors|exceptions raised|thrown|returned by|in|from {1}",
        "failure|error modes|handling|cases of|in|for {1}",
        "what {1} raises|throws",
        // Of what is named by words alone.
        "^ what|which exceptions|errors|exception|error|panics can|could|does|do|may|might|will ... raise|throw|return|cause|produce|give",
        "^ what|which exceptions|errors|exception|error can|could|may|might|are|is|get|gets be|get|raised|thrown|returned raised|thrown|returned|if|when|while|by|in",
        "^ what|which exceptions|errors|exception|error are|is raised|thrown|returned if|when|while|by|in",
        "^ when does|do|can|could|will|would|may|might ... fail|raise|throw|panic",
    ],
    missing: |question, known, _| {
        if question.names.is_empty() {
            fails_of_topic::steps(question, known)
        } else {
            plan::described(question, known, 2)
        }
    },
    write: |out, question, known, findings| {
        if question.names.is_empty() {
            fails_of_topic::write(out, question, known, findings)
        } else {
            fails::write(out, question, known)
        }
    },
};
