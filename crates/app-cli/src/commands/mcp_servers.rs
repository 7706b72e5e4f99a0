//! `quarry mcp-servers`

use crate::arguments::ServersOptions;
use crate::output;
use crate::runs::Runs;
use crate::servers::{self, ServersFile, Trusted};
use anyhow::{Result, anyhow, bail};
use futures::executor::block_on;
use mcp_client::{Listed, Listing, Server, Servers, Trust};

/// Lists the servers of a file with their tools, and notes what the person trusts.
pub fn run(options: &ServersOptions, runs: &Runs) -> Result<()> {
    let file = ServersFile::read(&options.file)?;
    let mut trusted = Trusted::read(&runs.trust_file())?;
    let servers = servers::connected(&file, &trusted);
    let done = match (&options.trust, &options.forget) {
        (Some(name), _) => trust(&servers, name, &options.tool, &mut trusted),
        (None, Some(name)) => {
            // A server that is no longer in the file can be forgotten too.
            let known = trusted.forget(name) || servers.get(name).is_ok();
            if known { Ok(()) } else { Err(anyhow!("no server `{name}` is set up, and nothing is trusted of one")) }
        }
        (None, None) => return list(&servers),
    };
    block_on(servers.close());
    done?;
    trusted.write(&runs.trust_file())?;
    list(&servers::connected(&file, &trusted))
}

fn trust(servers: &Servers, name: &str, tools: &[String], trusted: &mut Trusted) -> Result<()> {
    let address = servers.get(name)?.address.to_string();
    let listing = block_on(servers.list(name)).map_err(|error| anyhow!("{name}: {error}"))?;
    let known = trusted.of(name).filter(|trust| trust.address() == address).cloned();
    let mut trust = known.unwrap_or_else(|| Trust::at(&address));
    if let Err(missing) = trust.add_all(&listing, tools) {
        bail!("{name} has no tool `{}`", missing.join("`, `"));
    }
    trusted.set(name, trust);
    Ok(())
}

fn list(servers: &Servers) -> Result<()> {
    let (mut all, mut failed) = (0, 0);
    for server in servers.iter() {
        all += 1;
        output::line(format!("{}  {}", server.name, server.address))?;
        match block_on(servers.list(&server.name)) {
            Ok(listing) => tools(server, &listing)?,
            Err(error) => {
                failed += 1;
                output::line(format!("  cannot be used: {error}"))?;
            }
        }
    }
    block_on(servers.close());
    match (all, failed) {
        (0, _) => bail!("the file sets up no server: it has no table such as [mcp.issues]"),
        (_, 0) => Ok(()),
        _ => bail!("{failed} of {all} servers cannot be used"),
    }
}

fn tools(server: &Server, listing: &Listing) -> Result<()> {
    for listed in listing.with(server.trusted()) {
        let description = listed.tool.description();
        let first = description.lines().next().unwrap_or_default();
        output::line(format!("  {}: {}  ({})", listed.tool.name(), output::shortened(first, 100), asked(&listed)))?;
    }
    listing.left_out.iter().try_for_each(|sentence| output::line(format!("  {sentence}")))
}

/// Whether a person is asked about calls of the tool, and why.
fn asked(listed: &Listed<'_>) -> &'static str {
    match (listed.trusted, listed.tool.says_it_reads()) {
        (true, true) => "trusted to read: called unasked",
        (true, false) => "trusted, but it does not say that it only reads: asked",
        (false, _) if listed.trusted_before.is_some() => "it has changed since you trusted it: asked",
        (false, true) => "says that it only reads, not trusted: asked",
        (false, false) => "asked",
    }
}
