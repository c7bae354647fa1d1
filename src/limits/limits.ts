/**
 * An app within its limits: calls at a pace that the service bears, plays counted, and one token of the app's own for
 * all its processes.
 *
 * @example
 * ```ts
 * import { ServiceClient } from "@tonearm/client";
 * import { MemoryGovernor } from "@tonearm/client/limits";
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const client = new ServiceClient({ ...sandbox.clientConfig, governor: new MemoryGovernor() });
 * client.setToken(sandbox.issueTokens().access_token);
 * console.log((await client.tracks.getTrack(1078)).title);
 * ```
 *
 * @module
 */
export type { TokenProvider, TokenStore } from "../types/config.ts";
export type { GovernedCall, RateGovernor } from "../types/governor.ts";
export type { ServiceToken } from "../types/token.ts";
export { type AppClient, type AppTokenOptions, appTokenProvider } from "./app_token.ts";
export { type GovernorUsage, MemoryGovernor } from "./memory_governor.ts";
export type { GovernorOptions } from "./options.ts";
