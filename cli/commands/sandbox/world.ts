/**
 * What the commands that serve a sandbox have in common.
 *
 * @module
 */

import { usage } from "../../errors.ts";
import type { Running, SandboxSettings } from "../../host/sandbox.ts";

/** The options that make a world, checked. */
export function settingsOf({ data, seed, seedFile, set = [], clock, strict, redirectUri }: {
  readonly data?: string | undefined;
  readonly seed: number;
  readonly seedFile?: string | undefined;
  readonly set?: readonly string[] | undefined;
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
  const config = { ...Object.fromEntries(set.map(readSetting)), ...(redirectUri === undefined ? {} : { redirectUri }) };
  return {
    seed,
    strict: strict ?? false,
    config,
    ...(clock === undefined ? {} : { clock }),
    ...(data === undefined ? {} : { data }),
    ...(seedFile === undefined ? {} : { seedFile }),
  };
}

/** A setting as it is written on the command line; the sandbox knows which there are. */
function readSetting(text: string): [name: string, value: unknown] {
  const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === "") throw usage(`--set is a setting and its value, like playsLimit=3, not ${text}`);
  return [name, /^(?:true|false|null|\d+)$/.test(value) ? JSON.parse(value) : value];
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
