import type { Connection } from "../http/connection.ts";
import type { Located } from "../world/namespaces.ts";
import { dashboard, dashboardFile } from "../dashboard/page.ts";
import { explainStorage, StorageFailure } from "../store/failures.ts";
import { stateRoutes } from "./state.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { configRoutes } from "./config.ts";
import { documentRoutes } from "./document.ts";
import { faultRoutes } from "./faults.ts";
import { requestRoutes } from "./requests.ts";
import { type ControlCall, type ControlRoutes, Refusal, reply } from "./route.ts";
import { sessionRoutes } from "./sessions.ts";
import { snapshotRoutes } from "./snapshots.ts";
import { isForeign, isOwnHost, isOwnOrigin } from "../http/strangers.ts";

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

const routes: ControlRoutes = {
  "GET ": toDashboard,
  "GET /": dashboard,
  "GET /ui/*": fileOfDashboard,
  ...catalogueRoutes,
  ...stateRoutes,
  ...faultRoutes,
  ...configRoutes,
  ...requestRoutes,
  ...sessionRoutes,
  ...snapshotRoutes,
  ...documentRoutes,
};

/** Returns the text that `*` matches if the path matches the route; otherwise undefined. */
function restOf(route: string, path: string): string | undefined {
  const [wanted, given] = [route.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  let rest = "";
  for (const [i, segment] of wanted.entries()) {
    if (segment === "*" && given[i] !== "") rest = decodeURIComponent(given[i] ?? "");
    else if (segment !== given[i]) return undefined;
  }
  return rest;
}

type Reach = Pick<ControlCall, "namespaces" | "perform" | "quietly">;

async function dispatch({ request, world, place }: Located, reach: Reach, connection?: Connection) {
  const url = new URL(request.url);
  guard(request, url, connection);
  const path = url.pathname.slice(ROOT.length);
  const here = Object.entries(routes).flatMap(([name, run]) => {
    const [verb = "", route = ""] = name.split(" ");
    const rest = restOf(route, path);
    return rest === undefined ? [] : [{ verb, run, rest }];
  });
  const method = request.method === "HEAD" ? "GET" : request.method;
  const match = here.find(({ verb }) => verb === method);
  if (match !== undefined) {
    const ends = [connection?.signal ?? request.signal, world.closed];
    const answer = await match.run({ request, url, world, place, ends, rest: match.rest, ...reach });
    if (method !== "GET" && world.isKept) world.writeDown();
    return request.method === "HEAD" ? new Response(null, answer) : answer;
  }
  if (here.length === 0) throw new Refusal(404, `The control plane has no ${path.slice(0, 80)}`);
  return new Response(null, { status: 405, headers: { allow: here.map(({ verb }) => verb).join(", ") } });
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

/**
 * Rejects requests that a page of another site could have sent: with a hostname that isn't this machine's (DNS
 * rebinding), with another origin (CSRF), or for a script or picture, which are sent without an origin.
 */
export function guard(request: Request, url: URL, connection: Connection | undefined): void {
  if (!isOwnHost({ request, url, connection })) {
    throw new Refusal(403, `The control plane doesn't answer to the host ${url.hostname}`);
  }
  const origin = request.headers.get("origin");
  if (origin === null && isForeign(request)) throw new Refusal(403, "The control plane doesn't answer to other sites");
  if (origin !== null && !isOwnOrigin(origin, url)) {
    throw new Refusal(403, "The control plane doesn't answer to other origins");
  }
}
