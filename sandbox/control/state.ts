import {
  accept,
  checkObject,
  type ControlCall,
  type ControlRoutes,
  readCount,
  readObject,
  readValue,
  Refusal,
  reply,
} from "./route.ts";
import { addData } from "../seed/add_data.ts";
import { checkData } from "../seed/check_data.ts";
import { historyOf } from "../living/history.ts";

const COUNTED = ["users", "tracks", "playlists", "comments", "follows", "plays", "apps", "access_tokens"];

function state({ world, namespaces }: ControlCall): Response {
  const counts = COUNTED.map((table) => [table, world.db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n]);
  return reply({
    app: world.app,
    seed: world.seed,
    strict: world.strict,
    clock: { now: new Date(world.clock.now()).toISOString(), frozen: world.clock.frozen },
    counts: Object.fromEntries(counts),
    requests: world.log.count(),
    faults: world.faults.list().length,
    snapshots: [...world.snapshots.keys()],
    namespaces: namespaces.names,
  });
}

function reset({ world }: ControlCall): Response {
  world.reset();
  return reply({ status: "reset" });
}

function endNamespace({ namespaces, rest }: ControlCall): Response {
  if (!namespaces.remove(rest)) throw new Refusal(404, `There is no namespace ${rest.slice(0, 80)}`);
  return reply({ removed: rest });
}

function shown({ world: { clock } }: ControlCall): Response {
  return reply({ now: new Date(clock.now()).toISOString(), frozen: clock.frozen });
}

/** The changes apply in this order, so that a clock that is frozen shows exactly the time that it is set to. */
async function change(call: ControlCall): Promise<Response> {
  const { clock } = call.world;
  const { set, advance, freeze } = await readObject(call.request, ["set", "advance", "freeze"]);
  if (set !== undefined && (!isTime(set) || Number.isNaN(new Date(set).getTime()))) {
    throw new Refusal(400, "set is not a time such as 2026-01-31T12:00:00Z");
  }
  if (advance !== undefined && typeof advance !== "number") throw new Refusal(400, "advance is not in milliseconds");
  if (freeze !== undefined && typeof freeze !== "boolean") throw new Refusal(400, "freeze is neither true nor false");
  if (freeze === true) clock.freeze();
  if (freeze === false) clock.resume();
  if (isTime(set)) clock.set(set);
  if (advance !== undefined) accept(() => clock.advance(advance));
  return shown(call);
}

function isTime(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Adds apps, users, tracks, playlists and comments: all, or none. */
async function add({ request, world }: ControlCall): Promise<Response> {
  const value = await readValue(request);
  accept(() => {
    const data = checkData(value, "the body");
    if (data.empty !== undefined) throw new TypeError("Cannot read the body: empty applies only to a new sandbox");
    addData(world.db, data, world.clock.now());
  });
  return reply({ status: "added" }, 201);
}

function readTime(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal(400, `${name} is not a time such as 2026-01-31T12:00:00Z`);
  return at;
}

/** `?track=&playlist=&user=&from=&to=`: what listeners did, by day. */
function history({ world, url: { searchParams } }: ControlCall): Response {
  const { living } = world;
  if (living === undefined) {
    throw new Refusal(409, "The world has no activity: start it with createSandbox({ activity })");
  }
  checkObject("the query", Object.fromEntries(searchParams), ["track", "playlist", "user", "from", "to"]);
  const [track, playlist, user] = ["track", "playlist", "user"].map((name) => readCount(searchParams, name));
  const to = readTime(searchParams, "to") ?? world.clock.now();
  const query = { track, playlist, user, from: readTime(searchParams, "from"), to };
  return reply({ since: living.since, to, days: historyOf(world.db, living, query) });
}

export const stateRoutes: ControlRoutes = {
  "GET /health": () => reply({ status: "ok" }),
  "GET /state": state,
  "POST /reset": reset,
  "GET /namespaces": ({ namespaces }) => reply({ namespaces: namespaces.names }),
  "DELETE /namespaces/*": endNamespace,
  "GET /clock": shown,
  "POST /clock": change,
  "POST /data": add,
  "GET /activity": history,
};
