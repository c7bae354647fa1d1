import { assert, assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/requests.ts";

interface Listed {
  readonly items: { readonly id: number; readonly title: string; readonly sharing?: string }[];
  readonly more: boolean;
}

Deno.test("/_sandbox: the dashboard loads only its own files, and escapes all text", async () => {
  using sandbox = createSandbox();
  const address = "https://api.sandbox.test/_sandbox/";
  const reply = await sandbox.fetch(address);
  const page = await reply.text();
  assertEquals(reply.status, 200);
  assertEquals(reply.headers.get("content-type"), "text/html; charset=utf-8");
  const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path = ""]) => path);
  for (const path of loaded) {
    const file = await sandbox.fetch(new URL(path, address));
    const text = await file.text();
    assertEquals(file.status, 200, path);
    assert(!/@import|[: ]url\(|https?:\/\/(?!www\.w3\.org\/2000\/svg)/.test(text), path);
    for (const [, module = ""] of text.matchAll(/from "\.\/([^"]+)"/g)) {
      loaded.push(...loaded.includes(`ui/${module}`) ? [] : [`ui/${module}`]);
    }
  }
  assert(loaded.includes("ui/player.js"), "imports are followed");
});

Deno.test("/_sandbox: the dashboard's URL is completed with a slash, even in a namespace", async () => {
  using sandbox = createSandbox();
  for (const prefix of ["", "/~mine"]) {
    const reply = await sandbox.fetch(`https://api.sandbox.test${prefix}/_sandbox`, { redirect: "manual" });
    assertEquals(reply.status, 308);
    assertEquals(reply.headers.get("location"), `${prefix}/_sandbox/`);
  }
});

Deno.test("/_sandbox: the catalogue is searched by title and name, in pages, including private resources", async () => {
  using sandbox = createSandbox();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ playlist: { title: "Quiet 100% Rain", sharing: "private" } });
  await callApi(sandbox, "POST /playlists", { body, headers });
  const find = async (path: string) => (await control<Listed>(sandbox, `GET /catalogue/${path}`)).body;
  const mine = await find("playlists?q=quiet%20100%25");
  assertEquals(mine.items.map(({ title, sharing }) => [title, sharing]), [["Quiet 100% Rain", "private"]]);
  assertEquals(mine.more, false);
  assertEquals((await find("playlists?q=no%20such%20title")).items, []);
  const [first, second] = [await find("users?limit=2"), await find("users?limit=2&offset=2")];
  assertEquals({ items: first.items.length, more: first.more }, { items: 2, more: true });
  assert((second.items[0]?.id ?? 0) < (first.items[1]?.id ?? 0));
  assertEquals((await find("tracks?limit=500")).items.length, 100);
});
