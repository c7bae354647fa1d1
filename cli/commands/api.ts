import { readFile } from "node:fs/promises";
import { text as readText } from "node:stream/consumers";
import { EnumType } from "@cliffy/command";
import type { PaginatedResponse, RawRequest, RawResponse, ServiceClient } from "@tonearm/client";
import { act, type AnyCommand, command } from "../command.ts";
import type { Context } from "../context.ts";
import { Failure, fileReason, type Kind, usage } from "../errors.ts";
import { readJson, toJson } from "../output/json.ts";
import { clean } from "../output/text.ts";
import { jsonArray, jsonLines, show } from "../output/result.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;
type Query = Readonly<Record<string, string>>;
type Pair = readonly [name: string, value: string];

export function api(): AnyCommand {
  return command({ writes: true })
    .type("method", new EnumType(METHODS))
    .description(
      "Send any request\n\nPrints the response on stdout, whatever its status; the status sets the exit code.",
    )
    .arguments("<path:string>")
    .option("-X, --method <method:method>", "The method (default: GET; POST with fields or a body)")
    .option(
      "-f, --field <pair:string>",
      "A field name=value: of the query for GET, else of the JSON body; track[title]=x nests",
      { collect: true },
    )
    .option("--body <file:path>", "Send this file as the JSON body; - is stdin")
    .option("-i, --include", "Print the status and the headers too")
    .option("--paginate", "Follow the pages of a list; print one array")
    .example("A track, as SoundCloud sends it", "tonearm api /tracks/soundcloud:tracks:1184")
    .example("Rename a playlist", "tonearm api -X PUT /playlists/105 -f 'playlist[title]=Evening'")
    .example("Every page of a list", 'tonearm api --paginate --jsonl "/me/likes/tracks?linked_partitioning=true"')
    .action(act(async (context, options, word) => {
      const fields = once((options.field ?? []).map(pair));
      const body = options.body === undefined ? undefined : await readBody(context, options.body);
      const method = options.method ?? (body !== undefined || fields.length > 0 ? "POST" : "GET");
      if (options.paginate && method !== "GET") throw usage("--paginate works only with GET");
      const { path, query } = target(word);
      const { client } = await context.connect();
      const requested = method === "GET"
        ? { method, path, query: { ...query, ...Object.fromEntries(fields) } }
        : { method, path, query, body: body ?? (fields.length > 0 ? nested(fields) : undefined) };
      await send(context, client, requested, options);
    }));
}

async function send(
  context: Context,
  client: ServiceClient,
  requested: RawRequest,
  { include, paginate }: { readonly include?: true | undefined; readonly paginate?: true | undefined },
): Promise<void> {
  const reply = await client.raw.request({ ...requested, signal: context.host.signal });
  if (include) await context.print(headOf(reply));
  const failed = failureOf(reply, requested);
  if (paginate && !failed && isPage(reply.data)) return await printPages(context, client, reply.data);
  await printData(context, reply.data);
  if (failed) throw failed;
}

async function printData(context: Context, data: unknown): Promise<void> {
  if (data === undefined) return;
  if (typeof data !== "string") return await show(context, data, () => `${toJson(data)}\n`);
  await context.print(data.endsWith("\n") ? data : `${data}\n`);
}

function isPage(data: unknown): data is PaginatedResponse<unknown> {
  return typeof data === "object" && data !== null && "collection" in data && Array.isArray(data.collection);
}

async function printPages(context: Context, client: ServiceClient, first: PaginatedResponse<unknown>): Promise<void> {
  const writer = context.settings.jsonl ? jsonLines(context) : jsonArray(context);
  const pages = client.paginate(first, context.call);
  for await (const page of pages) await writer.write(page.collection);
  await writer.end();
}

/** Splits the path from its query, because the client encodes them separately. */
function target(word: string): { path: string; query: Query } {
  const [, path = "", search = ""] = /^([^?]*)\??([^]*)$/.exec(word) ?? [];
  if (/^[a-z]+:/i.test(path)) throw usage("api takes a path of the API, not a URL", "For example /tracks/1.");
  return {
    path: path.startsWith("/") ? path : `/${path}`,
    query: Object.fromEntries(once([...new URLSearchParams(search)])),
  };
}

/** Refuses a repeated name, of which only one value would be sent. */
function once(pairs: readonly Pair[]): readonly Pair[] {
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return pairs;
  throw usage(`${twice} is given twice`, "Write a list as one value: genres=Dub,Techno.");
}

function pair(field: string): Pair {
  const equals = field.indexOf("=");
  if (equals < 1) throw usage(`${JSON.stringify(field)} is not a field`, "Write a field as name=value.");
  return [field.slice(0, equals), field.slice(equals + 1)];
}

/** Parses nested fields: `track[title]=x` becomes `{ track: { title: "x" } }`. */
function nested(fields: readonly Pair[]): Record<string, unknown> {
  const body = new Map<string, unknown>();
  for (const [name, value] of fields) {
    const [, outer, inner] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) body.set(name, value);
    else body.set(outer, { ...Object(body.get(outer)), [inner]: value });
  }
  return Object.fromEntries(body);
}

async function readBody(context: Context, input: string): Promise<object> {
  const content = input === "-" ? await readText(context.host.stdin) : await readFile(input, "utf8").catch((error) => {
    throw usage(`Cannot read ${input}: ${fileReason(error)}`, "Name a file with a JSON document, or - for stdin.");
  });
  const body = readJson(content);
  if (body !== undefined) return Object(body);
  throw usage(`${input === "-" ? "stdin" : input} is not JSON`, "The body is a JSON document.");
}

function headOf({ status, headers }: RawResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => clean(`${name}: ${value}`));
  return `${[`HTTP ${status}`, ...lines].join("\n")}\n\n`;
}

function failureOf({ status }: RawResponse, { method, path }: RawRequest): Failure | undefined {
  if (status < 400) return undefined;
  const kinds: Readonly<Record<number, Kind>> = { 401: "auth", 404: "not_found", 429: "rate_limited", 504: "network" };
  const kind = kinds[status] ?? "failed";
  return new Failure(kind, `${method} ${path} responded with ${status}`);
}
