import type { Call } from "../http/call.ts";
import { ApiFault, badRequest, type FaultDetails, notFound } from "../http/errors.ts";
import { Memo } from "../base/memo.ts";
import { Random } from "../base/random.ts";
import { WEB } from "../base/urls.ts";
import type { NoteName } from "../http/notes.ts";
import type { Database } from "../store/database.ts";
import type { Usage } from "../store/limits.ts";
import type { TrackRow } from "../store/rows.ts";
import type { Store } from "../store/store.ts";

/** Formats a timestamp of a resource: `2019/01/15 15:40:49 +0000`. */
export function timestamp(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return `${iso.slice(0, 10).replaceAll("-", "/")} ${iso.slice(11, 19)} +0000`;
}

export function urn(kind: string, id: number): string {
  return `soundcloud:${kind}:${id}`;
}

/** Returns a `tag_list` without its machine tags, such as `geo:lat=43.555`. */
export function withoutMachineTags(tagList: string): string {
  if (!tagList.includes("=")) return tagList;
  const tags = tagList.match(/"[^"]*"|\S+/g) ?? [];
  return tags.filter((tag) => !/^"?[a-z][\w-]*:[\w-]+=/i.test(tag)).join(" ");
}

export type Json = Record<string, unknown>;

/** Copies columns of a row to the response unchanged, one by one: spreading objects takes several times as long. */
export function copy<Row>(json: Json, row: Row, names: readonly (keyof Row & string)[]): void {
  for (const name of names) json[name] = row[name];
}

/** Returns the first members of a resource, `id`, unless the settings omit it, `urn` and `kind`, with others' places. */
export function identity(call: Call, collection: string, id: number, kind: string, shape?: Json): Json {
  const json: Json = { ...shape, id, urn: urn(collection, id), kind };
  if (call.world.config.omitId) delete json.id;
  return json;
}

/** Returns places for columns: an object that gets more than a dozen members by computed names is a slow dictionary. */
export function shapeOf(names: readonly string[]): Json {
  return JSON.parse(JSON.stringify(Object.fromEntries(["id", "urn", "kind", ...names].map((name) => [name, null]))));
}

export function uri(call: Call, kind: string, id: number, secretToken?: string): string {
  const address = `${call.urls.api}/${kind}/${urn(kind, id)}`;
  return secretToken === undefined ? address : `${address}?secret_token=${secretToken}`;
}

const appNumbers = new Memo<number>(1000);

function appNumber({ caller }: Call): number {
  const clientId = caller?.clientId ?? "";
  return appNumbers.get(clientId) ?? appNumbers.keep(clientId, new Random(clientId).int(100_000, 999_999));
}

export function permalinkUrl(call: Call, path: string): string {
  return `${WEB}/${path}?utm_medium=api&utm_campaign=social_sharing&utm_source=id_${appNumber(call)}`;
}

export function imageUrl(call: Call, address: string | null): string | null {
  return address?.startsWith("/") ? call.urls.media + address : address;
}

export type Secret = Pick<TrackRow, "id" | "user_id" | "sharing" | "secret_token">;

/** Checks whether lists may show a resource to the caller: it is public, or the caller's. */
export function isOpen(call: Call, { sharing, user_id }: Pick<TrackRow, "sharing" | "user_id">): boolean {
  return sharing === "public" || user_id === call.viewer;
}

/** Checks whether the caller may see a resource: it is public, the caller's, or the caller has its secret token. */
export function mayRead(call: Call, resource: Secret, secretToken?: string | null): boolean {
  return isOpen(call, resource) || resource.secret_token === secretToken;
}

type Find<Row> = (db: Database, id: number) => Row | undefined;

/** Returns the track or playlist in the path, if the caller may see it; otherwise it is a 404, like SoundCloud's. */
export function visible<Row extends Secret>(call: Call, kind: "track" | "playlist", find: Find<Row>): Row {
  const row = find(call.db, call.id(`${kind}_urn`, `${kind}s`));
  const secret = call.query.get("secret_token");
  if (row === undefined || !mayRead(call, row, secret)) throw hidden(call, kind, row && "private_resource");
  return row;
}

/** Returns the track or playlist in the path, which the caller has to own; for others it is a 404. */
export function own<Row extends Secret>(call: Call, kind: "track" | "playlist", find: Find<Row>): Row {
  const row = find(call.db, call.id(`${kind}_urn`, `${kind}s`));
  if (row === undefined || row.user_id !== call.user) throw hidden(call, kind, row && "not_owner");
  return row;
}

function hidden(call: Call, kind: string, note: NoteName = "no_resource"): ApiFault {
  return notFound().because(note, { kind, id: call.param(`${kind}_urn`) });
}

export type Access = TrackRow["access"];

export function accessLevels(call: Call, fallback: readonly Access[]): ReadonlySet<string> {
  const text = call.query.getAll("access").join(",");
  if (text === "") return new Set(fallback);
  const asked = text.split(",").map((level) => level.trim()).filter((level) => level !== "");
  const wrong = asked.find((level) => !EVERYTHING.includes(level as Access));
  if (wrong !== undefined) throw badRequest(`Parameter access does not allow ${wrong.slice(0, 100)}`);
  return new Set(asked);
}

export const VISIBLE: readonly Access[] = ["playable", "preview"];

/** Every level, for a user's own likes, reposts and plays. */
export const EVERYTHING: readonly Access[] = ["playable", "preview", "blocked"];

/** In the form of recorded responses; the documentation has `group` instead of `bucket` and `name`. */
export function limitFault(
  store: Store,
  usages: readonly Usage[],
  { headers, body }: Pick<FaultDetails, "headers" | "body"> = {},
): ApiFault {
  const errors = usages.map(({ limit, resetAt }) => ({
    meta: {
      rate_limit: {
        bucket: limit.bucket,
        max_nr_of_requests: limit.most,
        time_window: `PT${limit.hours}H`,
        name: limit.name,
      },
      remaining_requests: 0,
      reset_time: timestamp(resetAt),
    },
  }));
  const seconds = Math.ceil((Math.max(...usages.map(({ resetAt }) => resetAt)) - store.clock.now()) / 1000);
  const retryAfter: Record<string, string> = store.config.retryAfter ? { "retry-after": String(seconds) } : {};
  const [{ limit, resetAt } = { limit: undefined, resetAt: 0 }] = usages;
  return new ApiFault(429, "", { body: body ?? { errors }, headers: { ...retryAfter, ...headers } })
    .because("limit_used_up", {
      limit: limit?.name,
      most: limit?.most,
      hours: limit?.hours,
      reset: timestamp(resetAt),
    });
}
