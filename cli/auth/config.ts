/**
 * Profiles on disk: one file each, for the owner's eyes only.
 *
 * @module
 */

import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ServiceError } from "@tonearm/client";
import { readPrivateFile, removePrivateFile, updatePrivateFile } from "@tonearm/client/file";
import { Failure, usage } from "../errors.ts";
import { makePrivateDirectory, writePrivately } from "../host/paths.ts";

/** A stored token. */
export interface StoredToken {
  /** The access token. */
  readonly accessToken: string;
  /** Single use: it is replaced whenever it is used. */
  readonly refreshToken?: string | undefined;
  /** Milliseconds since 1970. */
  readonly issuedAt?: number | undefined;
  /** Milliseconds since 1970; absent for a token that never expires. */
  readonly expiresAt?: number | undefined;
  /** Whether it speaks for a person or for the application alone. */
  readonly kind: "user" | "app";
}

/** Credentials under a name. */
export interface Profile {
  /** The application's id. */
  readonly clientId: string;
  /** The application's secret. */
  readonly clientSecret: string;
  /** The API that these credentials are for, where it is not the default. */
  readonly apiUrl?: string | undefined;
  /** The OAuth host that these credentials are for, where it is not the default. */
  readonly authUrl?: string | undefined;
  /** The address the login comes back to, where the person registered one of their own. */
  readonly redirectUri?: string | undefined;
  /** Who is signed in, as far as known. */
  readonly username?: string | undefined;
  /** The token in use. */
  readonly token?: StoredToken | undefined;
  /** Number of the login or logout that this comes from: a refresh that began before it changes nothing any more. */
  readonly generation?: number | undefined;
  /** Until when the OAuth host refuses requests for tokens, in milliseconds since 1970. */
  readonly blockedUntil?: number | undefined;
}

/** The name of the profile that is used when none is chosen. */
const DEFAULT_PROFILE = "default";
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The profiles of a config directory. */
export class ProfileStore {
  readonly #directory: string;

  /** Makes a store over a directory, which needs not exist yet. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** The file of a profile. */
  path(name: string): string {
    if (!NAME.test(name)) {
      throw usage(`${JSON.stringify(name)} can't name a profile`, "Letters, digits, dot, dash and underscore can.");
    }
    return join(this.#directory, "profiles", `${name}.json`);
  }

  /** The lock beside a profile. */
  lockPath(name: string): string {
    return this.path(name).replace(/json$/, "lock");
  }

  /**
   * The profile of a name, or undefined; a file that can't be understood is reported and left alone. A write that was
   * interrupted is completed first, where that's possible: the pair in the file may be spent.
   */
  async read(name: string): Promise<Profile | undefined> {
    const path = this.path(name);
    if (await this.#hasDraft(name)) await this.update(name, () => undefined).catch(() => {});
    const text = await explained(readPrivateFile(path));
    if (text === undefined) return undefined;
    const value = parse(text);
    if (!isProfile(value)) throw corrupt(path);
    return value;
  }

  /** Saves a profile that a person has changed: no refresh that began before undoes it. */
  async write(name: string, profile: Profile): Promise<void> {
    await this.update(name, (now) => ({ ...profile, generation: nextGeneration(now) }));
  }

  /** Forgets the login of a profile; says what it was. No refresh that began before revives it. */
  async signOut(name: string): Promise<Profile | undefined> {
    let before = await this.read(name);
    if (!before) return undefined;
    await this.update(name, (now) => {
      before = now;
      if (!now) return undefined;
      const { token: _token, username: _username, blockedUntil: _blockedUntil, ...application } = now;
      return { ...application, generation: nextGeneration(now) };
    });
    return before;
  }

  /**
   * Replaces a profile by what follows from it, while no other process does: nothing that they have written is undone.
   *
   * @param name The profile.
   * @param change Gives the new profile for the one that is there; undefined leaves it as it is.
   * @returns What was written, undefined when nothing was.
   */
  async update(
    name: string,
    change: (profile: Profile | undefined) => Profile | undefined,
  ): Promise<Profile | undefined> {
    const path = this.path(name);
    let written: Profile | undefined;
    await makePrivateDirectory(dirname(path));
    const replace = (text: string | undefined) => {
      const value = text === undefined ? undefined : parse(text);
      if (text !== undefined && !isProfile(value)) throw corrupt(path);
      written = change(value as Profile | undefined);
      return written && `${JSON.stringify(written, null, 2)}\n`;
    };
    await explained(updatePrivateFile(path, (text) => isProfile(parse(text)), replace));
    return written;
  }

  /** Removes a profile; says whether there was one. */
  async remove(name: string): Promise<boolean> {
    const existed = await explained(readPrivateFile(this.path(name))) !== undefined;
    if (existed) await explained(removePrivateFile(this.path(name)));
    if (existed && await this.active() === name) await rm(this.#activePath, { force: true });
    return existed;
  }

  /** The names of all profiles, sorted. */
  async names(): Promise<string[]> {
    const folder = join(this.#directory, "profiles");
    const entries = await readdir(folder).catch((error) => absent(error, folder));
    const names = (entries ?? []).filter((name) => name.endsWith(".json")).map((name) =>
      name.slice(0, -".json".length)
    );
    // What else lies there was never made here, and a shell that completes names would run some of them.
    return names.filter((name) => NAME.test(name)).sort();
  }

  /** The name of the profile in use. */
  async active(): Promise<string> {
    return (await readOrUndefined(this.#activePath))?.trim() || DEFAULT_PROFILE;
  }

  /** Makes a profile the one in use. */
  async use(name: string): Promise<void> {
    await writePrivately(this.#activePath, `${name}\n`);
  }

  async #hasDraft(name: string): Promise<boolean> {
    const entries = await readdir(join(this.#directory, "profiles")).catch(() => []);
    return entries.some((entry) => entry.startsWith(`${name}.json.`) && entry.endsWith(".next"));
  }

  get #activePath(): string {
    return join(this.#directory, "profile");
  }
}

/** Numbers a login or a logout. The time of day makes it unlike those of a profile that was removed meanwhile. */
export function nextGeneration(before: Profile | undefined): number {
  return Math.max((before?.generation ?? 0) + 1, Date.now());
}

/** A file that can't be used is a matter of the credentials; the message names it. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!ServiceError.is(cause)) throw cause;
    throw new Failure("auth", cause.message, { code: cause.code, hint: "It was left as it is.", cause });
  }
}

async function readOrUndefined(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch((error) => absent(error, path));
}

function absent(error: NodeJS.ErrnoException, path: string): undefined {
  if (error.code === "ENOENT") return undefined;
  throw new Failure("failed", `Cannot read ${path}: ${error.code ?? error.message}`, { cause: error });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
  const hint = "It was left as it is. Repair it, or move it away and run `tonearm auth` again.";
  return new Failure("auth", `Cannot understand the profile file ${path}`, { code: "corrupt_profile", hint });
}
