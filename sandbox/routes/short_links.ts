/** The target of a short link. */
export interface ShortTarget {
  readonly kind: "users" | "tracks" | "playlists";
  readonly id: number;
}

const KINDS = ["users", "tracks", "playlists"] as const;
/** Spreads neighbouring ids apart, so that codes look drawn; its inverse below brings them back. */
const FACTOR = 387_420_489n;
const INVERSE = inverse(FACTOR, 1n << 40n);

/** The number that undoes a multiplication by an odd factor, modulo a power of two. */
function inverse(factor: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let bit = 2n; bit < modulus * 2n; bit <<= 1n) {
    if (((factor * result) & (bit - 1n)) !== 1n) result += bit >> 1n;
  }
  return result;
}

/** The code of a thing's short link: `https://on.soundcloud.com/CODE`. */
export function shortCode({ kind, id }: ShortTarget): string {
  const number = BigInt(id) * 3n + BigInt(KINDS.indexOf(kind));
  return BigInt.asUintN(40, number * FACTOR).toString(36).padStart(8, "0");
}

/** The target of a code, or undefined if it's unknown. */
export function readShortCode(code: string): ShortTarget | undefined {
  if (!/^[0-9a-z]{8}$/.test(code)) return undefined;
  const number = Number(BigInt.asUintN(40, BigInt(parseInt(code, 36)) * INVERSE));
  const kind = KINDS[number % 3];
  return kind === undefined ? undefined : { kind, id: Math.floor(number / 3) };
}
