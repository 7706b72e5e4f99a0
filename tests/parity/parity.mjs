// The questions of questions.json, and the answers that every host has to give: those of the command line over the files.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `{kind, ask, then}` each. */
export const { questions } = JSON.parse(readFileSync(new URL("questions.json", import.meta.url), "utf8"));

/** The texts of a question and of those that go on from it. */
const texts = ({ ask, then = [] }) => [ask, ...then];

/** What a run's events say to a person: how it ended, the answer and its citations. */
export function answerOf(events) {
  const answer = events.findLast(({ type }) => type === "answer") ?? {};
  const { outcome } = events.findLast(({ type }) => type === "run_finished");
  const { seq, at_ms, type, ...shown } = answer;
  return { outcome, ...shown };
}

/** A turn as history of the next question, as the docs embed makes it. */
function turn(question, { markdown, citations }) {
  return { question, answer: markdown, symbols: [...new Set(citations.map(({ symbol }) => symbol).filter(Boolean))] };
}

/** The answers of a host by question. `ask(text, history)` resolves to the events of a run. */
export async function answersOf(ask) {
  const answers = new Map();
  for (const question of questions) {
    const history = [];
    for (const text of texts(question)) {
      const answer = answerOf(await ask(text, history));
      answers.set(key(question, text), answer);
      if (answer.outcome.type === "answered") history.push(turn(text, answer));
    }
  }
  return answers;
}

const key = (question, text) => [...new Set([question.ask, text])].join(" > ");

/** The answers of the command line about a folder or an index. */
export function answersOfCommandLine(path) {
  const runs = mkdtempSync(join(tmpdir(), "quarry-parity-runs-"));
  const answers = new Map();
  try {
    for (const question of questions) {
      let before = [];
      for (const text of texts(question)) {
        const words = ["ask", path, text, "--model", "offline", "--json", ...before];
        const { status, stdout, stderr } = spawnSync(process.env.QUARRY_CLI, words, { encoding: "utf8", env: { ...process.env, QUARRY_RUNS: runs } });
        assert.ok(stdout, `${text}: ${status} ${stderr}`);
        const events = stdout.trim().split("\n").map((line) => JSON.parse(line));
        answers.set(key(question, text), answerOf(events));
        before = ["--after", events.find(({ type }) => type === "run_started").run];
      }
    }
  } finally {
    rmSync(runs, { recursive: true, force: true });
  }
  return answers;
}

/** Fails with every question that is answered otherwise, and how. */
export function assertSame(host, answers, expected) {
  assert.ok(expected.size >= 60, `${expected.size} questions`);
  const differing = [...expected].filter(([question, answer]) => !same(answers.get(question), answer));
  const shown = ([question, answer]) => `${question}\n--- command line\n${show(answer)}\n--- ${host}\n${show(answers.get(question))}`;
  assert.equal(differing.length, 0, `${differing.length} of ${expected.size} questions are answered otherwise by ${host}:\n\n${differing.map(shown).join("\n\n")}`);
}

/** Numbers of single precision are written with more digits by one host than by another. */
const rounded = (answer) => JSON.stringify(answer, (_, value) => (typeof value === "number" ? Math.fround(value) : sorted(value)));

/** Fields in one order. */
const sorted = (value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value);

const same = (found, expected) => rounded(found) === rounded(expected);

const show = (answer) => (answer ? `${answer.markdown}\n${rounded({ ...answer, markdown: undefined })}` : "no answer");
