import type { Call } from "./call.ts";
import { ApiFault, GATEWAY_HEADERS, gatewayBody } from "./errors.ts";
import { countOne, isUsedUp, type Limit, usageOf } from "../store/limits.ts";

const WINDOW_HOURS = 10 / 3600;

/** Returns the gateway's limit on the calls of an app, in the form of the other limits. */
function burstLimit(most: number): Limit {
  return { name: "gateway-burst", bucket: "by-client", most, hours: WINDOW_HOURS };
}

/** Counts a call of a limited app. Above the limit, the gateway answers 429 without a reset time. */
export function countCall(call: Call, clientId: string, most: number): void {
  const usage = usageOf(call.world, burstLimit(most), clientId);
  if (!isUsedUp(usage)) return countOne(call.world, usage, clientId);
  throw new ApiFault(429, "", { body: gatewayBody("Rate Limit Exceeded"), headers: GATEWAY_HEADERS });
}
