import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { formatTagList, ServiceError } from "@tonearm/client";
import { ClosedPipe, EXITS, explain, Failure, isLasting, reasonOf, unreachable, usage } from "../../cli/errors.ts";
import { temporaryFolder } from "../support/folder.ts";

/** The properties of an error besides its status. */
type Facts = NonNullable<ConstructorParameters<typeof ServiceError>[3]>;

function failed(status: number, body: object = {}, facts: Partial<Facts> = {}): ServiceError {
  return new ServiceError(status, "", body, { code: "http", text: "", ...facts } as Facts);
}

const SIGN_IN = "Check with `tonearm auth status`; sign in with `tonearm login`.";
const CONNECTION = "Check the connection with `tonearm doctor`, or give it longer with --timeout.";
const FORBIDDEN = "Only its owner may do this, or the plan of the account or application doesn't include it.";
const FORCE = "With --force the command continues, and the hidden tracks are lost.";
const AGAIN = "Run the command again when the other program has ended.";
const MISSING = "It may be private, deleted, or of another kind.";

for (
  const [what, error, kind, code, hint] of [
    ["a 401", failed(401), "auth", "auth", SIGN_IN],
    ["an application that is refused", failed(400, { error: "invalid_client" }), "auth", "auth", SIGN_IN],
    ["a 404", failed(404), "not_found", "not_found", MISSING],
    ["a track without a stream", failed(200, {}, { code: "no_stream" }), "not_found", "not_found", MISSING],
    ["a 408", failed(408), "network", "http", CONNECTION],
    ["a 504", failed(504), "network", "http", CONNECTION],
    ["a timeout", failed(0, {}, { code: "timeout" }), "network", "timeout", CONNECTION],
    ["a failure that lasts", failed(0), "network", "network", CONNECTION],
    [
      "a reply that is too large",
      failed(0, {}, { code: "reply_too_large" }),
      "failed",
      "reply_too_large",
      EXITS.failed.next,
    ],
    ["an edit that would lose tracks", failed(0, {}, { code: "hidden_tracks" }), "failed", "hidden_tracks", FORCE],
    ["a write that another program has undone", failed(0, {}, { code: "not_written" }), "failed", "not_written", AGAIN],
    ["a 403", failed(403), "failed", "forbidden", FORBIDDEN],
    ["a 500", failed(500), "failed", "http", EXITS.failed.next],
    ["a 429", failed(429), "rate_limited", "rate_limited", "Wait a while, then try again."],
    [
      "a 429 that says how long",
      failed(429, {}, { headers: new Headers({ "retry-after": "2" }) }),
      "rate_limited",
      "rate_limited",
      "SoundCloud asks to wait 2 s.",
    ],
    [
      "a 503 that says how long",
      failed(503, {}, { headers: new Headers({ "retry-after": "3" }) }),
      "failed",
      "http",
      "SoundCloud asks to wait 3 s.",
    ],
  ] as const
) {
  Deno.test(`explain() makes ${what} the kind ${kind} with the code ${code}`, () => {
    const failure = explain(error);
    assertEquals({ kind: failure.kind, code: failure.code, hint: failure.hint }, { kind, code, hint });
    assertEquals(failure.cause, error);
  });
}

for (
  const [code, kind, message, hint] of [
    ["session_lost", "auth", "Another process removed the profile", "Run `tonearm auth`."],
    ["no_token", "auth", "The profile is no longer signed in", "Run `tonearm login`."],
  ] as const
) {
  Deno.test(`explain() says what to do about ${code}`, () => {
    const failure = explain(failed(0, {}, { code }));
    assertEquals(
      { kind: failure.kind, code: failure.code, message: failure.message, hint: failure.hint },
      { kind, code, message, hint },
    );
  });
}

for (const code of ["token_store", "lock"] as const) {
  Deno.test(`explain() shows what kept ${code} from working, where the program has said it`, () => {
    const cause = new Failure("failed", "The disk is full");
    assertEquals(explain(failed(0, {}, { code, cause })), cause);
    const error = failed(0, {}, { code, cause: new Error("no") });
    const { kind, code: shown, message, hint } = explain(error);
    assertEquals({ kind, shown, message, hint }, {
      kind: "failed",
      shown: code,
      message: error.message,
      hint: EXITS.failed.next,
    });
    assert(!message.startsWith("Cannot reach"), message);
  });
}

