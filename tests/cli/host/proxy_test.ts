import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ignoresProxy, proxiedFetch } from "../../../cli/host/proxy.ts";

const given: unknown[] = [];
const setting = { setGlobalProxyFromEnv: (env: unknown) => given.push(env) };

Deno.test("proxiedFetch() sets the proxy for HTTPS alone, as curl reads it", () => {
  const own = { https_proxy: "http://own.example:1", HTTPS_PROXY: "http://other.example", no_proxy: "a.example" };
  for (const env of [own, { HTTPS_PROXY: "proxy.example:3128", NO_PROXY: "b.example" }, { HTTPS_PROXY: "" }]) {
    assertStrictEquals(proxiedFetch({ ...env, HTTP_PROXY: "http://plain.example" }, setting), globalThis.fetch);
  }
  assertEquals(given, [
    { https_proxy: "http://own.example:1", no_proxy: "a.example" },
    { https_proxy: "http://proxy.example:3128", no_proxy: "b.example" },
  ]);
});

Deno.test("proxiedFetch() fails with the variable's name if Node refuses its value", async () => {
  const refusing = { setGlobalProxyFromEnv: () => void new URL("://") };
  assertStrictEquals(proxiedFetch({}, refusing), globalThis.fetch);
  const fetch = proxiedFetch({ HTTPS_PROXY: "://" }, refusing);
  await assertRejects(() => fetch("https://a.example"), TypeError, "HTTPS_PROXY is not a URL");
});

Deno.test("ignoresProxy() is true of a Node that can't use the proxy of the environment", () => {
  const env = { HTTPS_PROXY: "http://proxy.example" };
  assertEquals([ignoresProxy(env, {}), ignoresProxy(env, setting), ignoresProxy({}, {}), ignoresProxy(env)], [
    true,
    false,
    false,
    false,
  ]);
});
