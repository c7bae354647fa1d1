/**
 * `tonearm sandbox start`, `env`, `reset`, `exec`, `users`
 *
 * @module
 */

import type { PaginatedResponse, ServiceUser } from "@tonearm/client";
import { type Command, command, flag, integer, text } from "../command.ts";
import type { Context } from "../context.ts";
import { Failure, usage } from "../errors.ts";
import { runChild } from "../host/child.ts";
import { listWriter, show } from "../output/result.ts";
import type { Column } from "../output/table.ts";
import { line } from "../output/text.ts";
import {
  keptPath,
  openCatalogue,
  removeKept,
  type Running,
  runningSandbox,
  type SandboxSettings,
  signIn,
  withRunning,
  withServer,
} from "../host/sandbox.ts";

const WORLD_OPTIONS = {
  data: text("Keep the catalogue in this directory (default: in memory)", "directory"),
  seed: integer("Which catalogue", "number", { min: 0, fallback: 42 }),
  clock: text("Start the sandbox's clock at this time", "iso-time"),
  strict: flag("Refuse what the service only frowns upon"),
  redirectUri: text("Where sign-in leads back to (default: http://127.0.0.1:8765/callback)", "uri"),
};

/** Serves the sandbox until it is told to stop. */
export const start: Command = command({
  words: "",
  details:
    "Prints one line when it is ready: the address, and its application's id, secret and redirect URI. In another\n" +
    "shell `sandbox env` points the program at it, and `tonearm login --port 8765` signs a user in.",
  options: {
    port: integer("Listen on this port; 0 is any free one", "port", { min: 0, max: 65535, fallback: 0 }),
    host: text("Listen on this address instead of the loopback ones", "address"),
    ...WORLD_OPTIONS,
  },
  fields: ["url", "apiUrl", "authUrl", "clientId", "clientSecret", "redirectUri", "pid"],
  examples: [
    ["Serve the sandbox on port 8080", "tonearm sandbox start --port 8080"],
    ["For a web app of your own", "tonearm sandbox start --redirect-uri http://localhost:3000/callback"],
    ["For a script", "tonearm sandbox start --json --seed 7 --clock 2026-01-01T00:00:00Z"],
  ],
  async run(context, options) {
    const settings = settingsOf(options);
    await withServer(
      settings,
      { port: options.port, hostname: options.host },
      ({ running }) =>
        withRunning(context.env, running, async () => {
          await show(context, running, () => readyLine(running));
          await aborted(context.host.signal);
        }),
    );
    throw context.host.signal.reason;
  },
});

/** Resolves when a signal aborts, or did already. */
async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

function settingsOf({ data, seed, clock, strict, redirectUri }: {
  readonly data: string | undefined;
  readonly seed: number;
  readonly clock: string | undefined;
  readonly strict: boolean;
  readonly redirectUri: string | undefined;
}): SandboxSettings {
  if (clock !== undefined && Number.isNaN(Date.parse(clock))) {
    throw usage("--clock is a time like 2026-01-01T00:00:00Z");
  }
  if (redirectUri !== undefined && !URL.canParse(redirectUri)) {
    throw usage("--redirect-uri is an address like http://localhost:3000/callback");
  }
  const config = redirectUri === undefined ? {} : { redirectUri };
  return { seed, strict, config, ...(clock === undefined ? {} : { clock }), ...(data === undefined ? {} : { data }) };
}

function readyLine({ url, clientId, clientSecret, redirectUri }: Running): string {
  const application = `client id ${clientId}, client secret ${clientSecret}, redirect URI ${redirectUri}`;
  return `Sandbox ready at ${url} (${application})\n`;
}

/** Prints the environment of the running sandbox. */
export const env: Command = command({
  words: "",
  options: { user: text("Sign in as this user of the catalogue: sets TONEARM_TOKEN too", "id") },
  examples: [
    ["Point this shell at the running sandbox", 'eval "$(tonearm sandbox env)"'],
    ["As a user of the catalogue", 'eval "$(tonearm sandbox env --user 1)"'],
  ],
  async run(context, options) {
    const running = await needRunning(context);
    const token = options.user === undefined ? {} : { TONEARM_TOKEN: await signIn(context, running, options.user) };
    const variables = { ...environmentOf(running), ...token };
    const lines = Object.entries(variables).map(([name, value]) =>
      `export ${name}='${value.replaceAll("'", "'\\''")}'\n`
    );
    await show(context, variables, () => lines.join(""));
  },
});

