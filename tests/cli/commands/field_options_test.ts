import { assertEquals } from "@std/assert";
import { ServiceClient, type ServicePlaylist, type ServiceTrack } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";
import {
  type FieldKind,
  type Fields,
  PLAYLIST_FIELDS,
  playlistFields,
  TRACK_FIELDS,
  trackFields,
  type Value,
} from "../../../cli/fields/fields.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { envOf, type Outcome, runInProcess } from "../../support/cli/test_host.ts";

/** A command that edits a resource by options, and how to read the resource. */
interface Editor {
  readonly words: readonly string[];
  readonly kinds: Readonly<Record<string, FieldKind>>;
  read(client: ServiceClient): Promise<Fields>;
}

const EDITORS: readonly Editor[] = [
  {
    words: ["track", "edit", "soundcloud:tracks:1184"],
    kinds: TRACK_FIELDS,
    read: async (client) => trackFields(await client.tracks.getTrack(1184) as ServiceTrack),
  },
  {
    words: ["playlist", "edit", "soundcloud:playlists:105"],
    kinds: PLAYLIST_FIELDS,
    read: async (client) => playlistFields(await client.playlists.getPlaylist(105) as ServicePlaylist),
  },
];

/** A value that differs from the present one, as an option and as a field. */
function another(kind: FieldKind, now: Value | undefined): readonly [words: readonly string[], value: Value] {
  switch (kind.type) {
    case "switch":
      return [[now ? "no" : "yes"], !now];
    case "choice": {
      const word = kind.choices.find((one) => one !== now) ?? "";
      return [[word], word];
    }
    case "tags":
      return [["rain", "late night"], ["rain", "late night"]];
    case "date":
      return [["2026-01-31"], "2026-01-31"];
    default:
      return [
        ["https://a.example/x".slice(kind.type === "required" ? 18 : 0)],
        kind.type === "required" ? "x" : "https://a.example/x",
      ];
  }
}

Deno.test("tonearm track edit, playlist edit: each field that a file can hold is an option that sets it", async (t) => {
  await using home = await emptyHome();
  const sandbox = createSandbox();
  const client = new ServiceClient(sandbox.clientConfig);
  const env = { ...envOf(sandbox), TONEARM_DATA_DIR: home.data };
  client.setToken(env.TONEARM_TOKEN);
  const run = (...argv: string[]): Promise<Outcome> => runInProcess(argv, { env, fetch: sandbox.fetch });
  for (const { words, kinds, read } of EDITORS) {
    for (const [name, kind] of Object.entries(kinds)) {
      if (kind.type === "measured") continue;
      await t.step(`${words.slice(0, 2).join(" ")}: ${name}`, async () => {
        const before = await read(client);
        const [values, expected] = another(kind, before[name]);
        const flag = name === "tags" ? "--tag" : `--${name.replaceAll("_", "-")}`;
        const { code, stderr } = await run(...words, ...values.flatMap((value) => [flag, value]));
        assertEquals({ code, stderr }, { code: 0, stderr: "" });
        assertEquals({ ...await read(client), permalink: "" }, { ...before, [name]: expected, permalink: "" });
        if (name === "permalink") assertEquals((await read(client)).permalink, expected);
      });
    }
  }
  sandbox.close();
});
