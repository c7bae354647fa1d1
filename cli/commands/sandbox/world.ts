/**
 * What the commands that serve a sandbox have in common.
 *
 * @module
 */

import { usage } from "../../errors.ts";
import type { Running, SandboxSettings } from "../../host/sandbox.ts";

/** The options that make a world, checked. */
export function settingsOf({ data, seed, clock, strict, redirectUri }: {
  readonly data?: string | undefined;
  readonly seed: number;
  readonly clock?: string | undefined;
  readonly strict?: true | undefined;
  readonly redirectUri?: string | undefined;
}): SandboxSettings {
  if (clock !== undefined && Number.isNaN(Date.parse(clock))) {
    throw usage("--clock is a time like 2026-01-01T00:00:00Z");
  }
  if (redirectUri !== undefined && !URL.canParse(redirectUri)) {
    throw usage("--redirect-uri is an address like http://localhost:3000/callback");
  }
  const config = redirectUri === undefined ? {} : { redirectUri };
  return {
    seed,
    strict: strict ?? false,
    config,
    ...(clock === undefined ? {} : { clock }),
    ...(data === undefined ? {} : { data }),
  };
}

/** The environment that points a program at a sandbox. */
export function environmentOf({ apiUrl, authUrl, clientId, clientSecret }: Running): Record<string, string> {
  return {
    TONEARM_API_URL: apiUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_CLIENT_ID: clientId,
    TONEARM_CLIENT_SECRET: clientSecret,
  };
}
