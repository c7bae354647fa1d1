import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSandbox, type Sandbox, type WorldData } from "@tonearm/sandbox";
import { emptyHome, type Home } from "./cli.ts";
import type { Outcome } from "./test_host.ts";
import { writeTone } from "../sandbox/sounds.ts";

/** Observes the requests. */
export interface RequestObserver {
  /** Called when a request arrives, with its path and query. */
  request(method: string, target: string): void;
  /** Called before its reply is sent. A reply that it returns is sent instead. */
  answer(): Response | void;
}

/** The account, its service and the folder. */
export interface CatalogueFixture extends AsyncDisposable {
  readonly home: Home;
  readonly sandbox: Sandbox;
  readonly url: string;
  /** The path of the folder. */
  readonly folder: string;
  /** Runs a command of the catalogue on the folder. */
  run(command: "pull" | "plan" | "apply", ...args: string[]): Promise<Outcome>;
  /** Reads a file of the folder. */
  read(name: string): Promise<string>;
  /** Writes a file of the folder. */
  write(name: string, text: string): Promise<void>;
  /** Replaces a text in a file of the folder. */
  edit(name: string, from: string, to: string): Promise<void>;
  /** Adds a sound of one second to the folder. */
  sound(name: string, hertz?: number): Promise<void>;
  /** Returns and clears the writing requests so far: `PUT /tracks/1`. */
  writes(): string[];
  /** Observes each request before the service gets it, and each reply before the program gets it. */
  observer?: RequestObserver | undefined;
  /** Returns the current tracks and playlists of the account. */
  state(): Promise<State>;
}

/** The content of an account, without what differs between runs. */
export interface State {
  readonly tracks: readonly Record<string, unknown>[];
  readonly playlists: readonly Record<string, unknown>[];
}

/** The artist of the account. */
const ARTIST = { permalink: "ann", username: "Ann", plan: "Pro Unlimited" } as const;

/** Creates an account with two tracks and an album of both; `parent` is the folder of its home. */
export async function catalogueFixture(data: Partial<WorldData> = {}, parent?: string): Promise<CatalogueFixture> {
  const sandbox = createSandbox({ ...CATALOGUE, ...data });
  sandbox.config.transcodeDelayMs = 0;
  const writes: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    if (request.method !== "GET") writes.push(`${request.method} ${pathname}`);
    fixture.observer?.request(request.method, pathname + search);
    const answer = await sandbox.fetch(request);
    return fixture.observer?.answer() ?? answer;
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const { access_token } = sandbox.issueTokens("ann");
  const home = await emptyHome({ TONEARM_API_URL: url, TONEARM_AUTH_URL: url, TONEARM_TOKEN: access_token }, parent);
  const folder = join(home.directory, "catalogue");
  const get = async (path: string): Promise<Record<string, unknown>[]> => {
    const headers = { Authorization: `Bearer ${access_token}` };
    const answer = await sandbox.fetch(new Request(`${sandbox.clientConfig.baseUrl}${path}`, { headers }));
    return (await answer.json()).collection;
  };
  const fixture: CatalogueFixture = {
    home,
    sandbox,
    url,
    folder,
    run: (command, ...args) => home.run([command, folder, ...args]),
    ...filesOf(folder),
    writes: () => writes.splice(0),
    state: async () => ({
      tracks: (await get("/me/tracks?linked_partitioning=true&limit=200")).map(plainTrack).toSorted(byTitle),
      playlists: (await get("/me/playlists?linked_partitioning=true&limit=200")).map(plainPlaylist).toSorted(byTitle),
    }),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      sandbox.close();
      await home[Symbol.asyncDispose]();
    },
  };
  return fixture;
}

/** Returns functions for the files of a folder. */
function filesOf(folder: string): Pick<CatalogueFixture, "read" | "write" | "edit" | "sound"> {
  const at = (name: string) => join(folder, name);
  return {
    read: (name) => readFile(at(name), "utf8"),
    write: (name, text) => writeFile(at(name), text),
    edit: async (name, from, to) => {
      const text = await readFile(at(name), "utf8");
      if (!text.includes(from)) throw new Error(`${name} doesn't hold ${JSON.stringify(from)}: ${text}`);
      await writeFile(at(name), text.replace(from, to));
    },
    sound: async (name, hertz = 440) => void await writeTone(at(name), 1, hertz),
  };
}

/** An account with two tracks and an album of both. */
const CATALOGUE: WorldData = {
  empty: true,
  users: [ARTIST],
  tracks: [
    { permalink: "night-ferry", title: "Night ferry", user: "ann", genre: "Ambient", tags: ["rain", "night"] },
    { permalink: "lost-window", title: "Lost window", user: "ann", description: "Two\nlines" },
  ],
  playlists: [{ permalink: "first", title: "First", user: "ann", tracks: ["ann/night-ferry", "ann/lost-window"] }],
};

function plainTrack({ title, sharing, genre, tag_list, description, license, artwork_url }: Record<string, unknown>) {
  return { title, sharing, genre, tag_list, description, license, hasArtwork: artwork_url !== null };
}

function plainPlaylist({ title, sharing, genre, tracks }: Record<string, unknown>) {
  return { title, sharing, genre, tracks: (tracks as { title: string }[]).map((track) => track.title) };
}

function byTitle(one: { title: unknown }, other: { title: unknown }): number {
  return String(one.title).localeCompare(String(other.title));
}
