import { assertEquals, assertMatch } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { callApi, control } from "../../support/sandbox/requests.ts";

Deno.test("POST /requests/*/replay reports status 0 for a lost connection, and rejects a request whose body the log no longer has", async () => {
  using sandbox = createSandbox();
  await callApi(sandbox, "GET /me");
  sandbox.faults.add({ drop: "before", match: { path: "/me" } });
  assertEquals((await control(sandbox, "POST /requests/1/replay")).body, { status: 0 });
  sandbox.faults.clear();
  const body = "x".repeat(5000);
  const headers = { "content-type": "text/plain", "content-length": "5000" };
  await callApi(sandbox, "POST /tracks", { body, headers });
  const refused = await control<{ error: string }>(sandbox, "POST /requests/3/replay");
  assertEquals(refused.status, 409);
  assertMatch(refused.body.error, /doesn't keep bodies/);
});

Deno.test("GET /listen and /media serve sound and pictures, even of a blocked track, without a play, a fault or a log entry", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("server_error");
  interface Item {
    readonly playback_count: number;
    readonly waveform: string;
  }
  const item = async () => {
    const { body } = await control<{ items: Item[] }>(sandbox, "GET /catalogue/tracks?q=Hidden%20Arcade");
    return body.items[0];
  };
  const before = await item();
  const waveform = `media/${encodeURIComponent(before?.waveform.slice(1) ?? "")}`;
  for (
    const [prefix, path, type] of [
      ["", "listen/1199", "audio/mpeg"],
      ["", "listen/1193", "audio/mpeg"],
      ["/~mine", "listen/1199", "audio/mpeg"],
      ["", waveform, "application/json"],
      ["", "media/images%2Fartworks-abcdefgh-t300x300.jpg", "image/jpeg"],
    ] as const
  ) {
    const headers = { range: "bytes=0-9" };
    const reply = await sandbox.fetch(`https://api.sandbox.test${prefix}/_sandbox/${path}`, { headers });
    const isPart = type === "application/json" ? 200 : 206;
    assertEquals({ status: reply.status, contentType: reply.headers.get("content-type") }, {
      status: isPart,
      contentType: type,
    }, path);
    await reply.body?.cancel();
  }
  assertEquals(await item(), before);
  assertEquals((await control<{ total: number }>(sandbox, "GET /requests")).body.total, 0);
  for (const none of ["listen/7", "media/nothing", "media/..%2fme", "media/download%2F1199"]) {
    assertEquals((await control(sandbox, `GET /${none}`)).status, 404, none);
  }
});
