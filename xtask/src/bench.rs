//! The benchmarks in Chromium.
pub fn run(_: &[String]) -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}
pub fn screenshot() -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}
