// The shared options of commands that serve a sandbox.
import type { ProxyOptions } from "@tonearm/sandbox";
import type { AnyCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../errors.ts";
import { parseTime } from "../../fields/values.ts";
import type { GlobalValues } from "../../globals.ts";
import type { Running, SandboxSettings } from "../../host/sandbox.ts";
import { line } from "../../output/text.ts";
import { defined } from "../../defined.ts";

export interface WorldValues extends GlobalValues {
  readonly data?: string;
  readonly seed?: number;
  readonly seedFile?: string;
  readonly set?: readonly string[];
  readonly clock?: string;
  readonly strict?: true;
  readonly activity?: number;
  readonly redirectUri?: string;
  readonly anyApp?: boolean;
}

export function withWorldOptions(command: AnyCommand): AnyCommand {
  return command
    .option("--data <folder:path>", "Keep all state in this folder, with clock and settings (default: in memory)")
    .option("--seed <number:natural>", "The seed of the catalogue (default: that of --data or --seed-file, or 42)")
    .option("--seed-file <file:path>", "Start with the users, tracks, apps and settings of a YAML or JSON file")
    .option("--set <setting:string>", "Change a setting, such as country=US", { collect: true })
    .option("--clock <iso-time:string>", "Start the sandbox's clock at this time")
    .option(
      "--activity <plays:number>",
      "Let listeners play each track this many times a day, and like, repost, comment and follow",
    )
    .option("--strict", "Reject what SoundCloud ignores; exit with 1 after undocumented requests")
    .option("--any-app", "Accept every client id, with the secret and the redirect URIs that come with it")
    .option(
      "--redirect-uri <uri:string>",
      "The redirect URI of sign-in (default: http://127.0.0.1:8765/callback)",
    );
}

export function withAllowOption(command: AnyCommand): AnyCommand {
  return command.option("--allow <host:string>", "Let programs also reach this host, such as *.example.com", {
    collect: true,
  });
}

export function proxyOptionsOf(
  context: Context,
  allow: readonly string[] = [],
  refused?: (host: string) => void,
): ProxyOptions {
  const wrong = allow.find((host) => !/^(?:\*|(?:\*\.)?[\w-]+(?:\.[\w-]+)*|[0-9a-f:.]+)$/i.test(host));
  if (wrong !== undefined) throw usage(`--allow must be a host like example.com or *.example.com, not ${wrong}`);
  const onRefused = (host: string) => {
    refused?.(host);
    const advice = host.includes(" ") ? "" : `; --allow ${host} permits it`;
    void context.say(line`tonearm: refused ${host}, which is not the sandbox${advice}`);
  };
  return { allow, inherited: context.env, onRefused };
}

export function settingsOf(options: WorldValues): SandboxSettings {
  const { data, seed, seedFile, set = [], clock, strict, redirectUri, activity, anyApp } = options;
  if (clock !== undefined && Number.isNaN(parseTime(clock))) {
    throw usage("--clock must be a time like 2026-01-01T00:00:00Z");
  }
  if (redirectUri !== undefined && !URL.canParse(redirectUri)) {
    throw usage("--redirect-uri must be a URL like http://localhost:3000/callback");
  }
  if (activity !== undefined && !(activity >= 0 && activity <= 1_000_000)) {
    throw usage("--activity must be a number of plays from 0 to 1000000");
  }
  const plays = activity === undefined ? undefined : { playsPerDay: activity };
  const config = {
    ...(anyApp && { apps: "any" as const }),
    ...Object.fromEntries(set.map(readSetting)),
    ...(redirectUri && { redirectUri }),
  };
  return { ...defined({ seed, strict, clock, data, seedFile, activity: plays }), config };
}

/** Parses a setting from the command line; the sandbox checks its name. */
function readSetting(text: string): [name: string, value: unknown] {
  const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === "") throw usage(`--set must be a setting and its value, like country=US, not ${text}`);
  return [name, /^(?:true|false|null|\d+)$/.test(value) ? JSON.parse(value) : value];
}

export function environmentOf({ apiUrl, authUrl, clientId, clientSecret, env }: Running): Record<string, string> {
  return {
    ...env,
    TONEARM_API_URL: apiUrl,
    TONEARM_AUTH_URL: authUrl,
    TONEARM_CLIENT_ID: clientId,
    TONEARM_CLIENT_SECRET: clientSecret,
  };
}
