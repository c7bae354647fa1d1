import { openApi } from "../document/openapi.ts";
import { urlsFor } from "../base/urls.ts";
import { type ControlCall, type ControlRoutes, reply } from "./route.ts";
import { countSources, sources, SUBJECTS } from "../document/sources.ts";
import CONTRACT from "../contract/behaviours.json" with { type: "json" };

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

function listSources(): Response {
  const bySubject = Object.fromEntries(SUBJECTS.map((subject) => [subject, countSources(subject)]));
  return reply({ counts: { all: countSources(), ...bySubject }, entries: sources(), changes: CONTRACT.changes });
}

export const documentRoutes: ControlRoutes = {
  "GET /openapi.json": document,
  "GET /conformance": report,
  "DELETE /conformance": clear,
  "GET /document": listSources,
};
