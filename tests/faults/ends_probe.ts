// A process that reads very many lists and leaves each in one of several ways, with or without one signal for all, and
// prints by how many bytes the heap grew for each. It needs `--v8-flags=--expose-gc`.
import { ServiceClient } from "@tonearm/client";

/** Growth of the heap in bytes, by how the lists were left. */
export type Growth = Readonly<Record<string, number>>;

const [count = "1000"] = Deno.args;
const AT_ONCE = 500;
const page = { collection: [{ id: 1 }, { id: 2 }], next_href: "https://api.soundcloud.com/me/tracks?cursor=2" };
const answer: typeof fetch = (url) =>
  `${url}`.includes("hang") ? new Promise(() => {}) : Promise.resolve(Response.json(page));
const client = new ServiceClient({ clientId: "app", fetch: answer, maxRetries: 0 });
client.setToken("access");
const { signal } = new AbortController();

type Options = { signal?: AbortSignal };
const WAYS: Readonly<Record<string, (options: Options) => Promise<unknown>>> = {
  abandoned: async (options) => await client.paginateItems(() => client.me.getTracks(1, options), options).next(),
  thrown: async (options) => {
    for await (const _ of client.me.getTracks(1, options)) throw new Error("thrown");
  },
  broken: async (options) => {
    for await (const page of client.me.getTracks(1, options).pages({ prefetch: true })) if (page) break;
  },
  "timed out": (options) => client.users.getTracks("hang", 1, { ...options, timeoutMs: 1 }),
};

async function heap(): Promise<number> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    (globalThis as unknown as { gc(): void }).gc();
  }
  return Deno.memoryUsage().heapUsed;
}

async function leave(way: (options: Options) => Promise<unknown>, options: Options, times: number): Promise<void> {
  for (let done = 0; done < times; done += AT_ONCE) {
    await Promise.allSettled(Array.from({ length: AT_ONCE }, () => way(options)));
  }
}

const growth: Record<string, number> = {};
for (const [name, way] of Object.entries(WAYS)) {
  for (const options of [{}, { signal }]) {
    await leave(way, options, 2 * AT_ONCE);
    const before = await heap();
    await leave(way, options, Number(count));
    growth[`${name}${options.signal ? " with a signal" : ""}`] = await heap() - before;
  }
}
console.log(JSON.stringify(growth));
