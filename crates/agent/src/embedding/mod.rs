//! Makes vectors of a repository's definitions, by a model of embeddings.
//!
//! One text a definition ([`texts()`]), without its secrets. A text that has a vector already, by its hash, is not sent
//! again, so an update costs as much as what changed. What was made is handed over every so often ([`Host::keep`]), so that
//! whoever is stopped goes on from there.

mod making;
pub mod texts;

pub use making::{Ending, Host, Made, Model, make, of_query, still_valid};
pub use texts::{Texts, texts};
