use super::*;
use proptest::prelude::*;

/// `count` characters as a key has them. Keys are put together here, so that no scanner takes this file for a leak.
fn key(count: usize) -> String {
    "q7RzB2kVw9LtX4mNc1Hs".chars().cycle().take(count).collect()
}

fn hex(count: usize) -> String {
    "9f3ac04e71b85d26".chars().cycle().take(count).collect()
}

/// What is masked, as `kind: count`.
fn found(text: &str) -> Vec<String> {
    mask(text).found.iter().map(|(kind, count)| format!("{kind}: {count}")).collect()
}

#[test]
fn keys_of_services_are_masked_wherever_they_are() {
    let upper = "IOSFODNN7QUARRYX";
    for (kind, key) in [
        ("AWS key id", format!("AKIA{upper}")),
        ("GitHub token", format!("ghp_{}", key(36))),
        ("GitHub token", format!("github_pat_{}_{}", key(22), key(59))),
        ("GitLab token", format!("glpat-{}", key(20))),
        ("Slack token", format!("xoxb-123456789012-{}", key(24))),
        ("Stripe key", format!("sk_live_{}", key(24))),
        ("Google key", format!("AIza{}", key(35))),
        ("Google token", format!("ya29.{}", key(60))),
        ("Anthropic key", format!("sk-ant-api03-{}", key(90))),
        ("OpenAI key", format!("sk-proj-{}", key(48))),
        ("API key", format!("sk-{}", key(48))),
        ("OpenRouter key", format!("sk-or-v1-{}", hex(64))),
        ("Groq key", format!("gsk_{}", key(52))),
        ("Hugging Face token", format!("hf_{}", key(34))),
        ("npm token", format!("npm_{}", key(36))),
        ("PyPI token", format!("pypi-AgEIcHlwaS5vcmc{}", key(60))),
        ("SendGrid key", format!("SG.{}.{}", key(22), key(43))),
        ("Databricks token", format!("dapi{}", hex(32))),
        ("JSON web token", format!("eyJ{}.eyJ{}.{}", key(20), key(40), key(43))),
    ] {
        for text in [
            key.clone(),
            format!("const client = new Client('{key}');"),
            format!("-{key}\n"),
            format!("  12 | see {key}, and go on"),
            format!("https://api.example.com/v1?x={key}&y=1"),
        ] {
            let masked = mask(&text);
            assert_eq!(masked.text, text.replace(&key, &format!("[masked: {kind}]")), "{text}");
            assert_eq!(masked.found.get(kind), Some(&1), "{text}");
        }
    }
}

#[test]
fn assigned_passwords_and_keys_are_masked_and_the_name_stays() {
    for (text, masked) in [
        ("password = \"hunter2!\"", "password = \"[masked: password]\""),
        ("DB_PASSWORD=s3cr3t-and-long", "DB_PASSWORD=[masked: password]"),
        ("  password: 's3cr3t'", "  password: '[masked: password]'"),
        ("password: s3cr3t456\n", "password: [masked: password]\n"),
        ("{\"api_key\": \"9f8e7d6c5b4a\"}", "{\"api_key\": \"[masked: API key]\"}"),
        ("{\\\"apiKey\\\": \\\"9f8e7d6c5b4a\\\"}", "{\\\"apiKey\\\": \\\"[masked: API key]\\\"}"),
        ("let client_secret := `9f8e7d6c5b4a`;", "let client_secret := `[masked: secret]`;"),
        (":token => '9f8e7d6c5b4a'", ":token => '[masked: token]'"),
        ("aws_secret_access_key = abc/def+123456", "aws_secret_access_key = [masked: API key]"),
        ("https://a.example/?user=1&token=9f8e7d6c5b4a#top", "https://a.example/?user=1&token=[masked: token]#top"),
        ("postgres://shop:s3cret@db:5432/shop", "postgres://shop:[masked: URL password]@db:5432/shop"),
        ("Authorization: Bearer 9f8e7d6c5b4a3210ff", "Authorization: Bearer [masked: bearer token]"),
        ("-H 'authorization: basic dXNlcjpwYXNzMQ=='", "-H 'authorization: basic [masked: basic credential]'"),
    ] {
        assert_eq!(mask(text).text, masked, "{text}");
        assert_eq!(mask(masked).text, masked, "a mask is masked again");
    }
}

fn pem(label: &str, lines: usize) -> String {
    let body = format!("{}\n", key(64)).repeat(lines);
    format!("-----BEGIN {label}-----\n{body}{}==\n-----END {label}-----\n", key(22))
}

#[test]
fn private_keys_are_masked_line_by_line_and_count_once() {
    for label in ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"] {
        let text = format!("before\n{}after\n", pem(label, 3));
        let masked = mask(&text);
        let hidden = "[masked: private key]\n".repeat(4);
        let expected = format!("before\n-----BEGIN {label}-----\n{hidden}-----END {label}-----\nafter\n");
        assert_eq!(masked.text, expected);
        assert_eq!(masked.found, BTreeMap::from([("private key", 1)]));
        assert_eq!(mask(&expected).text, expected);
    }
}

