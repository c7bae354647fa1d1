import { countSources, SOURCES, SUBJECTS } from "../document/sources.ts";
import { SERVICE_CHANGES } from "../base/era.ts";
import { type ControlRoute, reply } from "./route.ts";

function sources(): Response {
  const bySubject = Object.fromEntries(SUBJECTS.map((subject) => [subject, countSources(subject)]));
  return reply({ counts: { all: countSources(), ...bySubject }, entries: SOURCES, changes: SERVICE_CHANGES });
}

/** The source of each behaviour of the sandbox, and the changes of the service. */
export const sourceRoutes: readonly ControlRoute[] = [{ method: "GET", path: "/document", run: sources }];