Deno.test("explain() says that a session has ended, and to sign in again", () => {
  const error = failed(400, { error: "invalid_grant" });
  assertEquals(error.isPermanentAuthError, true);
  const { kind, code, message, hint, cause } = explain(error);
  assertEquals({ kind, code, message, hint }, {
    kind: "auth",
    code: "login_over",
    message: "The session has ended: its refresh token is no longer valid",
    hint: "Run `tonearm login`.",
  });
  assertEquals(cause, error);
});

Deno.test("unreachable() names the host of a request and what to check", () => {
  const why = new Error("connect ECONNREFUSED");
  const { kind, message, hint, cause } = unreachable("https://api.example:8443/me?token=t", why);
  assertEquals(kind, "network");
  assertEquals(message, "Cannot reach api.example:8443: connection refused");
  assertEquals(hint, CONNECTION);
  assertEquals(cause, why);
  assertEquals(unreachable("no address", why).message, "Cannot reach SoundCloud: connection refused");
});

Deno.test("explain() passes the message of an error of the file system on, unless it names a file", () => {
  const of = (facts: object) => explain(Object.assign(new Error("oh no"), facts)).message;
  assertEquals(of({ code: "ENOENT" }), "oh no");
  assertEquals(of({ code: "ENOENT", syscall: "read" }), "oh no");
  assertEquals(of({ code: "ENOENT", path: "/x" }), "oh no");
  assertEquals(
    of({ code: "ENOENT", path: "/x", syscall: "scandir" }),
    "Cannot read /x: there is no such file or folder",
  );
  assertEquals(of({ code: "ENEW", path: "/x", syscall: "unlink" }), "Cannot remove /x: oh no");
});

for (
  const [syscall, code, message] of [
    ["open", "EACCES", "Cannot open /x: permission denied"],
    ["open", "EPERM", "Cannot open /x: permission denied"],
    ["write", "EROFS", "Cannot write /x: the file system is read-only"],
    ["write", "ENOSPC", "Cannot write /x: no space left on the device"],
    ["mkdir", "ENOTDIR", "Cannot create the folder /x: a file is in the way"],
    ["mkdir", "EEXIST", "Cannot create the folder /x: a file is in the way"],
    ["rename", "EISDIR", "Cannot replace /x: it is a folder"],
    ["rm", "ENOENT", "Cannot remove /x: there is no such file or folder"],
    ["unlink", "EPERM", "Cannot remove /x: permission denied"],
  ] as const
) {
  Deno.test(`explain() describes ${code} of ${syscall} in plain words`, () => {
    assertEquals(explain(Object.assign(new Error("oh no"), { code, syscall, path: "/x" })).message, message);
  });
}

Deno.test("explain() says how long to wait, and when a limit is lifted", () => {
  const meta = { rate_limit: { group: "plays" }, reset_time: "2026/01/02 10:00:00 +0000" };
  const limited = (headers: Record<string, string>) =>
    failed(429, { errors: [{ meta }] }, { headers: new Headers(headers) });
  const lifted = "The limit is lifted at 2026-01-02T10:00:00.000Z.";
  assertEquals(explain(limited({})).hint?.endsWith(lifted), true, explain(limited({})).hint);
  assertEquals(explain(limited({ "retry-after": "2" })).hint, `SoundCloud asks to wait 2 s. ${lifted}`);
  const fraction = Object.assign(failed(503), { retryAfterMs: 1001 });
  assertEquals(explain(fraction).hint, "SoundCloud asks to wait 2 s.");
});

Deno.test("reasonOf() reads four causes below an error, and no more", () => {
  const below = (levels: number): Error =>
    new Error("no", { cause: levels === 0 ? new Error("read ECONNRESET") : below(levels - 1) });
  assertEquals(reasonOf(below(3)), "connection lost");
  assertEquals(reasonOf(below(4)), "no connection");
});

Deno.test("Failure and ClosedPipe have names of their own", () => {
  assertEquals(String(usage("Wrong")), "Failure: Wrong");
  assertEquals(new ClosedPipe().name, "ClosedPipe");
});

