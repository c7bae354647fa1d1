/**
 * Plays a fixed list of calls against the service, and reports where the sandbox differs: in status, headers, JSON
 * shape, paging and errors.
 *
 *     TONEARM_CLIENT_ID=… TONEARM_CLIENT_SECRET=… TONEARM_TOKEN=… deno task lab oracle
 *     deno task lab oracle --write          also writes, on the account of TONEARM_TOKEN, and undoes them
 *     deno task lab oracle --replay         compares the cassettes of an earlier run, without the service
 *
 * Without `TONEARM_TOKEN`, a user's access token, only the calls of an app are played. Cassettes, one file per run, are
 * written to `cassettes/oracle.json` or to `--cassettes FILE`. They contain statuses, types and formats, but no value
 * of a reply. Exits with 1 for differences, with 2 if nothing could be compared.
 */
import { getClientToken } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { type OracleCall, READS, WRITES } from "./oracle/calls.ts";
import { compareCassettes, type Difference } from "./oracle/compare.ts";
import { type Cassette, type Host, play } from "./oracle/play.ts";

const USAGE = "Usage: deno task lab oracle [--write] [--replay] [--cassettes FILE]";

const OPTIONS = {
  write: { type: "boolean" },
  replay: { type: "boolean" },
  cassettes: { type: "string", default: "cassettes/oracle.json" },
} as const;

/** Plays calls against a new sandbox. */
export async function askSandbox(calls: readonly OracleCall[], seed = 42): Promise<Cassette[]> {
  using sandbox = createSandbox({ seed });
  return await play({
    baseUrl: sandbox.clientConfig.baseUrl,
    fetch: sandbox.fetch,
    tokens: { app: sandbox.issueTokens(null).access_token, user: sandbox.issueTokens().access_token },
  }, calls);
}

/** The service, with the credentials of the environment. */
async function service(): Promise<Host> {
  const [id, secret, user] = ["CLIENT_ID", "CLIENT_SECRET", "TOKEN"].map((name) => Deno.env.get(`TONEARM_${name}`));
  if (!id || !secret) {
    throw new Error("Cannot ask the service: TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET are not set");
  }
  const authUrl = Deno.env.get("TONEARM_AUTH_URL");
  const { access_token: app } = await getClientToken(id, secret, authUrl ? { authUrl } : {});
  return {
    baseUrl: Deno.env.get("TONEARM_API_URL") ?? "https://api.soundcloud.com",
    fetch,
    tokens: { app, ...(user ? { user } : {}) },
    onCall: (call) => console.error(call),
  };
}

/** Formats the differences by call. */
export function describe(differences: readonly Difference[]): string {
  const byCall = Map.groupBy(differences, ({ call }) => call);
  return [...byCall].map(([call, found]) => {
    const lines = found.map(({ fact, service, sandbox }) =>
      `  ${fact}: the service ${service}, the sandbox ${sandbox}\n`
    );
    return `${call}\n${lines.join("")}`;
  }).join("\n");
}

async function record(file: string, calls: readonly OracleCall[]): Promise<Cassette[]> {
  const cassettes = await play(await service(), calls);
  await Deno.mkdir(dirname(file), { recursive: true });
  await Deno.writeTextFile(file, `${JSON.stringify(cassettes, null, 2)}\n`);
  return cassettes;
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch {
    return undefined;
  }
}

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) {
    console.error(USAGE);
    return 2;
  }
  const { write, replay, cassettes } = options;
  try {
    const theirs: Cassette[] = replay
      ? JSON.parse(await Deno.readTextFile(cassettes))
      : await record(cassettes, write ? [...READS, ...WRITES] : READS);
    const differences = compareCassettes(theirs, await askSandbox([...READS, ...WRITES]));
    if (differences.length > 0) console.log(describe(differences));
    console.log(`${theirs.length} calls compared, ${differences.length} differences.`);
    return differences.length > 0 ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
