/**
 * Signed URLs of the media host, like the service's: they give access to one file until they expire, without a token.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import { Random } from "../base/random.ts";

const KEY_PAIR_ID = "KSANDBOX0MEDIA";

/** The key and the clock for signatures. */
interface Signer {
  readonly seed: number;
  readonly clock: Clock;
}

interface Policy {
  readonly Statement: readonly [
    { readonly Resource: string; readonly Condition: { readonly DateLessThan: { readonly "AWS:EpochTime": number } } },
  ];
}

/**
 * Signs every URL below a path.
 *
 * @param path Path on the media host, from its first `/`.
 * @param seconds Lifetime of the signature, on the world's clock.
 * @returns The query to append to a URL.
 */
export function sign(signer: Signer, path: string, seconds: number): string {
  const expires = Math.floor(signer.clock.now() / 1000) + seconds;
  const policy: Policy = {
    Statement: [{ Resource: `*${path}*`, Condition: { DateLessThan: { "AWS:EpochTime": expires } } }],
  };
  const encoded = toWebSafe(btoa(JSON.stringify(policy)));
  const query = {
    expires: String(expires),
    Policy: encoded,
    Signature: digest(signer, encoded),
    "Key-Pair-Id": KEY_PAIR_ID,
  };
  return new URLSearchParams(query).toString();
}

/** Checks whether a query has a valid signature for its path that hasn't expired. */
export function isSigned(signer: Signer, path: string, query: URLSearchParams): boolean {
  const policy = query.get("Policy") ?? "";
  const expected = Buffer.from(digest(signer, policy));
  const given = Buffer.from(query.get("Signature") ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const [{ Resource, Condition }] = (JSON.parse(atob(fromWebSafe(policy))) as Policy).Statement;
  const expires = Condition.DateLessThan["AWS:EpochTime"];
  const isWhole = query.get("expires") === String(expires) && query.get("Key-Pair-Id") === KEY_PAIR_ID;
  return isWhole && path.startsWith(Resource.slice(1, -1)) && signer.clock.now() < expires * 1000;
}

function digest(signer: Signer, policy: string): string {
  const key = new Random(`media key:${signer.seed}`).hex(64);
  return toWebSafe(createHmac("sha256", key).update(policy).digest("base64"));
}

/** Converts base64 to Amazon's URL-safe variant. */
function toWebSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
}

function fromWebSafe(text: string): string {
  return text.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/");
}
