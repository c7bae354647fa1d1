/**
 * Compares two OpenAPI documents of the service, or one with what this project knows of it.
 *
 *     deno task upstream OLD NEW
 *     deno task upstream https://developers.soundcloud.com/docs/api/explorer/api.json
 *
 * Exits with 1 where something differs that isn't in `scripts/upstream/accepted.json`, with 2 where a document can't be
 * read.
 *
 * @module
 */
import { parse } from "yaml";
import { openApi } from "../sandbox/document/openapi.ts";
import facts from "../tests/support/operations.json" with { type: "json" };
import known from "./upstream/accepted.json" with { type: "json" };
import { type Accepted, judge } from "./upstream/accepted.ts";
import { compare } from "./upstream/compare.ts";
import { factsOf, type Operations } from "./upstream/facts.ts";
import { type Functions, report } from "./upstream/report.ts";

/** Reads JSON or YAML from a file or an https address. */
async function read(address: string, deepest?: number): Promise<Operations> {
  const text = /^https:\/\//.test(address) ? await download(address) : await Deno.readTextFile(address);
  return factsOf(parse(text), deepest);
}

async function download(address: string): Promise<string> {
  const reply = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (!reply.ok) throw new Error(`Cannot read ${address}: status ${reply.status}`);
  return await reply.text();
}

/** What this project knows: the document that the sandbox is held to. */
function ownFacts(): Operations {
  return factsOf(openApi("https://api.soundcloud.com", "https://secure.soundcloud.com"), SHALLOW);
}

/** The library's functions by what they call, as clients have them. */
export function functionNames(): Functions {
  const rows = Object.entries(facts.operations).map(([name, { endpoint }]) => [name, endpoint] as const);
  const byEndpoint = Map.groupBy(rows, ([, endpoint]) => endpoint.replace(/\{[^}]*\}/g, "{}"));
  return new Map([...byEndpoint].map(([endpoint, named]) => [endpoint, named.map(([name]) => name)]));
}

/** Types as both documents can say them: without formats, null, and what is always there. */
function looseTypes(value: string): string {
  const types = value.split("|").filter((each) => !/^(nullable|required|deprecated|format .*)$/.test(each));
  return [...new Set(types.map((type) => type === "integer" ? "number" : type))].join("|");
}

/** A type that one of them leaves open is no difference. */
function isAlike(before: string, after: string): boolean {
  const [own, other] = [looseTypes(before), looseTypes(after)];
  return own === "" || other === "" || own === other;
}

/** Fields of things, and of things in a page: what lies deeper is some other operation's, where it lies higher. */
const SHALLOW = 2;

/**
 * Compares what the arguments name.
 *
 * @returns The report, and whether something differs that isn't known.
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

async function main([older, newer, ...more]: readonly string[]): Promise<number> {
  if (older === undefined || more.length > 0) {
    console.error("Usage: deno task upstream OLD [NEW], each a file or an https address");
    return 2;
  }
  try {
    const { text, differs } = await upstream(older, newer);
    console.log(text.trimEnd());
    return differs ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
