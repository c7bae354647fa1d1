// The sandbox of the command line: stored in the data directory for `--sandbox`, or served. Its code is loaded on
// demand.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import {
  generateCodeChallenge,
  generateCodeVerifier,
  getAuthorizationUrl,
  getUserToken,
  ServiceClient,
} from "@tonearm/client";
import { makePrivateFolder } from "@tonearm/client/file";
import type {
  ProxyOptions,
  Sandbox,
  SandboxOptions,
  SandboxServeOptions,
  UndocumentedRequest,
  WorldFile,
} from "@tonearm/sandbox";
import { Failure, fileReason, usage } from "../errors.ts";
import { clean, counted } from "../output/text.ts";
import type { Calls, Environment } from "./host.ts";
import { dataDirectory, makePrivateDirectory, writePrivately } from "./paths.ts";

export interface Running {
  readonly url: string;
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly pid: number;
  readonly data?: string;
  readonly proxyUrl?: string;
  readonly certificate?: string;
  /** The environment variables that make programs use the proxy, or trust the certificate. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Listening extends SandboxServeOptions {
  readonly proxy?: ProxyOptions | undefined;
}

export interface SandboxSettings extends Pick<SandboxOptions, "seed" | "strict" | "clock" | "config" | "activity"> {
  readonly data?: string;
  readonly seedFile?: string;
}

const FILE = "sandbox.sqlite";

export function keptPath(env: Environment): string {
  return join(dataDirectory(env), FILE);
}

export async function openSandbox(env: Environment): Promise<Sandbox> {
  await makePrivateDirectory(dataDirectory(env));
  return await create({ path: keptPath(env) });
}

export async function removeKept(env: Environment): Promise<void> {
  for (const suffix of ["", "-wal", "-shm", "-media"]) {
    await rm(keptPath(env) + suffix, { recursive: true, force: true });
  }
}

async function create(options: SandboxOptions, seedFile?: string): Promise<Sandbox> {
  const { loadSandbox, WorldDataError } = await import("@tonearm/sandbox");
  const createSandbox = await loadSandbox();
  try {
    return createSandbox(options);
  } catch (error) {
    if (error instanceof WorldDataError && seedFile !== undefined) {
      throw usage(`Cannot read ${seedFile}: ${error.message}`);
    }
    throw error instanceof TypeError && error.message.startsWith("Cannot ") ? usage(error.message) : error;
  }
}

/** Reads a file that the user has named. */
export async function readInputFile(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((error) => {
    throw usage(`Cannot read ${path}: ${fileReason(error)}`);
  });
}

async function readWorld(path: string): Promise<WorldFile> {
  const { parseWorldData } = await import("@tonearm/sandbox");
  const text = await readInputFile(path);
  try {
    return await parseWorldData(text, path);
  } catch (error) {
    throw error instanceof TypeError ? usage(error.message) : error;
  }
}

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

function refuseUndocumented(found: readonly UndocumentedRequest[]): void {
  if (found.length === 0) return;
  const lines = found.map(({ request, problem, nearest, count }) => {
    const what = problem === "the operation" ? "" : `, ${clean(problem)}`;
    return `  ${clean(request)}${what} (${counted(count, "time")}); the nearest is ${nearest}`;
  });
  const message = `Undocumented requests:\n${lines.join("\n")}`;
  throw new Failure("failed", message, { code: "undocumented", failures: found });
}

export async function withServer<T>(
  { data, seedFile, ...settings }: SandboxSettings,
  listening: Listening,
  task: (server: { readonly running: Running; readonly sandbox: Sandbox }) => Promise<T>,
): Promise<T> {
  if (data !== undefined) await makePrivateFolder(data);
  const file = seedFile === undefined ? {} : await readWorld(seedFile);
  const world = { ...file, ...settings, config: { ...file.config, ...settings.config } };
  const sandbox = await create({ ...world, ...(data === undefined ? {} : { path: join(data, FILE) }) }, seedFile);
  try {
    const running = { ...await listen(sandbox, listening), pid: process.pid, ...(data && { data }) };
    const result = await task({ running, sandbox });
    if (world.strict) refuseUndocumented(sandbox.undocumented());
    return result;
  } finally {
    sandbox.close();
  }
}

export async function withRunning(env: Environment, running: Running, task: () => Promise<void>): Promise<void> {
  const path = runningPath(env);
  await writePrivately(path, `${JSON.stringify(running)}\n`);
  await task().finally(async () => {
    if ((await runningSandbox(env))?.pid === running.pid) await rm(path, { force: true });
  });
}

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

export async function openCatalogue(context: Calls): Promise<{ client: ServiceClient; close: () => void }> {
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

/** Signs in through the authorize page, which redirects at once if the request names a user. */
export async function signIn(context: Calls, running: Running, user: string): Promise<string> {
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
