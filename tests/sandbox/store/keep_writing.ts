// A process that creates playlists in a sandbox file until it is killed, and prints the id of each once the sandbox has
// acknowledged it.
import { createSandbox } from "@tonearm/sandbox";
import { caller } from "../../support/api.ts";

const [path = ""] = Deno.args;
using sandbox = createSandbox({ path });
const api = caller(sandbox);
for (let n = 1;; n++) {
  const { body } = await api.post("/playlists", { playlist: { title: `Number ${n}` } });
  await Deno.stdout.write(new TextEncoder().encode(`${body.id}\n`));
}
