import { Refusal, reply } from "./route.ts";
import type { ControlCall, ControlRoute } from "./route.ts";

const COUNTED = ["users", "tracks", "playlists", "comments", "follows", "plays", "apps", "access_tokens"];

function health(): Response {
  return reply({ status: "ok" });
}

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

/** The state of the sandbox, and its reset. */
export const stateRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/health", run: health },
  { method: "GET", path: "/state", run: state },
  { method: "POST", path: "/reset", run: reset },
  { method: "GET", path: "/namespaces", run: ({ namespaces }) => reply({ namespaces: namespaces.names }) },
  { method: "DELETE", path: "/namespaces/*", run: endNamespace },
];
