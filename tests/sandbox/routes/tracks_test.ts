import { assertEquals } from "@std/assert";
import { type Item, sandboxApi } from "../../support/api.ts";

const tagsOf = (items: readonly Item[]) => items.map(({ tag_list }) => String(tag_list));

Deno.test("sandbox: a reply has no machine tags, but the service stores them and finds tracks by them", async () => {
  using api = sandboxApi();
  const { items } = await api.get("/tracks?limit=200");
  assertEquals(tagsOf(items).filter((tags) => tags.includes("=")), []);
  const mine = (await api.get("/me/tracks")).items[0]?.urn;
  const tag_list = '"late night" geo:lat=43.555 "app:note=two words" a=b dub';
  const { body } = await api.put(`/tracks/${mine}`, { track: { tag_list } });
  assertEquals(body.tag_list, '"late night" a=b dub');
  assertEquals((await api.get("/tracks?tags=geo:lat%3D43.555&limit=200")).items.some(({ urn }) => urn === mine), true);
});

Deno.test("needs_paid_plan is a 403 only on /streams", async () => {
  using api = sandboxApi();
  api.sandbox.faults.add("needs_paid_plan");
  assertEquals((await api.get("/tracks/1001/streams")).status, 403);
  for (const path of ["/tracks/1001", "/me", "/tracks/1001/related"]) assertEquals((await api.get(path)).status, 200);
  assertEquals((await api.get("/tracks/1001/preview")).status, 302);
});
