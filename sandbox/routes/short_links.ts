/** The target of a short link. */
export interface ShortTarget {
  readonly kind: "users" | "tracks" | "playlists";
  readonly id: number;
}

const KINDS = ["users", "tracks", "playlists"] as const;
/** Spreads neighbouring ids, so that codes look random; its inverse below restores them. */
const FACTOR = 387_420_489n;
const INVERSE = inverse(FACTOR, 1n << 40n);

/** Returns the inverse of an odd factor modulo a power of two. */
function inverse(factor: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let bit = 2n; bit < modulus * 2n; bit <<= 1n) {
    if (((factor * result) & (bit - 1n)) !== 1n) result += bit >> 1n;
  }
  return result;
}

/** Returns the code of a resource's short link: `https://on.soundcloud.com/CODE`. */
export function shortCode({ kind, id }: ShortTarget): string {
  const number = BigInt(id) * 3n + BigInt(KINDS.indexOf(kind));
  return BigInt.asUintN(40, number * FACTOR).toString(36).padStart(8, "0");
}

/** Returns the target of a code; undefined if it is unknown. */
export function readShortCode(code: string): ShortTarget | undefined {
  if (!/^[0-9a-z]{8}$/.test(code)) return undefined;
  const number = Number(BigInt.asUintN(40, BigInt(parseInt(code, 36)) * INVERSE));
  const kind = KINDS[number % 3];
  return kind === undefined ? undefined : { kind, id: Math.floor(number / 3) };
}
