/**
 * The host names that a proxy routes to the sandbox.
 *
 * @module
 */

/** The service's names as in a certificate: `*` is one label. */
export const SERVICE_NAMES: readonly string[] = [
  "soundcloud.com",
  "*.soundcloud.com",
  "*.sndcdn.com",
  "*.soundcloud.cloud",
  "*.media-streaming.soundcloud.cloud",
  "*.sandbox.test",
];

/**
 * Checks whether a pattern covers a host: the host itself, or `*.` before any number of labels; `*` covers every host.
 */
export function covers(pattern: string, host: string): boolean {
  if (pattern === "*") return true;
  const [wanted, name] = [pattern.toLowerCase(), host.toLowerCase()];
  return wanted.startsWith("*.") ? name.endsWith(wanted.slice(1)) : name === wanted;
}

/** Checks whether a host is one of the service's. */
export function isServiceName(host: string): boolean {
  return SERVICE_NAMES.some((pattern) => covers(pattern, host));
}

/** A host and a port. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** Parses `host:port` of CONNECT and Host; undefined if it's invalid. */
export function readTarget(text: string, defaultPort: number): Target | undefined {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { host: name.replace(/^\[|\]$/g, ""), port: Number(port ?? defaultPort) };
}
