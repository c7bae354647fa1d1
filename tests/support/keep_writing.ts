/**
 * A process of its own that makes one playlist after another in a sandbox file, and prints the id of each once the
 * sandbox has acknowledged it. It goes on until it is killed.
 *
 * @module
 */
import { createSandbox } from "@tonearm/sandbox";
import { caller } from "./api.ts";

const [path = ""] = Deno.args;
using sandbox = createSandbox({ path });
const api = caller(sandbox);
for (let n = 1;; n++) {
  const { body } = await api.post("/playlists", { playlist: { title: `Number ${n}` } });
  await Deno.stdout.write(new TextEncoder().encode(`${body.id}\n`));
}
