// Encrypted profiles: their secrets are encrypted in the file with a key from the system's keychain.
// Processes still share, lock and atomically replace the file, so a refresh is as safe as without a keychain: it
// changes the file but never the key.
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Profile, StoredToken } from "./profile.ts";

export interface Seal {
  readonly id: string;
  /** 32 bytes in hexadecimal. */
  readonly key: string;
}

/** A profile as its file has it. The secret fields are in `sealed`. */
export interface SealedProfile extends Omit<Profile, "clientSecret" | "token"> {
  readonly keychain: string;
  /** The initial vector, the tag and the encrypted secrets, as base64url. */
  readonly sealed: string;
  readonly token?: Omit<StoredToken, "accessToken" | "refreshToken"> | undefined;
}

const VECTOR_BYTES = 12;
const TAG_BYTES = 16;

export function newSeal(): Seal {
  return { id: randomBytes(8).toString("hex"), key: randomBytes(32).toString("hex") };
}

export function isSealed(value: unknown): value is SealedProfile {
  if (typeof value !== "object" || value === null) return false;
  return "sealed" in value && typeof value.sealed === "string" && "keychain" in value &&
    typeof value.keychain === "string" && /^\w+$/.test(value.keychain);
}

export function seal(profile: Profile, { id, key }: Seal): SealedProfile {
  const { clientSecret, token, ...open } = profile;
  const { accessToken, refreshToken, ...facts } = token ?? {};
  const vector = randomBytes(VECTOR_BYTES);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), vector);
  cipher.setAAD(bound(profile));
  const secrets = JSON.stringify({ clientSecret, accessToken, refreshToken });
  const hidden = Buffer.concat([cipher.update(secrets, "utf8"), cipher.final()]);
  const sealed = Buffer.concat([vector, cipher.getAuthTag(), hidden]).toString("base64url");
  return { ...open, ...(token && { token: facts as SealedProfile["token"] }), keychain: id, sealed };
}

/** Decrypts a profile; undefined if the key is wrong or the file was changed. */
export function open(file: SealedProfile, key: string): unknown {
  const { keychain: _keychain, sealed, token, ...rest } = file;
  try {
    const bytes = Buffer.from(sealed, "base64url");
    const tagEnd = VECTOR_BYTES + TAG_BYTES;
    const vector = bytes.subarray(0, VECTOR_BYTES);
    const cipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), vector, { authTagLength: TAG_BYTES });
    cipher.setAAD(bound(rest));
    cipher.setAuthTag(bytes.subarray(VECTOR_BYTES, tagEnd));
    const text = Buffer.concat([cipher.update(bytes.subarray(tagEnd)), cipher.final()]).toString("utf8");
    const { clientSecret, ...tokens } = JSON.parse(text);
    return { ...rest, clientSecret, ...(token && { token: { ...token, ...tokens } }) };
  } catch {
    return undefined;
  }
}

/** The fields that can't be changed without the key: the hosts that receive the secrets. */
function bound({ clientId, apiUrl = "", authUrl = "" }: Pick<Profile, "clientId" | "apiUrl" | "authUrl">): Buffer {
  return Buffer.from(JSON.stringify([clientId, apiUrl, authUrl]));
}
