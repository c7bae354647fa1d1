import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import { createSandbox } from "@tonearm/sandbox";
import { ask, control } from "../../support/control.ts";

interface Listed {
  readonly items: { readonly id: number; readonly title: string; readonly sharing?: string }[];
  readonly more: boolean;
}

Deno.test("the dashboard is one page that loads nothing, and may run its own script alone", async () => {
  using sandbox = createSandbox();
  const reply = await sandbox.fetch("https://api.sandbox.test/_sandbox/");
  const page = await reply.text();
  assertEquals({ status: reply.status, contentType: reply.headers.get("content-type") }, {
    status: 200,
    contentType: "text/html; charset=utf-8",
  });
  assertEquals(page.match(/(?:src|href)="(?!data:,")[^"]*"|@import|url\(/g), null);
  const policy = reply.headers.get("content-security-policy") ?? "";
  for (const [element, directive] of [["script", "script-src"], ["style", "style-src"]]) {
    const text = new RegExp(`<${element}>(.*?)</${element}>`, "s").exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(text).digest("base64");
    assertStringIncludes(policy, `${directive} 'sha256-${hash}';`);
  }
  assert(policy.startsWith("default-src 'none';") && !policy.includes("unsafe"));
});

Deno.test("the dashboard's address is completed with a slash, a namespace's too", async () => {
  using sandbox = createSandbox();
  for (const prefix of ["", "/~mine"]) {
    const reply = await sandbox.fetch(`https://api.sandbox.test${prefix}/_sandbox`, { redirect: "manual" });
    assertEquals({ status: reply.status, location: reply.headers.get("location") }, {
      status: 308,
      location: `${prefix}/_sandbox/`,
    });
  }
});

Deno.test("the catalogue is searched by title and name, in pages, private things included", async () => {
  using sandbox = createSandbox();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ playlist: { title: "Quiet 100% Rain", sharing: "private" } });
  await ask(sandbox, "POST /playlists", { body, headers });
  const find = async (path: string) => (await control<Listed>(sandbox, `GET /catalogue/${path}`)).body;
  const mine = await find("playlists?q=quiet%20100%25");
  assertEquals(mine.items.map(({ title, sharing }) => [title, sharing]), [["Quiet 100% Rain", "private"]]);
  assertEquals({ more: mine.more, items: (await find("playlists?q=no%20such%20title")).items }, {
    more: false,
    items: [],
  });
  const [first, second] = [await find("users?limit=2"), await find("users?limit=2&offset=2")];
  assertEquals({ items: first.items.length, more: first.more }, { items: 2, more: true });
  assert((second.items[0]?.id ?? 0) < (first.items[1]?.id ?? 0));
  assertEquals((await find("tracks?limit=500")).items.length, 100);
});

Deno.test("a kind of thing that isn't in the catalogue is a 404", async () => {
  using sandbox = createSandbox();
  for (const kind of ["apps", "toString", "access_tokens"]) {
    assertEquals((await control(sandbox, `GET /catalogue/${kind}`)).status, 404);
  }
});
