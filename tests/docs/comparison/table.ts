import { ServiceClient } from "@tonearm/client";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { SoundCloudClient } from "soundcloud-api-ts";
import { type FaultName, FAULTS } from "../../../sandbox/contract/faults.ts";
import { type Peer as Name, RUNTIMES } from "../../release/places/table.ts";

const TRACK = "soundcloud:tracks:1078";
/** A track that accepts comments. */
const COMMENTED = "soundcloud:tracks:1143";
const TITLE = "Lost Window (lofi study mix)";
/** The requests after which a list counts as endless. */
const ENDLESS = 40;

/** What each situation asks of a client. */
interface Caller {
  title(): Promise<string>;
  comment(): Promise<unknown>;
  list(): Promise<{ length: number }>;
}
/** The columns of the table. */
export const CALLERS: readonly Name[] = Object.keys(RUNTIMES) as Name[];

/** Builds a caller whose requests go through the global `fetch`. */
function callerOf(name: Name, sandbox: Sandbox): Caller {
  const { access_token: token, refresh_token } = sandbox.issueTokens();
  const { clientId, clientSecret, baseUrl, authUrl } = sandbox.clientConfig;
  const app = { clientId, clientSecret, redirectUri: "http://127.0.0.1:8765/callback", retryBaseDelay: 1 };
  if (name === "tonearm") {
    const client = new ServiceClient({ ...app, baseUrl, authUrl, autoRefresh: true });
    client.setToken(token, refresh_token);
    return {
      title: async () => (await client.tracks.getTrack(TRACK)).title,
      comment: () => client.tracks.createComment(COMMENTED, "Once"),
      list: () => client.fetchAll(client.users.getTracks(1, 5)),
    };
  }
  if (name === "fetch") return plainCaller(token);
  const client: SoundCloudClient = new SoundCloudClient({
    ...app,
    onTokenRefresh: () => client.auth.refreshUserToken(refresh_token ?? ""),
  });
  client.setToken(token, refresh_token);
  return {
    title: async () => (await client.tracks.getTrack(TRACK)).title ?? "",
    comment: () => client.tracks.createComment(COMMENTED, "Once"),
    list: () => client.fetchAll(() => client.users.getTracks(1, 5)),
  };
}

/** The program that one writes without a client. */
function plainCaller(token: string): Caller {
  const api = "https://api.soundcloud.com";
  async function call<T>(url: string, init?: RequestInit): Promise<T> {
    const headers = { authorization: `OAuth ${token}`, "content-type": "application/json" };
    const response = await fetch(url, { ...init, headers });
    if (!response.ok) throw new Error(`${response.status}`);
    return await response.json();
  }
  return {
    title: async () => (await call<{ title: string }>(`${api}/tracks/${TRACK}`)).title,
    comment: () => call(`${api}/tracks/${COMMENTED}/comments`, { method: "POST", body: '{"comment":{"body":"Once"}}' }),
    async list() {
      const items: unknown[] = [];
      let next: string | null | undefined = `${api}/users/1/tracks?linked_partitioning=true&limit=5`;
      while (next) {
        const page: { collection: unknown[]; next_href?: string | null } = await call(next);
        items.push(...page.collection);
        next = page.next_href;
      }
      return items;
    },
  };
}

/** Runs a situation with the global `fetch` of a sandbox. */
async function within<T>(
  name: Name,
  run: (caller: Caller, sandbox: Sandbox) => Promise<T>,
  wrap: (send: typeof fetch) => typeof fetch = (send) => send,
): Promise<T> {
  using sandbox = createSandbox({ clock: "2026-01-01T12:00:00Z" });
  const { fetch } = globalThis;
  globalThis.fetch = wrap(sandbox.fetch);
  try {
    return await run(callerOf(name, sandbox), sandbox);
  } finally {
    globalThis.fetch = fetch;
  }
}

/** Returns the faults that break a read with `fetch`, and how many of them a caller gets over. */
export async function readsThatSurvive(name: Name): Promise<number> {
  let survived = 0;
  for (const fault of await faultsOfReads()) survived += await reads(name, fault) ? 1 : 0;
  return survived;
}