function environmentOf({ apiUrl, authUrl, clientId, clientSecret }: Running): Record<string, string> {
  return {
    TONEARM_API_URL: apiUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_CLIENT_ID: clientId,
    TONEARM_CLIENT_SECRET: clientSecret,
  };
}

async function needRunning(context: Context): Promise<Running> {
  const running = await runningSandbox(context.env);
  if (running) return running;
  throw new Failure("failed", "No sandbox is running", { hint: "Start one with `tonearm sandbox start`." });
}

/** Puts the catalogue back to its seed. */
export const reset: Command = command({
  words: "",
  details: "Resets the running sandbox; when none runs, the one that --sandbox keeps in the data directory.",
  options: {},
  fields: ["reset"],
  examples: [
    ["Start over", "tonearm sandbox reset"],
    ["Start over, then look", "tonearm sandbox reset && tonearm --sandbox likes"],
  ],
  async run(context) {
    const running = await runningSandbox(context.env);
    const what = running ? running.url : keptPath(context.env);
    if (running) await post(context, `${running.url}/_sandbox/reset`);
    else await removeKept(context.env);
    await show(context, { reset: what }, () => line`Reset ${what}`);
  },
});

async function post(context: Context, url: string): Promise<void> {
  const response = await context.fetch(url, { method: "POST" });
  await response.body?.cancel();
  if (!response.ok) throw new Failure("failed", `The sandbox answered ${response.status} to the reset`);
}

/** Runs a command against a sandbox of its own. */
export const exec: Command = command({
  words: "<command...>",
  details: "Starts a sandbox on a free port, runs the command with TONEARM_API_URL, TONEARM_AUTH_URL,\n" +
    "TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET set, stops the sandbox, and exits as the command did.",
  options: { user: text("Sign in as this user of the catalogue: sets TONEARM_TOKEN too", "id"), ...WORLD_OPTIONS },
  examples: [
    ["Run a test suite", "tonearm sandbox exec -- npm test"],
    ["As a user", "tonearm sandbox exec --user 1 -- tonearm me"],
  ],
  async run(context, options, words) {
    const { TONEARM_TOKEN: _token, TONEARM_SANDBOX: _sandbox, TONEARM_PROFILE: _profile, ...inherited } = context.env;
    return await withServer(settingsOf(options), { port: 0, hostname: undefined }, async ({ running, tokenOf }) => {
      const token = options.user === undefined ? {} : { TONEARM_TOKEN: tokenOf(options.user) };
      return await runChild(words, { ...inherited, ...environmentOf(running), ...token }, context.host);
    });
  },
});

const USER_COLUMNS: readonly Column<ServiceUser>[] = [
  { title: "ID", value: ({ id }) => String(id), align: "right" },
  { title: "PERMALINK", value: ({ permalink }) => permalink, style: "cyan" },
  { title: "NAME", value: ({ username }) => username, shrinks: true },
];

/** Lists the users of the catalogue. */
export const users: Command = command({
  words: "",
  details: "Of the running sandbox; when none runs, of the one that --sandbox keeps.",
  options: {},
  fields: ["id", "urn", "permalink", "username"],
  examples: [
    ["Whom one can sign in as", "tonearm sandbox users"],
    ["Their ids alone", "tonearm sandbox users | cut -f1"],
  ],
  async run(context) {
    const { client, close } = await openCatalogue(context);
    try {
      const query = { limit: 200, linked_partitioning: true };
      const { data } = await client.raw.get<PaginatedResponse<ServiceUser>>("/users", query, {
        signal: context.host.signal,
      });
      const found = await client.fetchAll(data, { signal: context.host.signal });
      const writer = listWriter(context, USER_COLUMNS);
      await writer.write(found.sort((one, other) => one.id - other.id));
      await writer.end();
    } finally {
      close();
    }
  },
});
