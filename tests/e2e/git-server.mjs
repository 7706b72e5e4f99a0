// Git hosts for the tests: what GitHub's, GitLab's and Gitea's APIs answer on the wire, for repositories given as
// `{path: text}`. One https server plays all of them by the `Host` header; the browser is pointed to it by flags.

import { createHash } from "node:crypto";
import { createServer } from "node:https";
import { selfSigned } from "./tls.mjs";

const HOSTS = ["api.github.com", "raw.githubusercontent.com", "gitlab.com", "codeberg.org", "git.example.org"];
const sha = (kind, text) => createHash("sha1").update(`${kind} ${Buffer.byteLength(text)}\0${text}`).digest("hex");

/** Starts the server; `flags` are for the browser, `requests` what was asked: host, path, authorization. */
export async function startGitServer() {
  const server = new GitServer();
  await new Promise((resolve) => server.https.listen(0, "127.0.0.1", resolve));
  return server;
}

class GitServer {
  /** Repositories by their path: branches with files, whether a token is needed, and what goes wrong. */
  repositories = {};
  requests = [];
  /** Answers that come before all others, by a part of the URL: `[status, headers, body]`, each used once. */
  instead = [];
  /** While set, requests for files wait for it. */
  held = null;
  https = createServer(selfSigned(), (request, response) => this.answer(request, response));

  get flags() {
    const at = `127.0.0.1:${this.https.address().port}`;
    return [`--host-resolver-rules=${HOSTS.map((host) => `MAP ${host} ${at}`).join(",")}`, "--ignore-certificate-errors"];
  }

  /** A repository with branches `{name: {path: text}}`, the first being the default one. */
  add(path, branches, options = {}) {
    const states = Object.entries(branches).map(([name, files]) => [name, { commit: sha("commit", name + JSON.stringify(files)), files }]);
    this.repositories[path] = { path, states: new Map(states), isPrivate: false, requests: {}, ...options };
  }

  /** What was asked of a host for files, as paths. */
  asked(host) {
    return this.requests.filter((request) => request.host === host).map((request) => request.path);
  }

  async stop() {
    this.https.closeAllConnections();
    await new Promise((resolve) => this.https.close(resolve));
  }

  async answer(request, response) {
    const { host } = request.headers;
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "authorization, private-token");
    response.setHeader("Access-Control-Expose-Headers", "Link, X-Next-Page, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    const token = request.headers.authorization ?? request.headers["private-token"];
    this.requests.push({ host, path: request.url, token });
    const at = this.instead.findIndex(([part]) => request.url.includes(part));
    if (at >= 0) {
      const [[, status, headers, body]] = this.instead.splice(at, 1);
      return response.writeHead(status, headers).end(body);
    }
    const url = new URL(request.url, `https://${host}`);
    const play = { "api.github.com": github, "raw.githubusercontent.com": raw, "gitlab.com": gitlab, "codeberg.org": gitea, "git.example.org": gitea }[host];
    const answer = play?.(this, url, token) ?? notFound();
    if (this.held && typeof answer === "string") await this.held;
    if (answer.status) return json(response, answer.body, answer.status);
    if (typeof answer === "string") return response.writeHead(200, { "Content-Type": "text/plain" }).end(answer);
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    json(response, answer.json);
  }

  /** A repository that may be read. */
  find(path, token) {
    const found = this.repositories[path];
    return found && (!found.isPrivate || token?.includes(found.token)) ? found : null;
  }
}

const json = (response, body, status = 200) => response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
const notFound = () => ({ status: 404, body: { message: "Not Found" } });

function stateOf(repository, reference) {
  return repository.states.get(reference) ?? [...repository.states.values()].find(({ commit }) => commit === reference);
}

/** Entries of a tree as git has them: folders first seen come before their files; `below` a folder, or all. */
function tree(files, { recursive, below = "" }) {
  const entries = new Map();
  for (const [path, text] of Object.entries(files)) {
    if (below && !path.startsWith(`${below}/`)) continue;
    const rest = below ? path.slice(below.length + 1) : path;
    const parts = rest.split("/");
    for (let at = 1; at < parts.length; at += 1) {
      const folder = parts.slice(0, at).join("/");
      const whole = below ? `${below}/${folder}` : folder;
      if (recursive || at === 1) entries.set(folder, { path: folder, mode: "040000", type: "tree", sha: sha("tree", whole) });
    }
    if (recursive || parts.length === 1) {
      const mode = text.startsWith("-> ") ? "120000" : "100644";
      entries.set(rest, { path: rest, mode, type: "blob", sha: sha("blob", text), size: Buffer.byteLength(text) });
    }
  }
  return [...entries.values()];
}

const foldersOf = (files) => new Set(Object.keys(files).flatMap((path) => path.split("/").slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join("/"))));

