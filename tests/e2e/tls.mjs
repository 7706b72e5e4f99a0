// A certificate that nobody has signed, for servers of the tests that a browser is to reach by https: it is made anew for each run.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `{key, cert}` for `https.createServer`; the browser needs `--ignore-certificate-errors`. */
export function selfSigned() {
  const folder = mkdtempSync(join(tmpdir(), "quarry-tls-"));
  try {
    const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
    const made = spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=pages.example", "-keyout", key, "-out", cert]);
    if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.error ?? made.stderr}`);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
