import { openApi } from "../document/openapi.ts";
import { urlsFor } from "../http/urls.ts";
import { type ControlCall, type ControlRoute, reply } from "./route.ts";

function document({ url, place }: ControlCall): Response {
  const { api, auth } = urlsFor(url, place);
  return reply(openApi(api, auth));
}

function clear({ world }: ControlCall): Response {
  world.conformance.clear();
  return reply(world.conformance.report());
}

/** What the service is said to be, and how far the sandbox is like that. */
export const documentRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/openapi.json", run: document },
  { method: "GET", path: "/conformance", run: ({ world }) => reply(world.conformance.report()) },
  { method: "DELETE", path: "/conformance", run: clear },
];
