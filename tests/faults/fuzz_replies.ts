import fc from "fast-check";
import { anyText, anyUrl } from "../support/texts.ts";

/** The reply to a request. */
export type Answer =
  | { readonly lost: "TypeError" | "text" | "body" | "opaque" }
  | {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: string | Uint8Array<ArrayBuffer>;
  };

/** URLs of the service, of other hosts, and invalid ones. */
const address = fc.oneof(
  fc.constantFrom(
    "https://api.sandbox.test/me/tracks?cursor=2",
    "https://api.sandbox.test/me/tracks?cursor=3&oauth_token=x",
    "https://secure.sandbox.test/oauth/token",
    "https://api.sandbox.test.evil.example/me",
    "https://api.sandbox.test@evil.example/me",
    "http://api.sandbox.test/me",
    "//evil.example/me",
    "\\\\evil.example\\me",
    "https://evil.example:443/tracks?limit=1",
    "/me/tracks?offset=4",
    "javascript:alert(1)",
    "data:application/json,{}",
    "https://[",
    "",
  ),
  anyUrl(),
  fc.string(),
);

const odd = fc.oneof(fc.constantFrom("fresh-token", "", "a\nb", "é", " "), fc.integer(), fc.constant(null));
const item = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.record({ id: fc.integer(), kind: fc.constant("track") }));
const page = fc.record({
  collection: fc.array(item, { maxLength: 3 }),
  next_href: fc.oneof(address, fc.jsonValue({ maxDepth: 1 })),
});
/** Texts that aren't a delay in seconds that the library would wait for. */
const notADelay = fc.string().filter((text) => !(Number(text) > 0 && Number(text) <= 60));
const failure = fc.record({
  code: fc.jsonValue({ maxDepth: 1 }),
  message: fc.jsonValue({ maxDepth: 1 }),
  error: fc.oneof(fc.constantFrom("invalid_grant", "invalid_token"), fc.jsonValue({ maxDepth: 1 })),
  errors: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(
      fc.record({
        error_message: fc.jsonValue(),
        meta: fc.record({ rate_limit: fc.jsonValue(), reset_time: notADelay }),
      }),
    ),
  ),
}, { requiredKeys: [] });
const tokens = fc.record({ access_token: odd, refresh_token: odd, expires_in: fc.jsonValue() }, { requiredKeys: [] });
const streams = fc.record({ hls_aac_160_url: address, hls_mp3_128_url: fc.oneof(address, fc.jsonValue()) });

const json = fc.oneof(page, page, failure, tokens, streams, fc.jsonValue()).map((value) => JSON.stringify(value));
/** Unusual JSON. */
const unusualJson = fc.constantFrom(
  '{"__proto__":{"polluted":true},"collection":[],"constructor":{"prototype":{"polluted":true}}}',
  '\ufeff{"collection":[1],"next_href":"/me?cursor=9"}',
  '{"collection":[],"collection":null,"next_href":1}',
  `{"collection":[${"[".repeat(5000)}${"]".repeat(5000)}]}`,
  '{"next_href":{"toString":1},"collection":[{}]}',
  "1e999",
  '"/me"',
  "[null]",
);
const body = fc.oneof(
  { weight: 6, arbitrary: json },
  { weight: 1, arbitrary: unusualJson },
  { weight: 1, arbitrary: json.map((text) => text.slice(0, text.length / 2)) },
  { weight: 1, arbitrary: anyText() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => Uint8Array.from(bytes)) },
);

/** Values that cause no wait. */
const pause = fc.constantFrom(
  "-1",
  "0",
  "61",
  "1e99",
  "soon",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "2100/01/01 00:00:00 +0000",
);
const latin = fc.string({
  unit: fc.integer({ min: 33, max: 255 }).filter((c) => c !== 127).map((c) => String.fromCharCode(c)),
});
const headers = fc.record({
  "location": fc.oneof(address.filter((text) => /^[\x21-\x7e]*$/.test(text)), latin),
  "retry-after": pause,
  "content-type": fc.oneof(fc.constantFrom("application/json", "text/html"), latin),
  "x-request-id": latin,
}, { requiredKeys: [] });
const status = fc.oneof(
  fc.constantFrom(200, 200, 200, 201, 302, 401, 403, 404, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
);

/** Generates the reply to a request. */
export const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ status, headers, body }) },
  { weight: 1, arbitrary: fc.record({ lost: fc.constantFrom("TypeError", "text", "body", "opaque") }) },
);

function brokenBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(new TypeError("connection lost")) });
}

/** Returns the reply as a `fetch` does. */
export function toResponse(given: Answer): Response {
  if (!("lost" in given)) {
    const { status, headers, body } = given;
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
  }
  if (given.lost === "opaque") return Response.error();
  if (given.lost === "body") return new Response(brokenBody());
  throw given.lost === "text" ? "no network" : new TypeError("fetch failed");
}
