/**
 * The sandbox as the command line uses it: kept in the data directory for `--sandbox`, or served. Its code is loaded on
 * demand.
 *
 * @module
 */

import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import {
  generateCodeChallenge,
  generateCodeVerifier,
  getAuthorizationUrl,
  getUserToken,
  ServiceClient,
} from "@tonearm/client";
import type {
  ProxyOptions,
  Sandbox,
  SandboxOptions,
  SandboxServeOptions,
  UndocumentedRequest,
  WorldFile,
} from "@tonearm/sandbox";
import type { Context } from "../context.ts";
import { Failure, usage } from "../errors.ts";
import { clean } from "../output/text.ts";
import type { Environment } from "./host.ts";
import { dataDirectory, makePrivateDirectory, writePrivately } from "./paths.ts";

/** The addresses of a served sandbox. */
export interface Running {
  /** Its address. */
  readonly url: string;
  /** The address of its API. */
  readonly apiUrl: string;
  /** The address of its OAuth host. */
  readonly authUrl: string;
  /** The id of its application. */
  readonly clientId: string;
  /** The secret of its application. */
  readonly clientSecret: string;
  /** Where its application's logins come back to. */
  readonly redirectUri: string;
  /** The process that serves it. */
  readonly pid: number;
  /** The directory it is kept in, where it is. */
  readonly data?: string;
  /** The address of the proxy in front of it, where there is one. */
  readonly proxyUrl?: string;
  /** The file with the certificate of the authority made for the run, where there is one. */
  readonly certificate?: string;
  /** The variables that lead programs through the proxy, or make them trust the certificate. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Where a sandbox listens: at an address, and behind a proxy. */
export interface Listening extends SandboxServeOptions {
  /** Starts a proxy too. */
  readonly proxy?: ProxyOptions | undefined;
}

/** The options of a served sandbox. */
export interface SandboxSettings extends Pick<SandboxOptions, "seed" | "strict" | "clock" | "config"> {
  /** The directory it is kept in. */
  readonly data?: string;
  /** A file with its data. */
  readonly seedFile?: string;
}

const FILE = "sandbox.sqlite";

/** The file of the sandbox behind `--sandbox`. */
export function keptPath(env: Environment): string {
  return join(dataDirectory(env), FILE);
}

/** Opens the sandbox behind `--sandbox`. */
export async function openSandbox(env: Environment): Promise<Sandbox> {
  await makePrivateDirectory(dataDirectory(env));
  return await create({ path: keptPath(env) });
}

/** Closes the sandbox of `--sandbox`; the next use creates it again. */
export async function removeKept(env: Environment): Promise<void> {
  for (const suffix of ["", "-wal", "-shm"]) await rm(keptPath(env) + suffix, { force: true });
}

/** @param seedFile The file with the data: their references are checked when the sandbox is created. */
async function create(options: SandboxOptions, seedFile?: string): Promise<Sandbox> {
  const { createSandbox, WorldDataError } = await import("@tonearm/sandbox");
  return explained(() => {
    try {
      return createSandbox(options);
    } catch (error) {
      if (!(error instanceof WorldDataError) || seedFile === undefined) throw error;
      throw new TypeError(`Cannot read ${seedFile}: ${error.message}`, { cause: error });
    }
  });
}

/** The sandbox reports mistakes in its options itself. */
function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof TypeError && error.message.startsWith("Cannot ") ? usage(error.message) : error;
  }
}

async function readWorld(path: string): Promise<WorldFile> {
  const { parseWorldData } = await import("@tonearm/sandbox");
  const text = await readFile(path, "utf8").catch((error) => {
    throw usage(`Cannot read ${path}: ${error.code === "ENOENT" ? "there is no such file" : error.message}`);
  });
  try {
    return await parseWorldData(text, path);
  } catch (error) {
    throw error instanceof TypeError ? usage(error.message) : error;
  }
}

/** A served sandbox of this process. */
export interface Server {
  /** How to reach it. */
  readonly running: Running;
  /** An access token of a user of its catalogue. */
  readonly tokenOf: (user: string) => string;
}

/** Starts the requested sandbox; it ends with the disposal. */
async function listen(sandbox: Sandbox, { proxy: wanted, ...listening }: Listening): Promise<Omit<Running, "pid">> {
  const { url, clientConfig, certificate } = await sandbox.serve(listening);
  const { clientId, clientSecret, redirectUri, baseUrl: apiUrl, authUrl } = clientConfig;
  const running = { url, apiUrl, authUrl, clientId, clientSecret, redirectUri };
  // Node and Deno add these certificates to their own; variables that replace the list are set only with a proxy.
  const env = { NODE_EXTRA_CA_CERTS: certificate ?? "", DENO_CERT: certificate ?? "" };
  if (!wanted) return { ...running, ...(certificate && { certificate, env }) };
  const proxy = await sandbox.proxy(wanted);
  return { ...running, proxyUrl: proxy.url, certificate: proxy.certificate, env: proxy.env };
}

