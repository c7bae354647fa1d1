import { reason } from "../http/errors.ts";
import type { Call } from "../http/call.ts";
import { cloudfront, enveloped, envoy, limited } from "./bodies.ts";
import { faultDefinitions, isFaultName } from "./named.ts";
import type { FaultDefinition } from "./rule.ts";

/** Creates the documented reply with a status, of the layer that usually sends it. */
function replyWith(call: Call, status: number): Response {
  if (status === 429) return limited(call);
  if (status === 502) return cloudfront(call, status);
  if (status === 503 || status === 504) return envoy(call, status, "upstream request timeout");
  return enveloped(call, status, status < 400 || status === 401 ? "" : reason(status));
}

function preference(name: string, value: string): FaultDefinition | undefined {
  if (name === "delay" && /^\d{1,6}$/.test(value)) return { rule: { latencyMs: Number(value) } };
  if (name === "fault" && isFaultName(value)) return faultDefinitions[value];
  if (name !== "code" || !/^[2-5]\d\d$/.test(value)) return undefined;
  return { rule: {}, answer: ({ call }) => replyWith(call, Number(value)) };
}

/**
 * Returns the faults that a request asks for: `Prefer: code=429`, `delay=500` (milliseconds), `fault=waf_block`.
 * Unknown preferences are ignored, as the standard requires.
 */
export function preferred(headers: Headers): FaultDefinition[] {
  const header = headers.get("prefer");
  if (header === null) return [];
  return header.split(/[,;]/).flatMap((part) => {
    const [name = "", value = ""] = part.trim().split("=");
    return preference(name.trim().toLowerCase(), value.trim().replaceAll('"', "")) ?? [];
  });
}
