// One process that shares a session: it answers each line of JSON on stdin with one on stdout, and doesn't wait for one
// command before it takes the next.
import { ServiceClient, ServiceError, type TokenStore } from "@tonearm/client";
import process from "node:process";
import { createInterface } from "node:readline";
import { appTokenProvider } from "../../src/limits/limits.ts";
import { plant } from "./bugs.ts";
import type { Answer, Command, Settings } from "./protocol.ts";
import { openStore, STORE_CLASSES } from "./stores.ts";

const settings: Settings = JSON.parse(process.argv[2] ?? "{}");
plant(settings.bug, STORE_CLASSES);
const opened = settings.store && await openStore(settings.store);
const store = opened?.store as TokenStore | undefined;
const owned = store && (settings.whose === "app" ? { tokenProvider: appTokenProvider(store) } : { tokenStore: store });
const client = new ServiceClient({ ...settings.config, ...owned });

const COMMANDS: Record<Command["do"], (args: readonly string[]) => unknown> = {
  call: async () => (await client.me.getMe()).username,
  delete: async () => {
    await client.tracks.delete(5);
    return "deleted";
  },
  set: ([access = "", refresh]) => client.setToken(access, refresh),
  clear: () => client.clearToken(),
};

async function answer({ id, do: name, args = [] }: Command): Promise<Answer> {
  try {
    const value = await COMMANDS[name](args);
    return { id, ok: true, value: String(value) };
  } catch (error) {
    const message = error instanceof Error ? `${error.message}${error.cause ? `: ${error.cause}` : ""}` : String(error);
    if (!(error instanceof ServiceError)) return { id, ok: false, value: message, code: "untyped" };
    return {
      id,
      ok: false,
      value: message,
      code: error.status > 0 ? `${error.status}` : error.code,
      isOver: error.isPermanentAuthError,
    };
  }
}

const say = (answer: Answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const input = createInterface({ input: process.stdin });
input.on("line", (line) => void answer(JSON.parse(line)).then(say));
input.on("close", () => process.exit(0));
say({ id: 0, ok: true, value: "ready" });
