import { assertEquals } from "@std/assert";
import { STATUS_CODES } from "node:http";
import { envelope, gatewayBody, reason } from "../../../sandbox/http/errors.ts";

Deno.test("reason() returns the phrase that HTTP has for each status of the sandbox", () => {
  for (const status of [200, 400, 401, 403, 404, 405, 413, 422, 429, 500, 501, 503, 507]) {
    assertEquals(reason(status), STATUS_CODES[status], String(status));
  }
  assertEquals(reason(299), "Unknown");
});

Deno.test("envelope() has the service's fields in its order", () => {
  const link = "https://developers.soundcloud.com/docs/api/explorer/open-api";
  assertEquals(
    JSON.stringify(envelope(404, "")),
    `{"code":404,"message":"","link":"${link}","status":"404 - Not Found","errors":[],"error":null}`,
  );
  assertEquals(envelope(429, "Slow down", { error_code: "x" }), {
    code: 429,
    message: "Slow down",
    link: "https://developers.soundcloud.com/docs/api/rate-limits#errors",
    status: "429 - Too Many Requests",
    errors: [{ error_message: "Slow down" }],
    error: null,
    error_code: "x",
  });
});

Deno.test("gatewayBody() is indented JSON with any text", () => {
  assertEquals(gatewayBody('not "known"'), '{\n    "error": "not \\"known\\""\n}');
});