function github(server, url, token) {
  const [, owner, name, ...rest] = url.pathname.split("/").slice(1).map(decodeURIComponent);
  const repository = server.find(`${owner}/${name}`, token);
  if (!repository) return notFound();
  const what = rest.join("/");
  if (what === "") {
    const [branch] = repository.states.keys();
    return { json: { full_name: repository.path, default_branch: branch, private: repository.isPrivate } };
  }
  const [, commits] = /^commits\/(.*)$/.exec(what) ?? [];
  if (commits) {
    const state = stateOf(repository, commits);
    return state ? { json: { sha: state.commit, commit: {} } } : { status: 422, body: { message: `No commit found for SHA: ${commits}` } };
  }
  const [, number] = /^pulls\/(\d+)$/.exec(what) ?? [];
  if (number) {
    const state = stateOf(repository, repository.requests[number] ?? "");
    return state ? { json: { number: Number(number), head: { sha: state.commit } } } : notFound();
  }
  const [, id] = /^git\/trees\/(\w+)$/.exec(what) ?? [];
  if (id) {
    const recursive = url.searchParams.get("recursive") === "1";
    for (const { commit, files } of repository.states.values()) {
      const below = commit === id ? "" : [...foldersOf(files)].find((folder) => sha("tree", folder) === id);
      if (below === undefined) continue;
      const all = tree(files, { recursive, below });
      const truncated = recursive && all.length > (repository.most ?? Infinity);
      const headers = repository.allowance ?? {};
      return { headers, json: { sha: id, tree: truncated ? all.slice(0, repository.most) : all, truncated } };
    }
  }
  const [, blob] = /^git\/blobs\/(\w+)$/.exec(what) ?? [];
  if (blob) return [...repository.states.values()].flatMap(({ files }) => Object.values(files)).find((text) => sha("blob", text) === blob);
  return notFound();
}

function raw(server, url) {
  const [owner, name, commit, ...path] = url.pathname.split("/").slice(1).map(decodeURIComponent);
  const repository = server.find(`${owner}/${name}`);
  return repository && stateOf(repository, commit)?.files[path.join("/")];
}

function gitlab(server, url, token) {
  const [, api, version, projects, project = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
  const repository = `${api}/${version}/${projects}` === "api/v4/projects" && server.find(project, token);
  if (!repository) return notFound();
  const what = rest.join("/");
  if (what === "") {
    const [branch] = repository.states.keys();
    return { json: { path_with_namespace: repository.path, default_branch: branch, visibility: repository.isPrivate ? "private" : "public" } };
  }
  const [, commits] = /^repository\/commits\/(.*)$/.exec(what) ?? [];
  if (commits) return stateOf(repository, commits) ? { json: { id: stateOf(repository, commits).commit } } : notFound();
  if (what === "repository/tree") {
    const all = tree(stateOf(repository, url.searchParams.get("ref")).files, { recursive: true }).map(({ sha: id, ...entry }) => ({ id, name: entry.path.split("/").at(-1), ...entry }));
    const from = Number(url.searchParams.get("page_token") ?? 0);
    const most = repository.most ?? 100;
    const next = from + most < all.length ? { Link: `<https://gitlab.com/api/v4/projects/1/repository/tree?page_token=${from + most}&pagination=keyset>; rel="next"` } : {};
    return { headers: next, json: all.slice(from, from + most) };
  }
  const [, blob] = /^repository\/blobs\/(\w+)\/raw$/.exec(what) ?? [];
  return blob ? [...repository.states.values()].flatMap(({ files }) => Object.values(files)).find((text) => sha("blob", text) === blob) : notFound();
}

function gitea(server, url, token) {
  if (url.pathname === "/api/v1/version") return { json: { version: "1.24.0" } };
  const [, api, version, repos, owner, name, ...rest] = url.pathname.split("/").map(decodeURIComponent);
  const repository = `${api}/${version}/${repos}` === "api/v1/repos" && server.find(`${owner}/${name}`, token);
  if (!repository) return notFound();
  const what = rest.join("/");
  if (what === "") {
    const [branch] = repository.states.keys();
    return { json: { full_name: repository.path, default_branch: branch, private: repository.isPrivate, empty: false } };
  }
  const [, commits] = /^git\/commits\/(.*)$/.exec(what) ?? [];
  if (commits) return stateOf(repository, commits) ? { json: { sha: stateOf(repository, commits).commit } } : notFound();
  const [, id] = /^git\/trees\/(\w+)$/.exec(what) ?? [];
  if (id) {
    const all = tree(stateOf(repository, id).files, { recursive: true });
    const most = repository.most ?? 1000;
    const page = Number(url.searchParams.get("page") ?? 1);
    const part = all.slice((page - 1) * most, page * most);
    return { json: { sha: id, page, total_count: all.length, truncated: page * most < all.length, tree: part } };
  }
  const [, path] = /^raw\/(.*)$/.exec(what) ?? [];
  return path ? (stateOf(repository, url.searchParams.get("ref"))?.files[path] ?? notFound()) : notFound();
}
