/** Sign-ins whose address is opened and pasted by hand, so that they need no browser. */
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { authorize } from "../../../cli/auth/login.ts";
import { Failure } from "../../../cli/errors.ts";
import { factsOf, testContext, testHost } from "../../support/cli/test_host.ts";

const ANY = "http://127.0.0.1:0/callback";
const OWN = "app:/callback";

/** What a user does, and where. */
interface Evening {
  readonly redirectUri?: string;
  /** The lines that the user pastes; `STATE` is that of the login. */
  readonly pastes?: readonly string[];
  /** Whether stdin stays open after them. Default: it ends. */
  readonly staysOpen?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly waitMs?: number;
  readonly input?: boolean;
}

/** Signs in; returns the grant or the failure, and what the user reads, with the address as `ADDRESS`. */
async function signIn(evening: Evening) {
  const { redirectUri = OWN, pastes = [], staysOpen = false, env = {}, waitMs = 20_000, input = true } = evening;
  const on = testHost({ env });
  const address = () => new URL(/https:\S+authorize\S+/.exec(on.stderr)?.[0] ?? "");
  const stdin = {
    isTTY: false,
    async *[Symbol.asyncIterator]() {
      for (const line of pastes) {
        const state = address().searchParams.get("state") ?? "";
        yield await Promise.resolve(new TextEncoder().encode(`${line.replace("STATE", state)}\n`));
      }
      if (staysOpen) await new Promise<never>(() => {});
    },
  };
  const context = testContext({ ...on, host: { ...on.host, stdin } }, { input });
  const settings = { clientId: "a", authUrl: undefined, redirectUris: [redirectUri] as const, browser: false, waitMs };
  const result = await authorize(context, settings).catch((error: unknown) => error);
  const shown = on.stderr.replace(/https:\S+authorize\S+/, "ADDRESS").replaceAll(/127\.0\.0\.1:\d{2,}/g, "HERE")
    .replaceAll(/\b\d{5}\b/g, "PORT");
  return { result, shown, address };
}

const OPEN = "Open this URL in a browser:\n\n  ADDRESS\n\n";
const REGISTER = (uri: string) =>
  `SoundCloud redirects only to a registered URI; register your application with ${uri}.\n`;
const PASTE = "Then paste the URL of the page that the browser ends on, even if it shows an error:\n";
const WRONG = "This URL doesn't belong to this login: its state differs, or it has no code. Try again:\n";
const ELSE =
  "Keep stdin open to paste it, sign in on a machine with a browser and copy the profile, or set TONEARM_TOKEN.";

Deno.test("authorize() says what to open, to register and to paste, and takes the pasted address", async () => {
  const { result, shown, address } = await signIn({ pastes: ["app:/callback?code=c&state=STATE"] });
  assertEquals(shown, OPEN + REGISTER(OWN) + PASTE);
  const { verifier, ...grant } = Object(result);
  assertEquals(grant, { code: "c", redirectUri: OWN });
  assertMatch(verifier, /^[\w-]{43,128}$/);
  assertEquals(address().searchParams.get("redirect_uri"), OWN);
  assertEquals(address().searchParams.get("code_challenge_method"), "S256");
  assertMatch(address().searchParams.get("state") ?? "", /^[\w-]{32}$/);
});

Deno.test("authorize() asks again for an address that isn't of this login", async () => {
  const pastes = ["app:/callback?code=c&state=x", "hm", "app:/callback?code=c&state=STATE"];
  const { result, shown } = await signIn({ pastes });
  assertEquals(shown, OPEN + REGISTER(OWN) + PASTE + WRONG + WRONG);
  assertEquals(Object(result).code, "c");
});

Deno.test("authorize() says what else there is once stdin has ended", async () => {
  const { result } = await signIn({});
  const message = "stdin ended before a URL was pasted";
  assertEquals(factsOf(result), { kind: "auth", code: "no_answer", message, hint: ELSE });
});

Deno.test("authorize() without questions needs a redirect to this machine", async () => {
  const { result, shown } = await signIn({ input: false });
  const message = "Cannot receive the redirect to app:/callback";
  assertEquals(factsOf(result), { kind: "usage", code: "usage", message, hint: ELSE });
  assertEquals(shown, OPEN + REGISTER(OWN));
});

