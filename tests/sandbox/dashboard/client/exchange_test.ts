import { assertEquals } from "@std/assert";
import { copied, onPage, press } from "../page.ts";
import { exchangeDetails, statusBadge } from "../../../../sandbox/dashboard/client/exchange.ts";
import type { LoggedRequest } from "../../../../sandbox/base/request_log.ts";

const ENTRY: LoggedRequest = {
  id: 1,
  at: "2026-10-01T12:00:00.000Z",
  app: null,
  method: "GET",
  path: "/me?limit=1",
  status: 200,
  milliseconds: 1.5,
  faults: [],
  notes: [],
  request: { headers: {}, body: null },
  reply: { headers: {}, body: null },
};

Deno.test("statusBadge() tells successes, redirects, errors and lost connections apart, also in words", () => {
  const badges = [200, 299, 300, 399, 400, 599, 0].map((status) => {
    const badge = statusBadge(status);
    return `${badge.textContent}: ${badge.getAttribute("class")}`;
  });
  assertEquals(badges, [
    "200: mono good",
    "299: mono good",
    "300: mono moved",
    "399: mono moved",
    "400: mono bad",
    "599: mono bad",
    "lost: mono bad",
  ]);
});

Deno.test(onPage('"Copy as curl" leaves out the headers that curl or the connection sets', async () => {
  const names = ["host", "content-length", "connection", "accept-encoding", "user-agent", "sec-fetch-site", "accept"];
  const headers = Object.fromEntries(names.map((name) => [name, "x"]));
  const element = exchangeDetails({ ...ENTRY, request: { headers, body: null } }, () => {});
  await press(element, "Copy as curl");
  assertEquals(copied.at(-1), "curl 'https://api.sandbox.test/~mine/me?limit=1' \\\n  -H 'accept: x'");
}));

Deno.test(onPage('"Copy as curl" keeps a shell from reading anything in a header or a body', async () => {
  const headers = { authorization: 'OAuth [hidden]"`\\', "x-own": "it's $HOME", "x-`a`": "?code=[hidden]&$(b)" };
  const entry = { ...ENTRY, method: "DELETE", request: { headers, body: "a 'b' `c`" } };
  await press(exchangeDetails(entry, () => {}), "Copy as curl");
  assertEquals(copied.at(-1)?.split(" \\\n  "), [
    "curl -X DELETE 'https://api.sandbox.test/~mine/me?limit=1'",
    '-H "authorization: OAuth $TOKEN\\"\\`\\\\"',
    "-H 'x-own: it'\\''s $HOME'",
    '-H "x-\\`a\\`: ?code=$TOKEN&\\$(b)"',
    "--data-raw 'a '\\''b'\\'' `c`'",
  ]);
}));
