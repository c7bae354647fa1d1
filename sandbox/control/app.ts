import type { Connection } from "../http/connection.ts";
import type { Located } from "../world/namespaces.ts";
import { dashboard, dashboardFile } from "../dashboard/page.ts";
import { explainStorage, StorageFailure } from "../store/failures.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { clockRoutes } from "./clock.ts";
import { configRoutes } from "./config.ts";
import { dataRoutes } from "./data.ts";
import { documentRoutes } from "./document.ts";
import { faultRoutes } from "./faults.ts";
import { guard } from "./guard.ts";
import { listenRoutes } from "./listen.ts";
import { replayRoutes } from "./replay.ts";
import { requestRoutes } from "./requests.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";
import { sessionRoutes } from "./sessions.ts";
import { snapshotRoutes } from "./snapshots.ts";
import { sourceRoutes } from "./sources.ts";
import { stateRoutes } from "./state.ts";
import { tokenRoutes } from "./tokens.ts";

const ROOT = "/_sandbox";

/** Redirects to the dashboard's URL with a trailing slash, because the page's own links are relative. */
function toDashboard({ place }: ControlCall): Response {
  return new Response(null, { status: 308, headers: { location: `${place.api}${ROOT}/` } });
}

function fileOfDashboard({ rest }: ControlCall): Response {
  const file = dashboardFile(rest);
  if (file === undefined) throw new Refusal(404, `The dashboard has no ${rest.slice(0, 80)}`);
  return file;
}

const routes: readonly ControlRoute[] = [
  { method: "GET", path: "", run: toDashboard },
  { method: "GET", path: "/", run: dashboard },
  { method: "GET", path: "/ui/*", run: fileOfDashboard },
  ...catalogueRoutes,
  ...dataRoutes,
  ...stateRoutes,
  ...tokenRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...configRoutes,
  ...requestRoutes,
  ...replayRoutes,
  ...sessionRoutes,
  ...listenRoutes,
  ...snapshotRoutes,
  ...documentRoutes,
  ...sourceRoutes,
];

/** Returns the text that `*` matches if the path matches the route; otherwise undefined. */
function restOf(route: ControlRoute, path: string): string | undefined {
  const [wanted, given] = [route.path.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  let rest = "";
  for (const [i, segment] of wanted.entries()) {
    if (segment === "*" && given[i] !== "") rest = decodeURIComponent(given[i] ?? "");
    else if (segment !== given[i]) return undefined;
  }
  return rest;
}

/** The parts of the control plane that don't depend on the world of a request. */
type Reach = Pick<ControlCall, "namespaces" | "perform" | "quietly">;

async function dispatch({ request, world, place }: Located, reach: Reach, connection?: Connection) {
  const url = new URL(request.url);
  guard(request, url, connection);
  const path = url.pathname.slice(ROOT.length);
  const here = routes.flatMap((route) => {
    const rest = restOf(route, path);
    return rest === undefined ? [] : [{ route, rest }];
  });
  const method = request.method === "HEAD" ? "GET" : request.method;
  const match = here.find(({ route }) => route.method === method);
  if (match !== undefined) {
    const ends = [connection?.signal ?? request.signal, world.closed];
    const answer = await match.route.run({ request, url, world, place, ends, rest: match.rest, ...reach });
    if (method !== "GET" && world.isKept) world.writeDown();
    return answer;
  }
  if (here.length === 0) throw new Refusal(404, `The control plane has no ${path.slice(0, 80)}`);
  return new Response(null, { status: 405, headers: { allow: here.map(({ route }) => route.method).join(", ") } });
}

/** Answers a request to the control plane. It is neither logged nor affected by faults. */
export async function control(located: Located, reach: Reach, connection?: Connection): Promise<Response> {
  try {
    return await dispatch(located, reach, connection);
  } catch (error) {
    if (error instanceof Refusal) return reply({ error: error.message }, error.status);
    if (error instanceof URIError) return reply({ error: "The path is not decodable" }, 400);
    const told = explainStorage(error, located.world.db.path);
    if (told instanceof StorageFailure) return reply({ error: told.message }, told.isFull ? 507 : 500);
    throw error;
  }
}