#[test]
fn private_keys_are_masked_after_line_numbers_on_one_line_and_cut_off() {
    let whole = pem("PRIVATE KEY", 2);
    let numbered: String = whole.lines().zip(10_001..).map(|(line, n)| format!("{n} | {line}\n")).collect();
    let one_line = format!("\"key\": \"{}\"", whole.replace('\n', "\\n"));
    let cut_off = format!("{}\nfn read_the_configuration() {{}}\n", &whole[..28 + 2 * 65]);
    for text in [&numbered, &one_line, &cut_off] {
        let masked = mask(text).text;
        assert!(!masked.contains(&key(12)), "{masked}");
        assert_eq!(masked.lines().count(), text.lines().count());
    }
    assert!(mask(&numbered).text.contains("10002 | [masked: private key]\n10003 | "));
    assert!(mask(&cut_off).text.contains("fn read_the_configuration() {}"));
}

#[test]
fn ordinary_code_and_data_stay() {
    let image = format!("<img src=\"data:image/png;base64,iVBORw0KGgo{}/{}+{}==\">", key(200), key(77), key(300));
    let texts = [
        "commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
        "id: 123e4567-e89b-12d3-a456-426614174000",
        "checksum = \"9f3ac04e71b85d269f3ac04e71b85d269f3ac04e71b85d269f3ac04e71b85d26\"",
        "\"integrity\": \"sha512-RdJUflcE3cUzKiMqQgsCu06FPu9UdIJO0beYbPhHN4k6apgJtifcoCtT9bcxOpYBtpD2kCM6Sbzg4CausW/PKQ==\"",
        "golang.org/x/mod v0.5.1 h1:OJxoQ/rynoF0dcCdI7cLPktw/hR2cueqYfjm43oqK38=",
        "\"js-tokens\": \"^3.0.0 || ^4.0.0\", \"cancel-token\": \"v10.20.30\"",
        image.as_str(),
        "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----",
        "if text.startswith('-----BEGIN RSA PRIVATE KEY-----'):\n    return read_private_key_of_the_account(text)\n",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "password = input(\"Enter your password 2 times: \")",
        "password = get_password2(user)",
        "password: str\ntoken: Uint8Array\nsecret = tokens[1]\ntoken = token2\n",
        "token: self.tokens2.first_of_all1",
        "password: String!\nallowsToken: Boolean!\n",
        "if password == \"hunter2!\" {",
        "PASSWORD_FIELD = \"login-field-2\"; token_url = \"https://a.example/o2\"",
        "DB_PASSWORD=${DB_PASSWORD_2}\nAPI_KEY=<your-key-1>\nSECRET=changeme123\nPASSWORD=********",
        "token: ${{ secrets.GITHUB_TOKEN1 }}\npassword: \"{{ vault_password_1 }}\"",
        "const apiKey = process.env.API_KEY_2\npassword_file=/run/secrets/db1\nsecret: \"/run/secrets/db1\"",
        "\"password\": \"password\", \"token\": \"access_token\", \"secret\": \"\"",
        "Authorization: Bearer <token>\nAuthorization: Bearer ${TOKEN_1_OF_THE_ACCOUNT}\nBearer tokens are described in RFC 6750",
        "Basic understanding of chapter 2",
        "ssh://git@github.com/a/b.git, http://localhost:8080/@scope/pkg, postgres://${USER}:${PASS}@db",
        "class=\"sk-circle-fade-dot-animation-wrapper\" task-sk-1 npm_config_registry xai-grok hf_hub_download",
        "Secret => \"CLIENT_TRAFFIC_SECRET_0\", token: \"a-token-of-tests-1\", IMPORTANT_TOKEN: '!important'",
        "max_tokens = 4096, token_count: 12345678",
    ];
    for text in texts {
        assert_eq!(found(text), [""; 0], "{text}");
        assert!(matches!(mask(text).text, Cow::Borrowed(_)));
    }
}

#[test]
fn what_was_masked_is_counted_for_people() {
    let text = format!("a = '{0}'\nb = '{0}'\npassword = 'hunter2!'\n", format!("ghp_{}", key(36)));
    let masked = mask(&text);
    assert_eq!(masked.summary().as_deref(), Some("Masked before the model saw it: 2 GitHub tokens, 1 password."));
    assert_eq!(mask("nothing here").summary(), None);
    assert!(holds_mask(&masked.text) && !holds_mask(&text));
}

#[test]
fn hostile_texts_are_read_in_one_pass() {
    for piece in [
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN ",
        "sk-",
        "eyJ.",
        "eyJaaaaaaaaaaa.",
        "a://b:",
        "Bearer ",
        "token=",
        "token:\"",
        "?token=a",
        "token=a&",
    ] {
        let text = piece.repeat((256 << 10) / piece.len());
        assert!(mask(&text).text.len() < 1 << 20, "{piece}");
    }
}

proptest! {
    #[test]
    fn any_text_keeps_its_lines(
        text in "(-----BEGIN PRIVATE KEY-----|-----END|token|password|[=:\"'\\\\ ]|://a:|@|Bearer |ghp_|eyJ|sk-|[a-zA-Z0-9]{1,45}|[é.,&?\n-]){0,60}"
    ) {
        let masked = mask(&text).text.into_owned();
        prop_assert_eq!(masked.matches('\n').count(), text.matches('\n').count());
    }
}