Deno.test("authorize() says what a blank page means when nobody has answered in time", async () => {
  const { result } = await signIn({ staysOpen: true, waitMs: 1 });
  const hint =
    "A blank page means that the application isn't registered with exactly this redirect URI, scheme and port " +
    "included: app:/callback. Register it at soundcloud.com/you/apps, or name yours with --redirect-uri.";
  const message = "Nobody signed in within 0.001 s";
  assertEquals(factsOf(result), { kind: "auth", code: "login_timeout", message, hint });
});

for (
  const [query, code, message, hint] of [
    [
      "error=access_denied",
      "access_denied",
      "The access was denied in the browser (access_denied)",
      "Nothing was saved. Run `tonearm login` again and choose to allow it.",
    ],
    [
      "error=invalid_request&error_description=No",
      "invalid_request",
      "SoundCloud did not accept the login request (invalid_request: No)",
      "Is the application registered with exactly app:/callback?",
    ],
    [
      "error=odd",
      "odd",
      "The login failed (odd)",
      "Is the application registered with exactly app:/callback?",
    ],
  ] as const
) {
  Deno.test(`authorize() explains the answer ${query}`, async () => {
    const { result } = await signIn({ pastes: [`app:/callback?${query}&state=STATE`] });
    assertEquals(factsOf(result), { kind: "auth", code, message, hint });
  });
}

for (
  const [what, env, command] of [
    ["the user, host and port", { SSH_CONNECTION: "1.2.3.4 50000 10.0.0.9 2222", USER: "ann" }, "-p 2222 ann@10.0.0.9"],
    ["the usual port", { SSH_CONNECTION: "1.2.3.4 50000 10.0.0.9 22", LOGNAME: "bob" }, "bob@10.0.0.9"],
    ["a port that is none", { SSH_CONNECTION: "1.2.3.4 50000 10.0.0.9 x", USER: "ann" }, "ann@10.0.0.9"],
    ["nothing but a terminal", { SSH_TTY: "/dev/pts/0" }, "USER@HOST"],
  ] as const
) {
  Deno.test(`authorize() over SSH says how to forward the redirect, with ${what}`, async () => {
    const pastes = ["http://x/?code=c&state=STATE"];
    const { shown } = await signIn({ redirectUri: ANY, env, pastes });
    const forward = "Before that, run this on your own machine, to forward the redirect to this one:\n\n" +
      `  ssh -N -L PORT:HERE ${command}\n\n`;
    assertEquals(shown, OPEN + forward + REGISTER("http://HERE/callback") + PASTE);
  });
}

for (const name of ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"]) {
  Deno.test(`authorize() over SSH with ${name} forwards nothing`, async () => {
    const env = { SSH_TTY: "/dev/pts/0", [name]: "x" };
    const { shown } = await signIn({ redirectUri: ANY, env, pastes: ["http://x/?code=c&state=STATE"] });
    assertEquals(shown, OPEN + REGISTER("http://HERE/callback") + PASTE);
  });
}

for (
  const [redirectUri, shown] of [
    ["http://127.0.0.1:0", /^http:\/\/127\.0\.0\.1:[1-9]\d*$/],
    ["http://localhost:0/a:0/b", /^http:\/\/localhost:[1-9]\d*\/a:0\/b$/],
    ["https://127.0.0.1:0/x", /^https:\/\/127\.0\.0\.1:0\/x$/],
    ["http://10.0.0.1:0/x", /^http:\/\/10\.0\.0\.1:0\/x$/],
  ] as const
) {
  Deno.test(`authorize() puts its port into ${redirectUri}, if it is on this machine`, async () => {
    const { address } = await signIn({ redirectUri });
    assertMatch(address().searchParams.get("redirect_uri") ?? "", shown);
  });
}

Deno.test("authorize() with a browser needs questions", async () => {
  const settings = { clientId: "a", authUrl: undefined, redirectUris: [OWN] as const, browser: true, waitMs: 1 };
  const failure = await assertRejects(() => authorize(testContext(testHost(), { input: false }), settings), Failure);
  assertEquals(factsOf(failure), {
    kind: "usage",
    code: "usage",
    message: "Cannot sign in with the browser and --no-input",
    hint: "Use --with-token, --pairing, or --no-browser to print the URL and wait until somebody has opened it.",
  });
});
