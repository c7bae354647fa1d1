import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSandbox, type ProxyOptions } from "@tonearm/sandbox";

async function withProxy(
  options: ProxyOptions,
  test: (proxy: { url: string; certificate: string; env: Readonly<Record<string, string>> }) => Promise<void>,
): Promise<void> {
  using sandbox = createSandbox();
  await using proxy = await sandbox.proxy(options);
  await test(proxy);
}

Deno.test("sandbox.proxy() writes the CA certificate to a private folder without its key, and removes it at the end", async () => {
  using sandbox = createSandbox();
  const proxy = await sandbox.proxy();
  const folder = dirname(proxy.certificate);
  assertEquals(statSync(folder).mode & 0o777, 0o700);
  for (const name of readdirSync(folder)) {
    assertEquals(statSync(join(folder, name)).mode & 0o777, 0o600, name);
    assert(!readFileSync(join(folder, name), "utf8").includes("PRIVATE"), name);
  }
  await proxy.close();
  await proxy.close();
  assert(!existsSync(folder));
});

Deno.test("sandbox.proxy() trusts the machine's CAs only if hosts are allowed", async () => {
  const given = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(given, "# of the machine\n");
    const inherited = { SSL_CERT_FILE: given, PHP_INI_SCAN_DIR: "/etc/php" };
    const bundle = (env: Readonly<Record<string, string>>) => readFileSync(env.REQUESTS_CA_BUNDLE ?? "", "utf8");
    await withProxy({ inherited }, ({ env }) => Promise.resolve(assert(!bundle(env).includes("of the machine"))));
    await withProxy({ inherited, allow: ["example.com"] }, ({ env, certificate }) => {
      assertStringIncludes(bundle(env), "of the machine");
      assert(!readFileSync(certificate, "utf8").includes("of the machine"));
      assertMatch(env.PHP_INI_SCAN_DIR ?? "", /^\/etc\/php[:;]/);
      assertEquals(env.NPM_CONFIG_UPDATE_NOTIFIER, "false");
      return Promise.resolve();
    });
  } finally {
    await Deno.remove(given);
  }
});