const breaking: FaultName[] = [];
/** The faults with which a read by `fetch` fails or returns something else. */
export async function faultsOfReads(): Promise<readonly FaultName[]> {
  if (breaking.length > 0) return breaking;
  for (const fault of Object.keys(FAULTS) as FaultName[]) {
    if (fault !== "never_answer" && !await reads("fetch", fault)) breaking.push(fault);
  }
  return breaking;
}

/** Reads a track while a fault occurs once, and tells whether the right one came. */
function reads(name: Name, fault: FaultName): Promise<boolean> {
  return within(name, async (caller, sandbox) => {
    sandbox.faults.add(fault, { times: 1, latencyMs: 1 });
    return await caller.title().catch(() => "") === TITLE;
  });
}

/** Makes a hundred calls at once with an expired token: refreshes, and calls that succeed. */
export function expired(name: Name): Promise<string> {
  let refreshes = 0;
  const count = (send: typeof fetch): typeof fetch => (input, init) => {
    if (String(input).includes("/oauth/token")) refreshes++;
    return send(input, init);
  };
  return within(name, async (caller, sandbox) => {
    sandbox.clock.advance(3_600_000);
    const titles = await Promise.all(Array.from({ length: 100 }, () => caller.title().catch(() => "")));
    return `${titles.filter((title) => title === TITLE).length} succeed; refreshes: ${refreshes}`;
  }, count);
}

/** Comments while the response to the first request is a 503 that comes too late, and counts the comments. */
export function commentsOf(name: Name): Promise<string> {
  let late = true;
  const lose = (send: typeof fetch): typeof fetch => async (input, init) => {
    const response = await send(input, init);
    if (init?.method !== "POST" || !late) return response;
    late = false;
    await response.body?.cancel();
    return new Response("upstream request timeout", { status: 503 });
  };
  return within(name, async (caller, sandbox) => {
    await caller.comment().catch(() => {});
    const requests = await sandbox.control.requests();
    return `${requests.filter(({ method, status }) => method === "POST" && status === 201).length}`;
  }, lose);
}

/** Reads a list whose links lead to a host of the internal network, and names the hosts that get the token. */
function tokenOf(name: Name): Promise<string> {
  const hosts = new Set<string>();
  const look = (send: typeof fetch): typeof fetch => (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input);
    if (new Headers(init?.headers).has("authorization")) hosts.add(host);
    return send(input, init);
  };
  return within(name, async (caller, sandbox) => {
    sandbox.faults.add("next_href_internal_host");
    await caller.list().catch(() => {});
    return hosts.size > 1 ? "to that host, too" : "only to the API";
  }, look);
}

/** Reads a list whose next page is the same page again. */
function loopOf(name: Name): Promise<string> {
  let requests = 0;
  const stop = (send: typeof fetch): typeof fetch => (input, init) =>
    ++requests > ENDLESS ? Promise.reject(new Error("endless")) : send(input, init);
  return within(name, async (caller, sandbox) => {
    sandbox.faults.add("cursor_loop");
    const error = await caller.list().catch((error) => error);
    return requests > ENDLESS ? "never ends" : `stops with \`${error.code}\``;
  }, stop);
}

/** The table of the front page. */
export async function comparisonTable(): Promise<string> {
  const faults = (await faultsOfReads()).length;
  const rows: [string, (name: Name) => Promise<string>][] = [
    [
      `Faults that a read survives, of ${faults}`,
      async (name) => `${await readsThatSurvive(name)}`,
    ],
    ["100 calls with an expired token", expired],
    ["Comments made, if a response is lost", commentsOf],
    ["Token, if `next_href` leads elsewhere", tokenOf],
    ["A list that links back to itself", loopOf],
    ["Runtimes it was started in", (name) => Promise.resolve(RUNTIMES[name])],
  ];
  const lines = [];
  for (const [title, run] of rows) {
    const cells = [];
    for (const name of CALLERS) cells.push(await run(name));
    lines.push(`| ${title} | ${cells.join(" | ")} |`);
  }
  return ["| | tonearm | soundcloud-api-ts | `fetch` |", "| --- | --- | --- | --- |", ...lines].join("\n");
}
