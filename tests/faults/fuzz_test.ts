import { assertEquals } from "@std/assert";
import { fetch as fetchLow, fetchUrl, ServiceClient, ServiceError } from "@tonearm/client";
import fc from "fast-check";
import { type Answer, answer, give } from "../support/fuzz_replies.ts";
import { anyUrl } from "../support/texts.ts";

const BATCH = 100;
/** Tokens, the app's secret, and a token that a reply has brought. */
const SECRET = /s3cret|fresh-token/;
const LONGEST_MS = 20_000;
const DEFAULT_CASES = 2000;
/** As many as `deno task test:fuzz` says, each time others; in the suite always the same. */
const CASES = Number(Deno.env.get("TONEARM_FUZZ") ?? DEFAULT_CASES);
const SEED = Number(Deno.env.get("TONEARM_FUZZ_SEED") ?? (CASES > DEFAULT_CASES ? Date.now() % 2 ** 31 : 42));

const APP = { clientId: "app", clientSecret: "s3cret-app", redirectUri: "https://app.example/" };
const ADDRESSES = { baseUrl: "https://api.sandbox.test", authUrl: "https://secure.sandbox.test" };
const OWN: readonly string[] = Object.values(ADDRESSES);
const RETRY = { maxRetries: 1, retryBaseDelay: 0 };
const SOUND = new Blob(["sound"]);

interface Case {
  readonly call: keyof typeof CALLS;
  readonly answers: readonly Answer[];
  /** What a caller may get wrong. */
  readonly word: string;
  /** The call is given up at this request. */
  readonly abortAt: number | undefined;
}

interface Scene {
  readonly client: ServiceClient;
  readonly send: typeof fetch;
  readonly word: string;
  readonly signal: AbortSignal;
}

const contextOf = (send: typeof fetch) => ({
  ...ADDRESSES,
  fetch: send,
  retry: RETRY,
  getToken: () => "s3cret-access",
  setToken() {},
});

const CALLS = {
  getTrack: ({ client, signal }: Scene) => client.tracks.getTrack(1, { signal }),
  getTracks: ({ client }: Scene) => client.tracks.getTracks([1, 2]),
  search: ({ client }: Scene) => client.search.tracks("a"),
  pages: ({ client, signal }: Scene) => client.fetchAll(() => client.me.getTracks(), { signal, maxItems: 100 }),
  ahead: ({ client }: Scene) => client.fetchAll(() => client.users.getFollowers(1), { prefetch: true }),
  streamUrl: ({ client, signal }: Scene) => client.tracks.getStreamUrl(1, { signal }),
  previewUrl: ({ client }: Scene) => client.tracks.getPreviewUrl(1),
  resolve: ({ client }: Scene) => client.resolve.resolveUrl("https://soundcloud.com/a"),
  create: ({ client, signal }: Scene) => client.playlists.create({ title: "a" }, { signal }),
  addTracks: ({ client }: Scene) => client.playlists.addTracks(1, [2]),
  update: ({ client }: Scene) => client.tracks.update(1, { title: "a" }),
  remove: ({ client }: Scene) => client.tracks.delete(1),
  unlike: ({ client }: Scene) => client.likes.unlikeTrack(1),
  upload: ({ client, signal }: Scene) => client.tracks.upload({ title: "a", asset_data: SOUND }, { signal }),
  exchange: ({ client }: Scene) => client.auth.getUserToken("s3cret-code"),
  refresh: ({ client }: Scene) => client.auth.refreshUserToken("s3cret-refresh"),
  signOut: ({ client }: Scene) => client.auth.signOut("s3cret-access"),
  raw: ({ client, signal }: Scene) => client.raw.get("/me", {}, { signal }),
  lowFetch: ({ send }: Scene) => fetchLow({ path: "/me", method: "GET" }, contextOf(send)),
  // The caller's own words: mistakes among them.
  oddId: ({ client, word }: Scene) => client.tracks.getTrack(word),
  oddPath: ({ client, word }: Scene) => client.raw.get(word),
  oddUrl: ({ send, word }: Scene) => fetchUrl(word, "s3cret-access", RETRY, undefined, send, contextOf(send)),
} as const;

const MISTAKABLE: readonly string[] = ["oddId", "oddPath", "oddUrl"];

/** A `fetch` that answers one after the other, and notes what secret went to a stranger. */
function sender({ answers, abortAt }: Case, abort: AbortController, leaks: string[]): typeof fetch {
  let asked = 0;
  return (input, init) => {
    const url = String(input);
    const isOwn = OWN.includes(new URL(url).origin);
    const sent = `${url} ${JSON.stringify([...new Headers(init?.headers)])} ${init?.body ?? ""}`;
    if (SECRET.test(url) || !isOwn && (SECRET.test(sent) || init?.body)) leaks.push(sent);
    if (asked === abortAt) abort.abort();
    const given = answers[asked++ % answers.length]!;
    return new Promise((resolve) => resolve(give(given)));
  };
}

/** Makes a call; gives what is wrong with its end. */
async function complaint(given: Case): Promise<string | undefined> {
  const abort = new AbortController();
  const leaks: string[] = [];
  const send = sender(given, abort, leaks);
  const client = new ServiceClient({ ...APP, ...ADDRESSES, ...RETRY, fetch: send });
  client.setToken("s3cret-access", "s3cret-refresh");
  const call = CALLS[given.call]({ client, send, word: given.word, signal: abort.signal });
  const failure = await limit(call.then(() => undefined, (error) => strange(error, given, abort.signal)));
  return leaks.length > 0 ? `a secret went to a stranger: ${leaks[0]}` : failure;
}

/** What an error shouldn't be. */
function strange(error: unknown, { call }: Case, { aborted, reason }: AbortSignal): string | undefined {
  const isMistake = (error instanceof TypeError || error instanceof RangeError) && MISTAKABLE.includes(call);
  const isAbort = aborted && error === reason;
  if (!(error instanceof ServiceError || isMistake || isAbort)) return String((error as Error).stack);
  return /s3cret/.test(`${error} ${JSON.stringify(error)}`) ? "a secret in an error" : undefined;
}

async function limit(work: Promise<string | undefined>): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => timer = setTimeout(() => resolve("it hangs"), LONGEST_MS));
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const word = fc.oneof(
  fc.string(),
  anyUrl(),
  fc.constantFrom(
    "/me",
    "//evil.example",
    "https://api.sandbox.test/me",
    "https://api.sandbox.test@evil.example/",
    "..",
    "1",
  ),
);
const oneCase: fc.Arbitrary<Case> = fc.record({
  call: fc.constantFrom(...Object.keys(CALLS) as Case["call"][]),
  answers: fc.array(answer, { minLength: 1, maxLength: 6 }),
  word,
  abortAt: fc.option(fc.nat(3), { nil: undefined, freq: 8 }),
});

Deno.test(`${CASES} calls met with nonsense end in a result, a ServiceError, the caller's mistake or an abort, and leak nothing`, async () => {
  if (CASES > DEFAULT_CASES) console.log(`TONEARM_FUZZ_SEED=${SEED}`);
  for (let done = 0; done < CASES; done += BATCH) {
    const cases = fc.sample(oneCase, { numRuns: Math.min(BATCH, CASES - done), seed: SEED + done });
    const complaints = await Promise.all(cases.map(complaint));
    const at = complaints.findIndex((text) => text !== undefined);
    const seen = JSON.stringify(cases[at], null, 1);
    assertEquals(complaints[at], undefined, `TONEARM_FUZZ_SEED=${SEED}, case ${done + at}: ${seen}`);
  }
});
