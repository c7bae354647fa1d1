// Signed URLs of the media host, like SoundCloud's: they give access to one file until they expire, without a token.
import type { Clock } from "../base/clock.ts";
import { host } from "../base/host.ts";
import { Random } from "../base/random.ts";

const KEY_PAIR_ID = "KSANDBOX0MEDIA";

interface Signer {
  readonly seed: number;
  readonly clock: Clock;
}

interface Policy {
  readonly Statement: readonly [
    { readonly Resource: string; readonly Condition: { readonly DateLessThan: { readonly "AWS:EpochTime": number } } },
  ];
}

/** Returns the query that signs every URL below a path of the media host, for some seconds of the world's clock. */
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

export function isSigned(signer: Signer, path: string, query: URLSearchParams): boolean {
  const policy = query.get("Policy") ?? "";
  if (query.get("Signature") !== digest(signer, policy)) return false;
  const [{ Resource, Condition }] = (JSON.parse(atob(fromWebSafe(policy))) as Policy).Statement;
  const expires = Condition.DateLessThan["AWS:EpochTime"];
  const isWhole = query.get("expires") === String(expires) && query.get("Key-Pair-Id") === KEY_PAIR_ID;
  return isWhole && path.startsWith(Resource.slice(1, -1)) && signer.clock.now() < expires * 1000;
}

function digest(signer: Signer, policy: string): string {
  const key = new Random(`media key:${signer.seed}`).hex(64);
  return toWebSafe(btoa(String.fromCharCode(...host().sha256(policy, key))));
}

function toWebSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
}

function fromWebSafe(text: string): string {
  return text.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/");
}
