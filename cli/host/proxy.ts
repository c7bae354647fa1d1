import process from "node:process";
import type { Environment } from "./host.ts";

/** A part of `node:http` that Node has since 24.14. */
export interface ProxySetting {
  setGlobalProxyFromEnv?(env: Environment): unknown;
}

/** Returns what lets Node use a proxy; undefined for Deno, Bun and a Node that was told to, which use it anyway. */
function settingOf({ NODE_USE_ENV_PROXY }: Environment): ProxySetting | undefined {
  const { deno, bun } = process.versions;
  if (deno !== undefined || bun !== undefined || NODE_USE_ENV_PROXY === "1") return undefined;
  return process.getBuiltinModule?.("node:http") as ProxySetting | undefined ?? {};
}

/** Returns the URL of the proxy for HTTPS, which SoundCloud requires. As for curl, its scheme may be missing. */
function proxyUrl(env: Environment): string | undefined {
  const url = env.https_proxy || env.HTTPS_PROXY || undefined;
  return url?.includes("://") === false ? `http://${url}` : url;
}

/** Returns a `fetch` that uses the proxy of the environment. */
export function proxiedFetch(
  env: Environment,
  setting: ProxySetting | undefined = settingOf(env),
): typeof globalThis.fetch {
  const url = proxyUrl(env);
  try {
    if (url) setting?.setGlobalProxyFromEnv?.({ https_proxy: url, no_proxy: env.no_proxy ?? env.NO_PROXY });
    return globalThis.fetch;
  } catch {
    return () => Promise.reject(new TypeError("HTTPS_PROXY is not a URL"));
  }
}

/** Returns whether this version of Node ignores the proxy of the environment. */
export function ignoresProxy(env: Environment, setting: ProxySetting | undefined = settingOf(env)): boolean {
  return proxyUrl(env) !== undefined && setting !== undefined && setting.setGlobalProxyFromEnv === undefined;
}
