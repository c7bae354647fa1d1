import { type FaultName, FAULTS } from "../contract/faults.ts";
import { authFaults } from "./auth.ts";
import { dataFaults, pagingFaults, writeFaults } from "./data.ts";
import { edgeFaults, gatewayFaults, serverErrors, UPSTREAM } from "./edge.ts";
import { mediaFaults } from "./media.ts";
import type { FaultDefinition } from "./rule.ts";
import { reason } from "../http/errors.ts";
import type { Call } from "../http/call.ts";
import { cloudfront, enveloped, envoy, limited } from "./bodies.ts";

export const faultDefinitions = {
  ...serverErrors,
  ...authFaults,
  ...edgeFaults,
  ...gatewayFaults,
  ...dataFaults,
  ...pagingFaults,
  ...mediaFaults,
  ...writeFaults,
} as Readonly<Record<FaultName, FaultDefinition>>;

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name);
}

function replyWith(call: Call, status: number): Response {
  if (status === 429) return limited(call);
  if (status === 502) return cloudfront(call, status);
  if (status === 503 || status === 504) {
    return envoy(call, status, status === 503 ? UPSTREAM : "upstream request timeout");
  }
  return enveloped(call, status, status < 400 || status === 401 ? "" : reason(status));
}

function preference(name: string, value: string): FaultDefinition | undefined {
  if (name === "delay" && /^\d{1,6}$/.test(value)) return { rule: { latencyMs: Number(value) } };
  if (name === "fault" && isFaultName(value)) return faultDefinitions[value];
  if (name !== "code" || !/^[2-5]\d\d$/.test(value)) return undefined;
  return { rule: {}, answer: ({ call }) => replyWith(call, Number(value)) };
}

/** `Prefer: code=429`, `delay=500` (milliseconds), `fault=waf_block`; others are ignored, as the standard requires. */
export function preferred(headers: Headers): FaultDefinition[] {
  const header = headers.get("prefer");
  if (header === null) return [];
  return header.split(/[,;]/).flatMap((part) => {
    const [name = "", value = ""] = part.trim().split("=");
    return preference(name.trim().toLowerCase(), value.trim().replaceAll('"', "")) ?? [];
  });
}