/** In strict mode, lists at the end the requests that the service may not support. */
function refuseUndocumented(found: readonly UndocumentedRequest[]): void {
  if (found.length === 0) return;
  const lines = found.map(({ request, problem, nearest, count }) => {
    const what = problem === "the operation" ? "" : `, ${clean(problem)}`;
    return `  ${clean(request)}${what} (${count} ${count === 1 ? "time" : "times"}); the nearest is ${nearest}`;
  });
  const message = `What was asked that isn't documented:\n${lines.join("\n")}`;
  throw new Failure("failed", message, { code: "undocumented", failures: found });
}

/** Serves a sandbox while a task runs. */
export async function withServer<T>(
  { data, seedFile, ...settings }: SandboxSettings,
  listening: Listening,
  task: (server: Server) => Promise<T>,
): Promise<T> {
  if (data !== undefined) await mkdir(data, { recursive: true, mode: 0o700 });
  const file = seedFile === undefined ? {} : await readWorld(seedFile);
  const world = { ...file, ...settings, config: { ...file.config, ...settings.config } };
  const sandbox = await create({ ...world, ...(data === undefined ? {} : { path: join(data, FILE) }) }, seedFile);
  try {
    const result = await task({
      running: { ...await listen(sandbox, listening), pid: process.pid, ...(data && { data }) },
      tokenOf: (user) => sandbox.issueTokens(/^\d+$/.test(user) ? Number(user) : user).access_token,
    });
    if (world.strict) refuseUndocumented(sandbox.undocumented());
    return result;
  } finally {
    sandbox.close();
  }
}

/** Announces a served sandbox to other processes while a task runs. */
export async function withRunning(env: Environment, running: Running, task: () => Promise<void>): Promise<void> {
  const path = runningPath(env);
  await writePrivately(path, `${JSON.stringify(running)}\n`);
  try {
    await task();
  } finally {
    if ((await runningSandbox(env))?.pid === running.pid) await rm(path, { force: true });
  }
}

/** The sandbox that `sandbox start` serves at the moment. */
export async function runningSandbox(env: Environment): Promise<Running | undefined> {
  try {
    const running = JSON.parse(await readFile(runningPath(env), "utf8")) as Running;
    process.kill(running.pid, 0);
    return running;
  } catch {
    return undefined;
  }
}

function runningPath(env: Environment): string {
  return join(dataDirectory(env), "running.json");
}

/** A client of the running sandbox's catalogue, else of the kept one. */
export async function openCatalogue(context: Context): Promise<{ client: ServiceClient; close: () => void }> {
  const running = await runningSandbox(context.env);
  if (!running) {
    const sandbox = await openSandbox(context.env);
    const client = new ServiceClient({ ...sandbox.clientConfig, fetch: context.watched(sandbox.fetch) });
    client.setToken(sandbox.issueTokens(null).access_token);
    return { client, close: () => sandbox.close() };
  }
  const { clientId, clientSecret, apiUrl: baseUrl, authUrl } = running;
  const client = new ServiceClient({ clientId, clientSecret, baseUrl, authUrl, fetch: context.fetch });
  client.setToken((await client.auth.getClientToken({ signal: context.host.signal })).access_token);
  return { client, close: () => {} };
}

/** Logs a user of the running sandbox in, through its authorize page, which answers at once when a user is named. */
export async function signIn(context: Context, running: Running, user: string): Promise<string> {
  const { clientId, clientSecret, redirectUri, authUrl } = running;
  const verifier = generateCodeVerifier();
  const codeChallenge = await generateCodeChallenge(verifier);
  const url = new URL(getAuthorizationUrl(clientId, redirectUri, { codeChallenge, authUrl }));
  url.searchParams.set("sandbox_user", user);
  const response = await context.fetch(url, { redirect: "manual", signal: context.host.signal });
  await response.body?.cancel();
  const code = new URL(response.headers.get("location") ?? authUrl).searchParams.get("code");
  if (!code) {
    throw new Failure("not_found", `The sandbox has no user ${user}`, { hint: "See `tonearm sandbox users`." });
  }
  const call = { authUrl, fetch: context.fetch, signal: context.host.signal };
  return (await getUserToken(clientId, clientSecret, redirectUri, code, verifier, call)).access_token;
}
