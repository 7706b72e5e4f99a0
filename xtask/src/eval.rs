//! The scored questions about real repositories.
pub fn run() -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}
