import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { explainListening, SERVE_KINDS } from "../../../sandbox/http/serve.ts";

const AT = { hostname: "10.1.2.3", port: 80 };

for (
  const { code, told } of [
    { code: "EADDRINUSE", told: "Cannot listen on port 80: it is in use" },
    { code: "EACCES", told: "Cannot listen on port 80: permission denied" },
    { code: "EADDRNOTAVAIL", told: "Cannot listen on 10.1.2.3: it is not an address of this machine" },
    { code: "EINVAL", told: "Cannot listen on 10.1.2.3: it is not an address of this machine" },
    { code: "ENOTFOUND", told: "Cannot listen on 10.1.2.3: it is not an address of this machine" },
  ]
) {
  Deno.test(`explainListening(): ${code} is told as ${JSON.stringify(told)}, with its cause`, () => {
    const cause = Object.assign(new Error("listen failed"), { code });
    const error = explainListening(cause, AT);
    assert(error instanceof Error);
    assertEquals({ message: error.message, cause: error.cause }, { message: told, cause });
  });
}

Deno.test("explainListening() leaves other errors as they are", () => {
  for (const error of [Object.assign(new Error("many files"), { code: "EMFILE" }), new TypeError("no code"), "text"]) {
    assertStrictEquals(explainListening(error, AT), error);
  }
});

/** Values that an option accepts and refuses. */
const VALUES: Readonly<Record<keyof typeof SERVE_KINDS, { accepted: unknown[]; refused: unknown[] }>> = {
  hostname: { accepted: ["127.0.0.1", "::"], refused: ["", 1, null] },
  port: { accepted: [0, 8080, 65_535], refused: [-1, 65_536, 1.5, "80", null] },
  tls: { accepted: [true, false, { key: "k", cert: "c" }], refused: [{ key: "k" }, { cert: "c" }, "true", null] },
  publicUrl: {
    accepted: ["https://sandbox.example.org", "http://sandbox/"],
    refused: ["sandbox.example.org", "ftp://sandbox", "https://", 1, null],
  },
};

for (const [name, { accepted, refused }] of Object.entries(VALUES)) {
  Deno.test(`SERVE_KINDS: ${name} accepts its own kind of value only`, () => {
    const { accepts } = SERVE_KINDS[name as keyof typeof VALUES];
    assertEquals(accepted.filter((value) => !accepts(value)), []);
    assertEquals(refused.filter((value) => accepts(value)), []);
  });
}
