import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { caller, ids } from "../../support/api.ts";

Deno.test("stale_search_cache ends a minute after the first search, not a moment before", async () => {
  using sandbox = createSandbox();
  sandbox.clock.freeze();
  const api = caller(sandbox);
  const found = async (q: string) => ids((await api.get(`/tracks?q=${q}`)).items);
  const [lofi, night] = [await found("lofi"), await found("night")];
  sandbox.faults.add("stale_search_cache");
  assertEquals(await found("lofi"), lofi);
  assertEquals(await found("night"), lofi);
  sandbox.clock.advance(59_999);
  assertEquals(await found("night"), lofi);
  sandbox.clock.advance(1);
  assertEquals(await found("night"), night);
});
