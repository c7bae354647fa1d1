/**
 * The API on your own machine: the whole HTTP interface, stateful and deterministic, as a `fetch` or a local server.
 *
 * ```ts
 * import { createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * const { access_token } = sandbox.issueTokens();
 * const reply = await sandbox.fetch(`${sandbox.clientConfig.baseUrl}/tracks?q=lofi`, {
 *   headers: { authorization: `OAuth ${access_token}` },
 * });
 * console.log(reply.status, await reply.json());
 * ```
 *
 * @module
 */

export { loadSandbox } from "./node.ts";
export { createSandbox } from "./sandbox.ts";
export { connectSandbox } from "./kit/connect.ts";
export { sandboxFixtures, setupSandbox, withSandbox } from "./fixtures.ts";
export { UnexpectedRequests } from "./kit/expect_request.ts";
export { parseWorldData, WorldDataError } from "./seed/check_data.ts";
export type { ClientConfig, Sandbox, SandboxOptions, SandboxServeOptions, SandboxServer } from "./sandbox.ts";
export type { Hook, SandboxFixtures, SandboxTestFixtures, SandboxWorkerFixtures } from "./fixtures.ts";
export type { ConnectOptions } from "./kit/connect.ts";
export type { Activity, ActivityRates } from "./living/activity.ts";
export type { DayOfActivity } from "./living/history.ts";
export type {
  ActivityQuery,
  ControlledClientConfig,
  ControlledClock,
  ControlledData,
  ControlledFaults,
  NamespaceControl,
  SandboxControl,
  ServedClientConfig,
} from "./kit/control.ts";
export type { ExpectedRequest, ExpectOptions } from "./kit/expect_request.ts";
export type { ConformanceReport, OperationRecord, Violation } from "./document/conformance.ts";
export type { UndocumentedRequest } from "./document/undocumented.ts";
export type { RequestPattern } from "./http/request_pattern.ts";
export type { LoggedMessage, LoggedRequest, LogQuery } from "./base/request_log.ts";
export type { Clock } from "./base/clock.ts";
export type { AppLimits, SandboxConfig } from "./base/config.ts";
export type { Fault } from "./faults/active.ts";
export type { FaultName } from "./contract/faults.ts";
export type { Drop, FaultMatch, FaultRule, LatencySpread } from "./faults/rule.ts";
export type { Faults } from "./faults/registry.ts";
export type {
  AppData,
  CommentData,
  CredentialPlace,
  PlaylistData,
  ReleaseData,
  TrackData,
  UserData,
  WebProfileData,
  WorldData,
} from "./seed/world_data.ts";
export type { WorldFile } from "./seed/check_data.ts";
export type { IssuedTokens } from "./store/oauth.ts";
export type { ServeOptions, TlsOptions } from "./host/serve.ts";
export type { ProxyOptions, SandboxProxy } from "./host/proxy/proxy.ts";
export type { ClientApp, NamespaceLimits, WorldOptions } from "./world/world.ts";
