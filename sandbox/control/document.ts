import { openApi } from "../document/openapi.ts";
import { urlsFor } from "../base/urls.ts";
import { type ControlCall, type ControlRoute, reply } from "./route.ts";

function document({ url, place }: ControlCall): Response {
  const { api, auth } = urlsFor(url, place);
  return reply(openApi(api, auth));
}

function report({ world }: ControlCall): Response {
  return reply({ ...world.conformance.report(), undocumented: world.undocumented.list() });
}

function clear(call: ControlCall): Response {
  call.world.conformance.clear();
  call.world.undocumented.clear();
  return report(call);
}

/** The OpenAPI document of the service, and the sandbox's conformance to it. */
export const documentRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/openapi.json", run: document },
  { method: "GET", path: "/conformance", run: report },
  { method: "DELETE", path: "/conformance", run: clear },
];
