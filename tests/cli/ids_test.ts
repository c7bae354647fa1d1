import { assertEquals } from "@std/assert";
import { serveWorld } from "../support/cli/cli.ts";
import { runInProcess } from "../support/cli/test_host.ts";

const URN = "soundcloud:tracks:1078";

Deno.test("tonearm: names, paths and URLs without a scheme are accepted as ids", async () => {
  await using world = await serveWorld();
  const urn = async (...argv: string[]) => JSON.parse((await world.home.run([...argv, "--json=urn"])).stdout).urn;
  const { permalink_url } = JSON.parse((await world.home.run(["track", URN, "--json=permalink_url"])).stdout);
  const path = new URL(permalink_url).pathname.slice(1);
  for (const word of [path, `soundcloud.com/${path}`, `www.soundcloud.com/${path}`, `https://soundcloud.com/${path}`]) {
    assertEquals(await urn("track", word), URN, word);
  }
  assertEquals(await urn("track", " 1078\t"), URN);
  for (const word of ["night-ferry", "@night-ferry", "soundcloud.com/night-ferry"]) {
    assertEquals(await urn("user", word), "soundcloud:users:1", word);
    assertEquals(await urn("resolve", word), "soundcloud:users:1", word);
  }
  assertEquals((await world.home.run(["track", "night-ferry"])).code, 2);
  assertEquals(
    (await world.home.run(["open", "@night-ferry", "--url"])).stdout,
    "https://soundcloud.com/night-ferry\n",
  );
});

Deno.test("tonearm -: reads ids from stdin, one per line, without empty lines", async () => {
  await using world = await serveWorld();
  const outcome = await world.home.run(["track", "-", "--json=id"], { stdin: `${URN}\r\n\n 1184 \n` });
  assertEquals(JSON.parse(outcome.stdout), [{ id: 1078 }, { id: 1184 }]);
  const one = await world.home.run(["track", "-", "--json=id"], { stdin: "1078" });
  assertEquals(JSON.parse(one.stdout), [{ id: 1078 }]);
});

Deno.test("tonearm: a short link unknown to the API is followed once, without a token, and only on the site", async () => {
  const requests: string[] = [];
  const service = (target: string): typeof globalThis.fetch => (input, init) => {
    const { hostname, pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input));
    const token = new Headers(init?.headers).has("authorization");
    requests.push(`${hostname}${pathname} ${searchParams.get("url") ?? ""} ${token}`);
    if (hostname === "on.soundcloud.com") {
      return Promise.resolve(new Response(null, { status: 302, headers: { location: target } }));
    }
    const isKnown = searchParams.get("url")?.includes("night-ferry");
    if (pathname === "/resolve" && !isKnown) return Promise.resolve(new Response("{}", { status: 404 }));
    const permalink_url = "https://soundcloud.com/night-ferry/x";
    return Promise.resolve(Response.json({ kind: "track", id: 7, urn: "soundcloud:tracks:7", permalink_url }));
  };
  const env = { TONEARM_TOKEN: "t", TONEARM_API_URL: "https://api.test" };
  const run = (target: string, ...[command = "track", option = "--json=id"]: string[]) =>
    runInProcess([command, "on.soundcloud.com/xY1", option], { env, fetch: service(target) });
  assertEquals(JSON.parse((await run("https://soundcloud.com/night-ferry/x")).stdout), { id: 7 });
  assertEquals(requests.slice(0, 3), [
    "api.test/resolve https://on.soundcloud.com/xY1 true",
    "on.soundcloud.com/xY1  false",
    "api.test/resolve https://soundcloud.com/night-ferry/x true",
  ]);
  const secret = "https://soundcloud.com/night-ferry/x/s-aB1";
  assertEquals((await run(secret, "open", "--url")).stdout, `${secret}\n`);
  for (const elsewhere of ["soundcloud.com.evil.example", "evilsoundcloud.com"]) {
    requests.length = 0;
    assertEquals((await run(`https://${elsewhere}/night-ferry`)).code, 5);
    assertEquals(requests.length, 2, elsewhere);
  }
});
