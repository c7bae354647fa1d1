/**
 * Tests of the sandbox that can't pass in a place, each with its reason. One that passes after all is a failure, too.
 *
 * @module
 */

const NO_HEADER = "a page sets neither `origin` nor `sec-fetch-site` nor `content-length` itself";
const NO_STREAM = "Firefox sends no stream as a body";
const NO_REASON = "Chromium says of every body that fails that it failed to fetch";

const OF_PAGE: Readonly<Record<string, string>> = {
  "POST /requests/*/replay reports status 0 for a lost connection, and rejects a request whose body the log no longer has":
    NO_HEADER,
  "fact: Browsers may call every method (OPTIONS /me)": NO_HEADER,
  "sandbox headers: a browser's question is answered for ten minutes, with what the service allows": NO_HEADER,
  "GET /authorize: a form without a decision, or from another site, decides nothing": NO_HEADER,
  "sandbox routing: browsers get CORS headers, on errors too, unless they are switched off": NO_HEADER,
};

/** By the names of places and of tests. */
export const LACKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Bun: {
    "sandbox.config: an assignment of another kind is rejected, and changes nothing":
      "its error about a frozen object names no field",
  },
  workerd: {
    "sandbox.fetch returns the redirect with redirect: manual, and rejects with redirect: error":
      'its `Request` knows no `redirect: "error"`',
  },
  Chromium: {
    ...OF_PAGE,
    "sandbox.fetch rejects with the signal's reason: before, during the wait, and during the body": NO_REASON,
    "sandbox.fetch rejects reading a body after an abort, however short it is": NO_REASON,
  },
  Firefox: {
    ...OF_PAGE,
    "readValue() joins a character that arrives in two chunks": NO_STREAM,
    "readValue() rejects a body over 1 MiB before it's complete": NO_STREAM,
    "Call.scan() reads a letter whose bytes arrive one by one": NO_STREAM,
    "Call.scan() stops at the piece that has reached the length": NO_STREAM,
    "Call.peek() reads 64 KiB, and only once": NO_STREAM,
    "POST /oauth/token: a token request of a megabyte isn't read to its end": NO_STREAM,
    "exchange(): the log has a body that its operation didn't read, even if it arrives late": NO_STREAM,
    "exchange(): a body that never ends delays its response for a moment, and the log has what arrived": NO_STREAM,
    "POST /playlists joins a character that two chunks of the request share": NO_STREAM,
  },
};
