import { recognise } from "../store/lookups.ts";
import type { Call } from "./call.ts";
import { type ApiFault, unauthorized } from "./errors.ts";

/** Returns the 401 for a header without a valid token, with a note that says what it holds instead. */
export function rejected(call: Call, header: string): ApiFault {
  const [, scheme, token = ""] = /^(?:(\S+) +)?(\S*)$/.exec(header.trim()) ?? [];
  if (scheme === undefined) return unauthorized().because("no_scheme");
  if (!/^(?:oauth|bearer)$/i.test(scheme)) return unauthorized().because("wrong_scheme", { scheme });
  if (/^(?:undefined|null|None|nil|NaN|\[.*|[${<].*)$/.test(token)) {
    return unauthorized().because("no_token", { token });
  }
  const { name, at } = recognise(call.world, token);
  const values = { at: at === undefined ? undefined : new Date(at).toISOString() };
  return unauthorized().because(name, { ...values, seconds: call.world.config.tokenTtlSeconds });
}
