import { assertEquals } from "@std/assert";
import { eachResource, relocate, reshapeList, reshapeNext } from "../../../sandbox/faults/reshape.ts";

const json = (body: unknown, status = 200) => Response.json(body, { status });

Deno.test("reshapeList() changes a list, bare or on a page, and nothing else", async () => {
  const change = async (reply: Response) => await (await reshapeList(reply, (items) => items.slice(1))).json();
  assertEquals([await change(json([1, 2])), await change(json({ collection: [1, 2], a: 1 }))], [
    ...[[2], { collection: [2], a: 1 }],
  ]);
  assertEquals([await change(json({ a: [1] })), await change(json([1, 2], 400))], [{ a: [1] }, [1, 2]]);
  const text = await reshapeList(new Response("[1]", { headers: { "content-type": "text/plain" } }), () => []);
  assertEquals(await text.text(), "[1]");
});

Deno.test("reshapeNext(), relocate() and eachResource() change links and resources of any depth alone", async () => {
  const next = async (page: unknown) => await (await reshapeNext(json(page), ({ pathname }) => pathname)).json();
  assertEquals([await next({ next_href: "https://a.example/b" }), await next({ next_href: null }), await next([])], [
    ...[{ next_href: "/b" }, { next_href: null }, []],
  ]);
  const redirect = () => new Response(null, { status: 302, headers: { location: "https://a.example/b" } });
  assertEquals(relocate(redirect(), ({ pathname }) => pathname).headers.get("location"), "/b");
  const seen: unknown[] = [];
  eachResource([{ kind: "a", of: { kind: "b" } }, { kind: 1, list: [{ kind: "c" }] }], ({ kind }) => seen.push(kind));
  assertEquals(seen, ["b", "a", "c"]);
});
