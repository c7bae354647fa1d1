import { createSandbox, type WorldData } from "@tonearm/sandbox";
import { envOf, type Outcome, runInProcess } from "./test_host.ts";

/** An account with one resource of each kind, and a track that it has both published and liked. */
const OWN: WorldData = {
  users: [
    { permalink: "ann", username: "Ann", follows: ["bob"], likes: ["bob/ferry", "ann/own"] },
    { permalink: "bob", username: "Bob" },
  ],
  tracks: [
    { permalink: "own", title: "Own song", user: "ann" },
    { permalink: "ferry", title: "Late Ferry", user: "bob" },
  ],
  playlists: [{ permalink: "set", title: "Evening", user: "ann", tracks: ["ann/own", "bob/ferry"] }],
};

/** Types keys at a terminal where an argument is missing. */
export async function typeKeys(argv: readonly string[], stdin: string, data: WorldData = OWN): Promise<Outcome> {
  using sandbox = createSandbox(data);
  const env = { ...envOf(sandbox, "ann"), TONEARM_CONFIG_DIR: "/nonexistent", NO_COLOR: "1" };
  return await runInProcess(argv, { env, fetch: sandbox.fetch, stdin, columns: 80 });
}
