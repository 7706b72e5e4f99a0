// A program that uses the package: npm.test.mjs compiles it against the package's types. It is never run.

import { open, QuarryError, type CallEdge, type Repository } from "@quarry/core";

export async function provenCallers(index: URL, name: string, signal: AbortSignal): Promise<string[]> {
  const repository: Repository = await open(index, {
    signal,
    onProgress: (progress) => console.log(progress.phase === "fetching" ? progress.bytes : progress.done),
  });
  const edges: CallEdge[] = await repository.callers(name, { signal });
  repository.close();
  return edges.filter(({ proven }): boolean => proven).map(({ other, path, line }) => `${other.qualified_name} ${path}:${line}`);
}

export async function answer(files: Map<string, string | Uint8Array>, question: string): Promise<string> {
  const repository = await open(files, { name: "shop" });
  const [first] = await repository.search(question, { namesOnly: true });
  const page = await repository.symbol(first?.symbol ?? question);
  const history = [{ question: "What is it?", answer: page.doc ?? page.signature }];
  const model = { baseUrl: "https://models.example/v1", model: "small" };
  let markdown = "";
  for await (const event of repository.ask(question, { history, model })) {
    if (event.type === "answer_text") console.log(event.text.length);
    if (event.type === "answer") markdown = event.markdown;
    if (event.type === "answer") for (const { path } of event.citations) markdown += path;
    if (event.type === "run_finished" && event.outcome.type === "failed") throw new Error(event.outcome.message);
  }
  return markdown;
}

export function adviceOf(error: unknown): string | null {
  return error instanceof QuarryError && error.kind === "missing" ? error.advice : null;
}

// @ts-expect-error A question is text.
export const askNumber = (repository: Repository) => repository.ask(42);

// @ts-expect-error The files are missing.
export const openNothing = () => open();