for (
  const [systemMessage, reason, lasts] of [
    ["connect ECONNREFUSED 127.0.0.1:1", "connection refused", false],
    ["getaddrinfo EAI_AGAIN api.example", "its name cannot be looked up at the moment", false],
    ["Temporary failure in name resolution", "its name cannot be looked up at the moment", false],
    ["getaddrinfo ENOTFOUND api.example", "the host is unknown", true],
    ["dns error: no record", "the host is unknown", true],
    ["failed to lookup address information", "the host is unknown", true],
    ["invalid peer certificate: UnknownIssuer", "its certificate is not valid", true],
    ["self-signed in chain", "its certificate is not valid", true],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate is not valid", true],
    ["CERT_HAS_EXPIRED", "its certificate is not valid", true],
    ["read ECONNRESET", "connection lost", false],
    ["socket hang up", "connection lost", false],
    ["write EPIPE", "connection lost", false],
    ["connection closed before message completed", "connection lost", false],
    ["other side closed", "connection lost", false],
    ["connect EHOSTUNREACH", "no route to it", false],
    ["Network is unreachable", "no route to it", false],
    ["HTTPS_PROXY is not a URL", "HTTPS_PROXY is not a URL", true],
    ["Proxy response (407) !== 200 when HTTP Tunneling", "the proxy refuses it", false],
    ["tunnel error: unsuccessful", "the proxy refuses it", false],
    ["connect ETIMEDOUT", "timed out", false],
    ["operation timed out", "timed out", false],
    ["something else", "no connection", false],
  ] as const
) {
  Deno.test(`reasonOf() makes "${systemMessage}" read: ${reason}`, () => {
    const error = new TypeError("fetch failed", { cause: new Error(systemMessage) });
    assertEquals(reasonOf(error), reason);
    assertEquals(isLasting(error), lasts);
  });
}

Deno.test("reasonOf() reads the codes of causes, and each of several", () => {
  assertEquals(reasonOf(Object.assign(new Error("no"), { code: "ECONNREFUSED" })), "connection refused");
  assertEquals(
    reasonOf(new AggregateError([new Error("one"), new Error("read ECONNRESET")], "all")),
    "connection lost",
  );
  assertEquals(reasonOf("connection refused"), "no connection");
});

Deno.test("explain() names the host that can't be reached, and no path or secret", () => {
  const cause = new Error("connect ECONNREFUSED");
  const failure = explain(failed(0, {}, { code: "network", url: "https://api.example:8443/me?token=t", cause }));
  assertEquals(failure.message, "Cannot reach api.example:8443: connection refused");
  assertEquals(failure.kind, "network");
  assertEquals(failure.code, "network");
  assertEquals(
    explain(failed(0, {}, { code: "network", cause })).message,
    "Cannot reach SoundCloud: connection refused",
  );
});

Deno.test("explain() reports arguments that the library rejects as wrong usage, and other TypeErrors as faults", () => {
  assertEquals(explain(new RangeError("Too many")).kind, "usage");
  assertEquals(explain(new TypeError("Cannot use the title: empty")).kind, "usage");
  assertEquals(explain(assertThrows(() => formatTagList(['a "b"']))).kind, "usage");
  assertEquals(explain(new TypeError("x is undefined")).kind, "failed");
  assertEquals(explain("text").message, "text");
  assertEquals(explain("text").kind, "failed");
  const own = usage("Wrong", "Right.");
  assertEquals(explain(own), own);
});

Deno.test("EXITS has a code of its own for each kind of failure", () => {
  const codes = Object.values(EXITS).map(({ code }) => code);
  assertEquals(codes, [1, 2, 4, 5, 6, 7, 8, 9, 10, 127, 129, 130, 143]);
  for (const { meaning } of Object.values(EXITS)) assertMatch(meaning, /\w/);
  assertEquals([EXITS.unsaved.next, EXITS.no_command.next], [
    "See `tonearm auth status`.",
    "Check its name, and PATH.",
  ]);
});

Deno.test("explain() describes errors of the file system by their path and reason", async () => {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const file = `${folder}/a.txt`;
  await writeFile(file, "");
  const messageOf = async (work: Promise<unknown>) => explain(await assertRejects(() => work)).message;
  assertEquals(
    await messageOf(readFile(`${folder}/b.txt`)),
    `Cannot open ${folder}/b.txt: there is no such file or folder`,
  );
  assertEquals(await messageOf(readdir(file)), `Cannot read ${file}: a file is in the way`);
  assertEquals(await messageOf(mkdir(file)), `Cannot create the folder ${file}: a file is in the way`);
  assertEquals(await messageOf(writeFile(folder, "")), `Cannot open ${folder}: it is a folder`);
});
