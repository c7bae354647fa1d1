import { assert, assertEquals } from "@std/assert";
import * as library from "@tonearm/client";
import { ServiceClient } from "@tonearm/client";
import { bundleFile } from "../scripts/lab/bench/library/bundle.ts";
import { ARGUMENTS, GROUPS } from "./support/operations/operations.ts";
import { ran } from "./support/programs.ts";

const APP = { clientId: "app", clientSecret: "secret", redirectUri: "https://app.example/", maxRetries: 0 } as const;
const refuse = () => Promise.resolve(new Response(null, { status: 403 }));
type Operation = (...args: unknown[]) => unknown;

/** The user's own function. */
async function userFunction(call: () => unknown): Promise<string> {
  try {
    const result = call();
    await result;
  } catch (error) {
    return (error as Error).stack ?? "";
  }
  return "no error";
}

async function iteratingFunction(list: AsyncIterable<unknown>): Promise<string> {
  try {
    for await (const _ of list) continue;
  } catch (error) {
    return (error as Error).stack ?? "";
  }
  return "no error";
}

const client = new ServiceClient({ ...APP, fetch: refuse });
client.setToken("token");

for (const group of GROUPS) {
  const groups = client as unknown as Record<string, Record<string, Operation>>;
  for (const [name, method] of Object.entries(groups[group] ?? {})) {
    Deno.test(`${group}.${name}(): the stack of an error names the user's function`, async () => {
      const args = ARGUMENTS[`${group}.${name}`] ?? [1];
      const operation = (library as unknown as Record<string, Record<string, Operation>>)[group]![name]!;
      const stacks = [
        await userFunction(() => method(...args)),
        await userFunction(() => operation("token", ...args, { fetch: refuse, maxRetries: 0 })),
      ];
      assertEquals(stacks.filter((stack) => !/^ServiceError: .*403[^]*userFunction/.test(stack)), []);
      const refused = [
        await userFunction(() => method(...args, { timeoutMs: -1 })),
        await userFunction(() => operation("token", ...args, { timeoutMs: -1 })),
        await userFunction(() => method("", ...args.slice(1))),
        await userFunction(() => operation("token", "", ...args.slice(1))),
      ];
      const unnamed = /^(?:TypeError|RangeError): Cannot use (?![^]*userFunction)/;
      assertEquals(refused.filter((stack) => unnamed.test(stack)), []);
      assert(refused.some((stack) => stack.startsWith("RangeError: Cannot use the options")), refused[0]);
      const list = ignored(method(...args));
      if (Symbol.asyncIterator in list) assert(/iteratingFunction/.test(await iteratingFunction(list)));
    });
  }
}

/** Prevents an unhandled rejection of a promise that isn't awaited. */
function ignored(result: unknown): AsyncIterable<unknown> {
  Promise.resolve(result).catch(() => {});
  return result as AsyncIterable<unknown>;
}

Deno.test("getTrack(): the stack of a timeout, a joined call and a retried call names the user's function", async () => {
  const silent = new ServiceClient({ ...APP, timeoutMs: 1, fetch: () => new Promise(() => {}) });
  silent.setToken("token");
  const again = new ServiceClient({
    ...APP,
    maxRetries: 2,
    retryBaseDelay: 0,
    fetch: () => Promise.resolve(new Response(null, { status: 503 })),
    onRequest() {},
  });
  again.setToken("token");
  const stacks = await Promise.all([
    userFunction(() => silent.tracks.getTrack(1)),
    userFunction(() => again.tracks.getTrack(1)),
    userFunction(() => again.tracks.getTrack(1)),
  ]);
  assertEquals(stacks.map((stack) => stack.includes("userFunction")), [true, true, true]);
});

Deno.test("tracks.upload(): the stack of a stream's wrong chunk names the user's function", async () => {
  const fetch = (_: unknown, { body }: RequestInit = {}) => new Response(body).bytes().then(() => Response.json({}));
  const sending = new ServiceClient({ ...APP, fetch });
  sending.setToken("token");
  const stream = () => new ReadableStream({ start: (controller) => controller.enqueue("text") });
  const asset_data = { size: 4, stream };
  const stack = await userFunction(() => sending.tracks.upload({ title: "a", asset_data }));
  assert(/^TypeError: Cannot upload the file[^]*userFunction/.test(stack), stack);
});

Deno.test("ServiceError on Node.js: the stack names the user's function, also for the second page", async () => {
  using program = bundleFile(`
    import { ServiceClient } from "./mod.ts";
    const pages = [{ collection: [1], next_href: "https://api.soundcloud.com/users/1/tracks?cursor=2" }];
    const fetch = async () => pages.length ? Response.json(pages.shift()) : new Response(null, { status: 403 });
    const client = new ServiceClient({ clientId: "id", fetch });
    client.setToken("token");
    async function theUsersOwnLoop() {
      for await (const _ of client.users.getTracks(1)) continue;
    }
    await theUsersOwnLoop().catch((error) => console.log(error.stack));
  `);
  const { stdout: stack } = await ran("node", [program.path]);
  assert(stack.includes("theUsersOwnLoop"), stack);
});
