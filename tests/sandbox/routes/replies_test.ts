/**
 * Checks the replies of the routes on a new world, including their wording: each line of `replies.txt` is a request of a
 * user, its status and its body, in order, since a read may depend on an earlier write. `(x*600)` stands for 600 letters,
 * and a body that isn't JSON is a form. `TONEARM_GOLDEN=write` writes the replies, also behind a new request; they have
 * been compared with the service's document and tracker.
 */
import { assertEquals } from "@std/assert";
import { type ConformanceReport, createSandbox, type Sandbox } from "@tonearm/sandbox";
import { control } from "../../support/sandbox/requests.ts";

const GOLDEN = new URL("replies.txt", import.meta.url);
const FORM = "application/x-www-form-urlencoded";

/** Maximum length of a reply; longer ones embed the tracks of playlists, which other tests compare. */
const SHOWN = 2500;
/** Random parts of signed URLs. */
const DRAWN = /(?:Policy|Signature|Key-Pair-Id|expires)=[^"&\\]*/g;

/** Returns a line again, with the present reply. */
async function lineOf(line: string, { clientConfig }: Sandbox, authorization: string): Promise<string> {
  const request = /^(.+?) \d{3}(?= |$)/.exec(line)?.[1] ?? line;
  const whole = request.replace(/\((\w)\*(\d+)\)/g, (_, letter, count) => letter.repeat(Number(count)));
  const [, method = "", path = "", given = ""] = /^(\S+) (\S+) ?(.*)$/.exec(whole) ?? [];
  const isForm = /^\w/.test(given);
  const body = given.replace("=ID", `=${clientConfig.clientId}`).replace("SECRET", clientConfig.clientSecret) || null;
  const headers = isForm
    ? { "content-type": FORM }
    : { ...body && { "content-type": "application/json" }, authorization };
  const url = (isForm ? clientConfig.authUrl : "https://api.sandbox.test") + path;
  const reply = await clientConfig.fetch(url, { redirect: "manual", method, body, headers });
  const facts = ["location", "allow", "www-authenticate"].map((name) => reply.headers.get(name)).filter((one) => one);
  const text = (await reply.text()).replaceAll(DRAWN, "…");
  return [request, reply.status, ...facts, text.slice(0, SHOWN)].join(" ").replaceAll(DRAWN, "…").replaceAll(
    "\n",
    "\\n",
  );
}

Deno.test("sandbox routes: every reply, errors and boundaries included, is as it was compared with the service's", async (t) => {
  using sandbox = createSandbox({ clock: "2026-10-01T12:00:00Z" });
  sandbox.clock.freeze("2026-10-01T12:00:00Z");
  const issued = await control<{ access_token: string }>(sandbox, "POST /tokens");
  const golden = (await Deno.readTextFile(GOLDEN)).trimEnd().split("\n");
  const lines: string[] = [];
  for (const line of golden) lines.push(await lineOf(line, sandbox, `OAuth ${issued.body.access_token}`));
  const { body } = await control<ConformanceReport>(sandbox, "GET /conformance");
  if (Deno.env.get("TONEARM_GOLDEN") === "write") return await Deno.writeTextFile(GOLDEN, `${lines.join("\n")}\n`);
  assertEquals(body.violations, [], "the document describes each reply");
  for (const [i, line] of lines.entries()) {
    await t.step(line.slice(0, 100), () => assertEquals(line, golden[i]));
  }
});
