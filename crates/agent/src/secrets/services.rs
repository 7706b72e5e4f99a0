//! Keys and tokens of services, by the prefixes that those document so that such keys can be found.
//!
//! Source: each service's documentation of its formats, as listed for GitHub's secret scanning
//! (docs.github.com/code-security/secret-scanning/introduction/supported-secret-scanning-patterns); JWT: RFC 7519.

use super::{Secret, run};
use std::ops::Range;

/// A row of the table: kind, prefix, and the characters after it.
struct Service(&'static str, &'static str, Rest);

enum Rest {
    /// So many letters and digits, no more and no fewer.
    Exactly(usize),
    /// At least so many letters, digits, `_` and `-`, with a digit and a letter among them.
    AtLeast(usize),
    /// The same with upper and lower case and a digit among them, for prefixes that names may have too.
    Mixed(usize),
    /// Exactly so many hexadecimal digits.
    Hex(usize),
    /// So many parts between dots, each with at least ten letters, digits, `_` and `-`; the first follows the prefix.
    Parts(usize),
}

use Rest::{AtLeast, Exactly, Hex, Mixed, Parts};

const SERVICES: &[Service] = &[
    Service("AWS key id", "AKIA", Exactly(16)),
    Service("AWS key id", "ASIA", Exactly(16)),
    Service("GitHub token", "ghp_", Exactly(36)),
    Service("GitHub token", "gho_", Exactly(36)),
    Service("GitHub token", "ghu_", Exactly(36)),
    Service("GitHub token", "ghs_", Exactly(36)),
    Service("GitHub token", "ghr_", Exactly(36)),
    Service("GitHub token", "github_pat_", AtLeast(50)),
    Service("GitLab token", "glpat-", AtLeast(20)),
    Service("GitLab token", "gldt-", AtLeast(20)),
    Service("GitLab token", "glrt-", AtLeast(20)),
    Service("Slack token", "xoxb-", AtLeast(20)),
    Service("Slack token", "xoxp-", AtLeast(20)),
    Service("Slack token", "xoxa-", AtLeast(20)),
    Service("Slack token", "xoxr-", AtLeast(20)),
    Service("Slack token", "xoxs-", AtLeast(20)),
    Service("Slack token", "xapp-", AtLeast(20)),
    Service("Stripe key", "sk_live_", AtLeast(16)),
    Service("Stripe key", "rk_live_", AtLeast(16)),
    Service("Stripe key", "sk_test_", AtLeast(16)),
    Service("Stripe key", "rk_test_", AtLeast(16)),
    Service("Stripe key", "whsec_", AtLeast(24)),
    Service("Google key", "AIza", AtLeast(35)),
    Service("Google key", "GOCSPX-", AtLeast(20)),
    Service("Google token", "ya29", Parts(2)),
    Service("Anthropic key", "sk-ant-", AtLeast(20)),
    Service("OpenRouter key", "sk-or-v1-", Hex(64)),
    Service("OpenAI key", "sk-proj-", AtLeast(20)),
    Service("OpenAI key", "sk-svcacct-", AtLeast(20)),
    Service("API key", "sk-", Mixed(20)),
    Service("Groq key", "gsk_", Mixed(40)),
    Service("xAI key", "xai-", Mixed(40)),
    Service("Hugging Face token", "hf_", Mixed(30)),
    Service("Replicate token", "r8_", Mixed(30)),
    Service("npm token", "npm_", Exactly(36)),
    Service("PyPI token", "pypi-AgE", AtLeast(50)),
    Service("crates.io token", "cio", Exactly(32)),
    Service("Docker Hub token", "dckr_pat_", AtLeast(20)),
    Service("DigitalOcean token", "dop_v1_", Hex(64)),
    Service("Shopify token", "shpat_", Hex(32)),
    Service("Databricks token", "dapi", Hex(32)),
    Service("Linear key", "lin_api_", AtLeast(32)),
    Service("Notion token", "ntn_", Mixed(40)),
    Service("Atlassian token", "ATATT3", AtLeast(50)),
    Service("SendGrid key", "SG", Parts(3)),
    Service("Vault token", "hvs", Parts(2)),
    Service("age key", "AGE-SECRET-KEY-1", AtLeast(58)),
    Service("JSON web token", "eyJ", Parts(3)),
];

/// Bytes of a token that may reach over several words.
const MOST: usize = 8 << 10;

/// The key that begins with this word.
pub(super) fn at(text: &str, word: &Range<usize>) -> Option<Secret> {
    let written = &text[word.clone()];
    SERVICES.iter().find_map(|Service(kind, prefix, rest)| {
        let body = written.strip_prefix(prefix)?;
        let end = rest.end(text, word, body)?;
        Some(Secret { range: word.start..end, kind, counts: true })
    })
}

impl Rest {
    /// The end of the key, if what follows the prefix is as it must be.
    fn end(&self, text: &str, word: &Range<usize>, body: &str) -> Option<usize> {
        let any = |fits: fn(&u8) -> bool| body.bytes().any(|byte| fits(&byte));
        let digit = || any(u8::is_ascii_digit);
        let fits = match self {
            Exactly(count) => body.len() == *count && body.bytes().all(|byte| byte.is_ascii_alphanumeric()) && digit(),
            AtLeast(least) => body.len() >= *least && digit() && any(u8::is_ascii_alphabetic),
            Mixed(least) => {
                body.len() >= *least && digit() && any(u8::is_ascii_uppercase) && any(u8::is_ascii_lowercase)
            }
            Hex(count) => body.len() == *count && body.bytes().all(|byte| byte.is_ascii_hexdigit()),
            Parts(count) => return parts(text, word, *count),
        };
        fits.then_some(word.end)
    }
}

/// The end of `count` words with dots between them; all but the first have at least ten characters.
fn parts(text: &str, word: &Range<usize>, count: usize) -> Option<usize> {
    let mut end = word.end;
    for _ in 1..count {
        let start = end + 1;
        if text.as_bytes().get(end) != Some(&b'.') {
            return None;
        }
        end = run(text, start, MOST, super::is_word);
        if end < start + 10 {
            return None;
        }
    }
    text[word.start..end].bytes().any(|byte| byte.is_ascii_digit()).then_some(end)
}
