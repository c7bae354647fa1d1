import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { control } from "../../support/control.ts";

const LONG = "x".repeat(200);
const SHOWN = "x".repeat(80);

/** Requests for what isn't there, and how they are refused: 80 letters of a name are enough to find it. */
const REFUSED: Readonly<Record<string, readonly [status: number, error: string]>> = {
  [`DELETE /sessions/${LONG}`]: [404, `There is no session ${SHOWN}`],
  [`DELETE /faults/${LONG}`]: [404, `There is no fault ${SHOWN}`],
  [`DELETE /snapshots/${LONG}`]: [404, `There is no snapshot ${SHOWN}`],
  [`POST /snapshots/${LONG}/restore`]: [404, `There is no snapshot ${SHOWN}`],
  [`POST /requests/${LONG}/replay`]: [404, `The log has no request ${SHOWN}`],
  [`GET /listen/${LONG}`]: [404, `There is no track ${SHOWN}`],
  [`GET /media/${LONG}`]: [404, `There is no ${SHOWN}`],
  [`GET /catalogue/${LONG}`]: [404, `The catalogue has no ${SHOWN}`],
  [`GET /ui/${LONG}`]: [404, `The dashboard has no ${SHOWN}`],
  [`GET /${LONG}`]: [404, `The control plane has no /${SHOWN.slice(1)}`],
  "GET /sessions/": [404, "The control plane has no /sessions/"],
  "GET /ui/%zz": [400, "The path is not decodable"],
};

for (const [request, [status, error]] of Object.entries(REFUSED)) {
  Deno.test(`/_sandbox: ${request.replace(LONG, "<long>")} is refused with ${status} and a reason`, async () => {
    using sandbox = createSandbox();
    assertEquals(await control(sandbox, request), { status, body: { error } });
  });
}

/** Bodies that are refused. */
const BODIES: readonly (readonly [request: string, body: unknown, status: number, error: string])[] = [
  ["POST /tokens", { user: LONG }, 404, `There is no user ${SHOWN}`],
  ["POST /tokens", { app: LONG }, 404, `There is no app ${SHOWN}`],
  ["POST /tokens", { app: 7 }, 404, "There is no app 7"],
  ["POST /tokens", { user: [] }, 400, "user is neither an id nor a permalink"],
  ["POST /tokens", "{", 400, "The body is not JSON"],
];

for (const [request, body, status, error] of BODIES) {
  Deno.test(`/_sandbox: ${request} with ${JSON.stringify(body).replace(LONG, "<long>")} is refused with ${status}`, async () => {
    using sandbox = createSandbox();
    assertEquals(await control(sandbox, request, body), { status, body: { error } });
  });
}

Deno.test("/_sandbox: a method that a path doesn't have is a 405 that tells the others", async () => {
  using sandbox = createSandbox();
  for (const [request, allow] of [["PATCH /requests", "GET, DELETE"], ["DELETE /clock", "GET, POST"]]) {
    const [method = "", path = ""] = request!.split(" ");
    const reply = await sandbox.fetch(`https://api.sandbox.test/_sandbox${path}`, { method });
    assertEquals({ status: reply.status, allow: reply.headers.get("allow") }, { status: 405, allow }, request);
  }
});

Deno.test("/_sandbox: replies are neither cached nor sniffed", async () => {
  using sandbox = createSandbox();
  for (const path of ["/state", "/nothing", "/export"]) {
    const { headers, body } = await sandbox.fetch(`https://api.sandbox.test/_sandbox${path}`);
    await body?.cancel();
    assertEquals([headers.get("cache-control"), headers.get("x-content-type-options")], ["no-store", "nosniff"], path);
  }
});
