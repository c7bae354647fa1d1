import { reason } from "../errors.ts";
import type { Visit } from "../visit.ts";
import { cloudfront, enveloped, envoy, limited } from "./bodies.ts";
import { isFaultName, switches } from "./named.ts";
import type { Switch } from "./rule.ts";

/** A documented reply of a status, whichever layer of the service it is usually from. */
function replyWith(visit: Visit, status: number): Response {
  if (status === 429) return limited(visit);
  if (status === 502) return cloudfront(visit, status);
  if (status === 503 || status === 504) return envoy(visit, status, "upstream request timeout");
  return enveloped(visit, status, status < 400 || status === 401 ? "" : reason(status));
}

function preference(name: string, value: string): Switch | undefined {
  if (name === "delay" && /^\d{1,6}$/.test(value)) return { about: "", rule: { latencyMs: Number(value) } };
  if (name === "fault" && isFaultName(value)) return switches[value];
  if (name !== "code" || !/^[2-5]\d\d$/.test(value)) return undefined;
  return { about: "", rule: {}, answer: ({ visit }) => replyWith(visit, Number(value)) };
}

/**
 * What a request asks to go wrong with itself: `Prefer: code=429`, `delay=500` (milliseconds), `fault=waf_block`.
 * Preferences nobody knows are ignored, as their standard has it.
 */
export function preferred(headers: Headers): Switch[] {
  const header = headers.get("prefer");
  if (header === null) return [];
  return header.split(/[,;]/).flatMap((part) => {
    const [name = "", value = ""] = part.trim().split("=");
    return preference(name.trim().toLowerCase(), value.trim().replaceAll('"', "")) ?? [];
  });
}
