// Every file that a version stores: the home of a user who signs in, uploads, pulls and watches, and the service that
// knows their tokens.
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileTokenStore } from "@tonearm/client/file";
import { createSandbox, type Sandbox, type WorldFile } from "@tonearm/sandbox";
import { ProfileStore } from "../../cli/auth/config.ts";
import type { Profile, StoredToken } from "../../cli/auth/profile.ts";
import { keepLeft } from "../../cli/play/resume.ts";
import { Journal } from "../../cli/upload/journal.ts";
import { writeTone } from "../support/sandbox/sounds.ts";
import { type Outcome, runInProcess } from "../support/cli/test_host.ts";

/** The keychain of the encrypted profile: a file among the fixtures. */
export class FileKeychain {
  readonly name = "test keychain";
  readonly #path: string;

  constructor(home: string) {
    this.#path = join(home, "keychain.json");
  }

  async get(id: string): Promise<string | undefined> {
    return JSON.parse(await Deno.readTextFile(this.#path))[id];
  }

  async set(id: string, key: string): Promise<boolean> {
    await writeFile(this.#path, `${JSON.stringify({ [id]: key })}\n`);
    return true;
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }
}

/** The program in a home, against its service. */
export function programIn(
  home: string,
  sandbox: Sandbox,
  fetch: typeof globalThis.fetch = sandbox.fetch,
): (...words: string[]) => Promise<Outcome> {
  const { baseUrl, authUrl } = sandbox.clientConfig;
  const env = {
    ...{ TONEARM_CONFIG_DIR: join(home, "config"), TONEARM_DATA_DIR: join(home, "data"), TONEARM_KEYCHAIN: "off" },
    ...{ TONEARM_API_URL: baseUrl, TONEARM_AUTH_URL: authUrl, TONEARM_PAGER: "" },
  };
  return (...words) => {
    const isApp = words[0] === "as-app";
    const app = { TONEARM_CLIENT_ID: APP.clientId, TONEARM_CLIENT_SECRET: APP.clientSecret };
    return runInProcess(isApp ? words.slice(1) : words, { env: { ...env, ...isApp && app }, fetch });
  };
}

/** The service of the fixtures, which is one of their files. */
export function serviceIn(home: string): Sandbox {
  return createSandbox({ ...WORLD, path: join(home, "sandbox.sqlite") });
}

/** The uploaded sounds, by the names of their files, and their frequencies. */
export const SOUNDS: readonly (readonly [string, number])[] = [["tone", 440], ["lost", 220]];

/** The app of the fixtures. */
export const APP = { clientId: "upgrade-app", clientSecret: "upgrade-secret" } as const;

const WORLD: WorldFile = {
  empty: true,
  apps: [APP],
  users: [
    { permalink: "ann", username: "Ann", plan: "Pro Unlimited" },
    { permalink: "fan", username: "Fan", follows: ["ann"] },
  ],
  tracks: [{ title: "Night ferry", permalink: "night-ferry", user: "ann" }],
  playlists: [{ title: "First", permalink: "first", user: "ann", tracks: ["ann/night-ferry"] }],
  config: { transcodeDelayMs: 0 },
};

/** Writes the files of this version to an empty folder. */
export async function writeStoredFiles(home: string): Promise<void> {
  await mkdir(join(home, "work"), { recursive: true });
  using sandbox = serviceIn(home);
  await writeTokenFiles(home, sandbox);
  await writeProfiles(home, sandbox);
  const run = programIn(home, sandbox);
  const work = (name: string) => join(home, "work", name);
  for (const [name, hertz] of SOUNDS) await writeTone(work(`${name}.wav`), 1, hertz);
  for (
    const words of [
      ["upload", work("tone.wav"), "--title", "Tone"],
      ["playlists"],
      ["pull", work("catalogue")],
      ["watch", "followers", "--state", work("watch.json"), "--once"],
      ["as-app", "track", "ann/night-ferry"],
    ]
  ) {
    const { code, stderr } = await run(...words);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  }
  await writeLostUpload(home, sandbox);
  const left = { words: ["ann/night-ferry"], search: false, station: false, limit: 20, index: 0, seconds: 7 };
  await keepLeft({ TONEARM_DATA_DIR: join(home, "data") }, left);
}

/** An upload whose reply was lost: its track exists, and the journal doesn't know it. */
async function writeLostUpload(home: string, sandbox: Sandbox): Promise<void> {
  const file = join(home, "work", "lost.wav");
  const { size } = await stat(file);
  const [name = ""] = await readdir(join(home, "data", "uploads"));
  await Journal.with(join(home, "data", "uploads", name), new AbortController().signal, async (journal) => {
    await journal.sent(await journal.keyOf({ file, size }), "Lost", Date.now());
  });
  await sandbox.control.data.add({ tracks: [{ title: "Lost", permalink: "lost", user: "ann" }] });
}

/** The token files of `FileTokenStore`, in each state of a session. */
async function writeTokenFiles(home: string, sandbox: Sandbox): Promise<void> {
  const store = (name: string) => new FileTokenStore(join(home, "tokens", `${name}.json`));
  const { access_token, refresh_token } = sandbox.issueTokens("ann");
  await store("pair").setTokens(access_token, refresh_token);
  await store("access_only").setTokens(sandbox.issueTokens("ann").access_token);
  await store("signed_out").setTokens("a", "r");
  await store("signed_out").clearTokens();
  const others = sandbox.issueTokens("ann");
  await store("blocked").compareAndSwap(undefined, {
    ...{ generation: 1, accessToken: others.access_token, refreshToken: others.refresh_token },
    ...{ issuedAt: 1_760_000_000_000, expiresAt: 1_760_003_600_000, blockedUntil: 1_760_000_060_000 },
  });
}

/** The profiles of a user, in the open and encrypted, and of an app. */
async function writeProfiles(home: string, sandbox: Sandbox): Promise<void> {
  const profiles = new ProfileStore(join(home, "config"), () => Promise.resolve(new FileKeychain(home)));
  const { baseUrl: apiUrl, authUrl } = sandbox.clientConfig;
  const profile = (kind: StoredToken["kind"]): Profile => {
    const { access_token: accessToken, refresh_token: refreshToken } = sandbox.issueTokens(
      kind === "app" ? null : "ann",
    );
    const issuedAt = Date.now();
    const token = { accessToken, refreshToken, issuedAt, expiresAt: issuedAt + 3_600_000, kind };
    return { ...APP, apiUrl, authUrl, token, ...(kind === "user" && { username: "Ann" }) };
  };
  await profiles.write("default", profile("user"), "file");
  await profiles.write("app", profile("app"), "file");
  await profiles.write("sealed", profile("user"), "keychain");
  await profiles.use("default");
}
