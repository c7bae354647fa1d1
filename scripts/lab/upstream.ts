/**
 * Compares two OpenAPI documents of the service, or one with the project's own.
 *
 *     deno task lab upstream OLD NEW
 *     deno task lab upstream https://developers.soundcloud.com/docs/api/explorer/api.json
 *     deno task lab upstream --replies https://developers.soundcloud.com/docs/api/explorer/api.json
 *
 * With `--replies`, 2,000 calls are made of the sandbox instead, and a validator from elsewhere holds what it says
 * against the document.
 *
 * Exits with 1 where something differs that isn't in `scripts/lab/upstream/accepted.json`, with 2 where a document can't be
 * read.
 */
import { createSandbox } from "@tonearm/sandbox";
import { parse } from "yaml";
import { openApi } from "../../sandbox/document/openapi.ts";
import facts from "../../tests/support/operations/operations.json" with { type: "json" };
import known from "./upstream/accepted.json" with { type: "json" };
import { type Accepted, judge } from "./upstream/accepted.ts";
import { compare } from "./upstream/compare.ts";
import { factsOf, type Operations } from "./upstream/facts.ts";
import { type Functions, report } from "./upstream/report.ts";

/** Reads JSON or YAML from a file or an https address. */
async function readDocument(address: string): Promise<unknown> {
  return parse(/^https:\/\//.test(address) ? await download(address) : await Deno.readTextFile(address));
}

async function read(address: string, deepest?: number): Promise<Operations> {
  return factsOf(await readDocument(address), deepest);
}

async function download(address: string): Promise<string> {
  const reply = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (!reply.ok) throw new Error(`Cannot read ${address}: status ${reply.status}`);
  return await reply.text();
}

/** The facts of the sandbox's own document. */
function ownFacts(): Operations {
  return factsOf(openApi("https://api.soundcloud.com", "https://secure.soundcloud.com"), SHALLOW);
}

/** The library's functions by operation. */
export function functionNames(): Functions {
  const rows = Object.entries(facts.operations).map(([name, { endpoint }]) => [name, endpoint] as const);
  const byEndpoint = Map.groupBy(rows, ([, endpoint]) => endpoint.replace(/\{[^}]*\}/g, "{}"));
  return new Map([...byEndpoint].map(([endpoint, named]) => [endpoint, named.map(([name]) => name)]));
}

/** Simplifies types to what both documents express: without formats and null. */
function looseTypes(value: string): string {
  const types = value.split("|").filter((each) => !/^(nullable|required|deprecated|format .*)$/.test(each));
  return [...new Set(types.map((type) => type === "integer" ? "number" : type))].join("|");
}

/** Whether two types are equal, or one of them is open. */
function isAlike(before: string, after: string): boolean {
  const [own, other] = [looseTypes(before), looseTypes(after)];
  return own === "" || other === "" || own === other;
}

/** Depth of compared fields; deeper fields belong to other operations. */
const SHALLOW = 2;

/**
 * Compares the documents of the arguments.
 *
 * @returns The report, and whether there are unknown differences.
 * @throws {Error} When a document can't be read.
 */
export async function upstream(older: string, newer?: string): Promise<{ text: string; differs: boolean }> {
  const [before, after] = newer === undefined
    ? [ownFacts(), await read(older, SHALLOW)]
    : [await read(older), await read(newer)];
  const accepted: readonly Accepted[] = newer === undefined ? known as Accepted[] : [];
  const judged = judge(compare(before, after, newer === undefined ? isAlike : undefined), accepted);
  const title = newer === undefined ? `What this project knows, and ${older}` : `${older}, and ${newer}`;
  return { text: report(title, judged, accepted, functionNames()), differs: judged.open.length > 0 };
}

/**
 * Checks the sandbox's replies to 2,000 calls against a document.
 *
 * @returns The report, and whether a reply doesn't conform.
 * @throws {Error} When the document can't be read.
 */
export async function replies(address: string): Promise<{ text: string; differs: boolean }> {
  const { holdReplies } = await import("./upstream/replies.ts");
  const { manyCalls } = await import("../../tests/support/sandbox/many_calls.ts");
  const { calls, checked, violations, unknown } = await holdReplies(
    await readDocument(address),
    manyCalls(createSandbox()),
  );
  const lines = [
    `# The sandbox's replies, and ${address}`,
    `${calls} calls, ${checked} replies described, ${violations.length} violations.`,
    ...unknown.map((operation) => `- not in the document: ${operation}`),
    ...violations.map((violation) => `- ${violation}`),
  ];
  return { text: lines.join("\n"), differs: violations.length > 0 };
}

async function main(args: readonly string[]): Promise<number> {
  const holds = args.includes("--replies");
  const [older, newer, ...more] = args.filter((arg) => arg !== "--replies");
  if (older === undefined || more.length > 0 || holds && newer !== undefined) {
    console.error("Usage: deno task lab upstream OLD [NEW], or --replies DOCUMENT, each a file or an https address");
    return 2;
  }
  try {
    const { text, differs } = holds ? await replies(older) : await upstream(older, newer);
    console.log(text.trimEnd());
    return differs ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
