import { randomUUID } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ServiceError } from "@tonearm/client";
import { readPrivateFile, removePrivateFile, updatePrivateFile } from "@tonearm/client/file";
import { absent, Failure, usage } from "../errors.ts";
import { makePrivateDirectory, writePrivately } from "../host/paths.ts";
import { readJson } from "../output/json.ts";
import type { FoundKeychain, Keychain } from "./keychain.ts";
import type { Profile } from "./profile.ts";
import { isSealed, newSeal, open, type Seal, seal } from "./sealed.ts";

const DEFAULT_PROFILE = "default";
const NO_KEYCHAIN: FoundKeychain = { missing: "no keychain was searched for" };
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** `unchanged` keeps the place of the secrets, or for a new profile prefers the keychain. */
export type Keeping = "keychain" | "file" | "unchanged";

export class ProfileStore {
  readonly #directory: string;
  readonly #findKeychain: () => Promise<FoundKeychain>;
  readonly #keys = new Map<string, string>();

  constructor(directory: string, findKeychain: () => Promise<FoundKeychain> = () => Promise.resolve(NO_KEYCHAIN)) {
    this.#directory = directory;
    this.#findKeychain = findKeychain;
  }

  path(name: string): string {
    if (!NAME.test(name)) {
      throw usage(
        `${JSON.stringify(name)} is not a valid profile name`,
        "Use letters, digits, dots, dashes and underscores.",
      );
    }
    return join(this.#directory, "profiles", `${name}.json`);
  }

  /** The profile of a name, or undefined; an unreadable file is reported and left unchanged. */
  async read(name: string): Promise<Profile | undefined> {
    const path = this.path(name);
    return await this.#withKeys(name, async () => {
      const text = await explained(readPrivateFile(path));
      return text === undefined ? undefined : this.#decode(text, path);
    });
  }

  /** Tells where the secrets of a profile are: in the named keychain, or in its file, with the reason. */
  async keeping(name: string): Promise<{ readonly keychain: string } | { readonly file: string }> {
    const found = await this.#findKeychain();
    if (isSealed(readJson(await explained(readPrivateFile(this.path(name))) ?? ""))) {
      return { keychain: "missing" in found ? "keychain" : found.name };
    }
    return { file: "missing" in found ? found.missing : "`tonearm auth` moves them to the keychain" };
  }

  /** Saves a profile that the user has changed, so that no earlier refresh undoes it. */
  async write(name: string, profile: Profile, keeping: Keeping = "unchanged"): Promise<void> {
    await this.update(name, (now) => ({ ...profile, ...nextLogin(now) }), keeping);
  }

  /** Removes the login of a profile and returns it. No earlier refresh revives it. */
  async signOut(name: string): Promise<Profile | undefined> {
    let before = await this.read(name);
    if (!before) return undefined;
    await this.update(name, (now) => {
      before = now;
      if (!now) return undefined;
      const { token: _token, username: _username, blockedUntil: _blockedUntil, ...application } = now;
      return { ...application, ...nextLogin(now) };
    });
    return before;
  }

  /** Updates a profile so that no change of another process is lost; undefined from `change` leaves it unchanged. */
  async update(
    name: string,
    change: (profile: Profile | undefined) => Profile | undefined,
    keeping: Keeping = "unchanged",
    options: { readonly reserve?: boolean } = {},
  ): Promise<Profile | undefined> {
    const path = this.path(name);
    await makePrivateDirectory(dirname(path));
    const made = keeping === "keychain" ? await this.#makeSeal(path) : undefined;
    return await this.#withKeys(name, async () => {
      let written: Profile | undefined;
      const replace = (text: string | undefined) => {
        written = change(text === undefined ? undefined : this.#decode(text, path));
        const kept = keeping === "file" ? undefined : made ?? this.#sealOf(text);
        return written && `${JSON.stringify(kept ? seal(written, kept) : written, null, 2)}\n`;
      };
      await explained(updatePrivateFile(path, replace, options));
      return written;
    });
  }

  async remove(name: string): Promise<boolean> {
    const text = await explained(readPrivateFile(this.path(name)));
    if (text === undefined) return false;
    await explained(removePrivateFile(this.path(name)));
    const value = readJson(text);
    if (isSealed(value)) await (await this.#keychain())?.remove(value.keychain);
    if (await this.active() === name) await rm(this.#activePath, { force: true });
    return true;
  }

  async names(): Promise<string[]> {
    const folder = join(this.#directory, "profiles");
    const entries = await readdir(folder).catch((error) => absent(error, folder));
    const names = (entries ?? []).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json"));
    // Other files were not created by this program, and shells evaluate completed names.
    return names.filter((name) => NAME.test(name)).sort();
  }

  async active(): Promise<string> {
    const text = await readFile(this.#activePath, "utf8").catch((error) => absent(error, this.#activePath));
    return text?.trim() || DEFAULT_PROFILE;
  }

  async use(name: string): Promise<void> {
    await writePrivately(this.#activePath, `${name}\n`);
  }

  /** Runs work that may need a key. The keychain is used outside the file's lock, which is held only briefly. */
  async #withKeys<T>(name: string, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof MissingKey) || this.#keys.has(error.id)) throw error;
        const key = await (await this.#keychain())?.get(error.id);
        if (key === undefined) throw locked(name, await this.#findKeychain());
        this.#keys.set(error.id, key);
      }
    }
  }

  #decode(text: string, path: string): Profile {
    const file = readJson(text);
    const value = isSealed(file) ? open(file, this.#keyOf(file.keychain)) : file;
    if (!isProfile(value)) throw corrupt(path);
    return value;
  }

  #keyOf(id: string): string {
    const key = this.#keys.get(id);
    if (key === undefined) throw new MissingKey(id);
    return key;
  }

  #sealOf(text: string | undefined): Seal | undefined {
    const file = text === undefined ? undefined : readJson(text);
    return isSealed(file) ? { id: file.keychain, key: this.#keyOf(file.keychain) } : undefined;
  }

  /** A key for a profile whose file isn't encrypted yet. The keychain has it before the file needs it. */
  async #makeSeal(path: string): Promise<Seal | undefined> {
    if (isSealed(readJson(await explained(readPrivateFile(path)) ?? ""))) return undefined;
    const made = newSeal();
    if (!await (await this.#keychain())?.set(made.id, made.key)) return undefined;
    this.#keys.set(made.id, made.key);
    return made;
  }

  async #keychain(): Promise<Keychain | undefined> {
    const found = await this.#findKeychain();
    return "missing" in found ? undefined : found;
  }

  get #activePath(): string {
    return join(this.#directory, "profile");
  }
}

class MissingKey extends Error {
  override readonly name = "MissingKey";
  readonly id: string;

  constructor(id: string) {
    super("the key of a profile is in the keychain");
    this.id = id;
  }
}

function locked(name: string, found: FoundKeychain): Failure {
  const why = "missing" in found ? found.missing : `the ${found.name} is locked, or no longer has the key`;
  return new Failure("auth", `Cannot open the profile ${name}: its key is in the keychain, and ${why}`, {
    code: "keychain",
    hint: `Unlock the keychain; or run \`tonearm profile remove ${name}\`, and set it up again.`,
  });
}

/** Identifies a login or a logout, so that no earlier refresh undoes it. */
export function nextLogin(
  before: Profile | undefined,
): { generation: number; session: NonNullable<Profile["session"]> & { sid: string } } {
  const { generation, session } = before ?? {};
  const { sid = `generation ${generation ?? 0}`, after = [] } = session ?? {};
  return {
    // The clock distinguishes it from profiles that were removed meanwhile.
    generation: Math.max((generation ?? 0) + 1, Date.now()),
    session: {
      sid: randomUUID(),
      mark: randomUUID(),
      seq: 0,
      after: before ? [sid, ...after].slice(0, 8) : [],
    },
  };
}

/** Reports an unusable file as a failure of the credentials, with its path. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!ServiceError.is(cause)) throw cause;
    throw new Failure("auth", cause.message, { code: cause.code, hint: "The file is unchanged.", cause });
  }
}

function isProfile(value: unknown): value is Profile {
  if (!hasStrings(value, ["clientId", "clientSecret"], ["apiUrl", "authUrl", "redirectUri", "username"])) return false;
  const { generation = 0, blockedUntil = 0, token } = value as Record<string, unknown>;
  if (!Number.isSafeInteger(generation) || typeof blockedUntil !== "number") return false;
  if (token === undefined) return true;
  if (!hasStrings(token, ["accessToken"], ["refreshToken"])) return false;
  const { issuedAt = 0, expiresAt = 0, kind } = token as Record<string, unknown>;
  return typeof issuedAt === "number" && typeof expiresAt === "number" && (kind === "user" || kind === "app");
}

function hasStrings(value: unknown, required: readonly string[], optional: readonly string[]): value is object {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return required.every((name) => typeof fields.get(name) === "string") &&
    optional.every((name) => ["string", "undefined"].includes(typeof fields.get(name)));
}

function corrupt(path: string): Failure {
  const hint = "The file is unchanged. Repair it, or move it and run `tonearm auth` again.";
  return new Failure("auth", `Cannot parse the profile file ${path}`, { code: "corrupt_profile", hint });
}
