import type { Call } from "./call.ts";
import { ApiFault, GATEWAY_HEADERS, gatewayBody } from "./errors.ts";
import { use } from "../store/limits.ts";
import { limitOf } from "../store/oauth.ts";

/** Counts a call of a limited app. Above the limit, the gateway answers 429 without a reset time. */
export function countCall(call: Call, clientId: string, most: number): void {
  const usedUp = use(call.world, { ...limitOf(call.world, "gatewayBurst"), most }, clientId);
  if (usedUp === undefined) return;
  throw new ApiFault(429, "", { body: gatewayBody("Rate Limit Exceeded"), headers: GATEWAY_HEADERS }).because("burst");
}
