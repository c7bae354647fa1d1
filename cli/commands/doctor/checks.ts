import process from "node:process";
import { redactPlace } from "../../host/network.ts";
import { ignoresProxy } from "../../host/proxy.ts";
import { FileTokenStore, type StoreFinding } from "@tonearm/client/file";
import type { Context } from "../../context.ts";
import { addressesFor, findSource, SERVICE, type Source } from "../../auth/credentials.ts";
import { EXITS, explain, reasonOf } from "../../errors.ts";
import { findPlayer } from "../../play/find_player.ts";
import { VERSION } from "../../version.ts";

export interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "problem";
  readonly found: string;
  readonly advice: string | null;
}

/** The clock difference in seconds above which a warning is shown, because tokens may be rejected. */
const SKEW_WARNING_S = 30;
const SKEW_PROBLEM_S = 300;
/** The `via` header of the sandbox, whose clock can be set. */
const SANDBOX_VIA = "sandbox.cloudfront.net";

/** Checks the setup; with a token store, that instead. */
export async function findings(context: Context, store?: string): Promise<Check[]> {
  if (store !== undefined) {
    const found = problems("store", await (await import("./stores.ts")).checkTokenStore(store));
    return found.length > 0 ? found : [ok("store", `${redactPlace(store)} keeps sessions safely`)];
  }
  const source = await findSource(context).catch((error: unknown) => error);
  const [hosts, credentials, player] = await Promise.all([
    context.sandboxed
      ? [ok("hosts", "the built-in sandbox; no network is used")]
      : checkHosts(context, source).catch((error: unknown) => [problem("hosts", error)]),
    checkCredentials(context, source),
    checkPlayer(context),
  ]);
  context.host.signal.throwIfAborted();
  return [versions(), ...hosts, ...credentials, player];
}

function ok(name: string, found: string): Check {
  return { name, state: "ok", found, advice: null };
}

function versions(): Check {
  const runtimes = process.versions;
  const runtime = ["deno", "bun", "node"].find((name) => runtimes[name] !== undefined) ?? "node";
  return ok("versions", `tonearm ${VERSION}, ${runtime} ${runtimes[runtime]}, ${process.platform} ${process.arch}`);
}

async function checkHosts(context: Context, source: unknown): Promise<Check[]> {
  const known = isSource(source) ? source : undefined;
  const { baseUrl = SERVICE.baseUrl, authUrl = SERVICE.authUrl } = addressesFor(context.env, known);
  const hosts = [["api host", baseUrl], ["login host", authUrl]] as const;
  const found = await Promise.all(hosts.map(([name, url]) => reach(context, name, url)));
  const [clock] = found.flatMap(([, clock]) => clock ?? []);
  return [...found.map(([host]) => host), ...(clock ? [clock] : [])];
}

/** Checks that a host is reachable, for which any response is enough, and the clock. */
async function reach(context: Context, name: string, url: string): Promise<readonly [host: Check, clock?: Check]> {
  const signal = AbortSignal.timeout(context.settings.timeout * 1000);
  const started = performance.now();
  try {
    const response = await context.fetch(url, { method: "HEAD", redirect: "manual", signal });
    await response.body?.cancel();
    const found = `${url} responded within ${Math.round(performance.now() - started)} ms`;
    const clock = checkClock(response.headers, context.host.now());
    return clock ? [ok(name, found), clock] : [ok(name, found)];
  } catch (error) {
    const advice = ignoresProxy(context.env)
      ? "This version of Node ignores HTTPS_PROXY: use Node 24.14 or later, or the program as a single file."
      : "Check the connection, a proxy or firewall, and TONEARM_API_URL and TONEARM_AUTH_URL if you set them.";
    const found = `${url} can't be reached: ${reasonOf(error)}`;
    return [{ name, state: "problem", found, advice }];
  }
}

function checkClock(headers: Headers, now: number): Check | undefined {
  if (headers.get("via")?.includes(SANDBOX_VIA)) return ok("clock", "the sandbox has its own clock");
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date)) return undefined;
  const skew = Math.round((now - date) / 1000);
  const size = Math.abs(skew);
  const found = size <= 1 ? "agrees with SoundCloud" : `${size} s ${skew > 0 ? "ahead of" : "behind"} SoundCloud`;
  if (size <= SKEW_WARNING_S) return ok("clock", found);
  const state = size > SKEW_PROBLEM_S ? "problem" : "warning";
  const advice = "Set the clock or synchronise it: otherwise tokens seem to expire too early or too late.";
  return { name: "clock", state, found, advice };
}

function isSource(source: unknown): source is Source {
  return typeof source === "object" && source !== null && "kind" in source && !(source instanceof Error);
}

async function checkCredentials(context: Context, source: unknown): Promise<Check[]> {
  if (!isSource(source)) return [problem("credentials", source)];
  return [await tryThem(context), ...await checkStorage(context, source)];
}

function problem(name: string, error: unknown): Check {
  const { kind, message, hint } = explain(error);
  return { name, state: "problem", found: message, advice: kind === "network" ? null : hint };
}

async function tryThem(context: Context): Promise<Check> {
  try {
    const { kind, client, source } = await context.connect();
    await client.auth.getAccessToken();
    const from = source.kind === "profile" ? `profile ${source.name}` : source.kind;
    if (kind === "app") {
      const advice = "Run `tonearm login` for commands that act for you.";
      return { ...ok("credentials", `an application's, from ${from}`), advice };
    }
    const { username } = await client.me.getMe(context.call);
    return ok("credentials", `${username}'s, from ${from}`);
  } catch (error) {
    return problem("credentials", error);
  }
}

async function checkStorage(context: Context, source: Source): Promise<Check[]> {
  if (source.kind !== "profile") return [];
  const path = context.profiles.path(source.name);
  const found = problems("storage", await new FileTokenStore(path).check());
  if (found.length > 0 || process.platform === "win32") return found;
  return [ok("storage", `${path}, which only you can read`)];
}

/** What a token store finds, each as a problem. */
function problems(name: string, findings: readonly StoreFinding[]): Check[] {
  return findings.map(({ problem: found, remedy: advice }) => ({ name, state: "problem", found, advice }));
}

function checkPlayer({ env }: Context): Check {
  const found = findPlayer(env);
  if (found?.name === "mpv") return ok("player", found.path);
  const advice = "Install mpv (mpv.io) to play with all keys.";
  if (found) return { name: "player", state: "ok", found: found.path, advice };
  return { name: "player", state: "warning", found: "none", advice: `${advice} ${EXITS.no_player.next}` };
}
