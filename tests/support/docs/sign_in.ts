import { assert, assertEquals, assertMatch, assertNotEquals, assertObjectMatch } from "@std/assert";
import { ServiceClient } from "@tonearm/client";
import { type Cookie, CookieJar } from "tough-cookie";
import type { Served } from "../sandbox/requests.ts";

const HOUR_MS = 3_600_000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A test, with a browser for each visit and the sandbox that the program signs its users in at. */
export type SignInTest = (visit: () => Browser, served: Served) => Promise<void>;

/** Defines the tests of a program, which the function starts and stops. */
export function signInTests(
  name: string,
  launched: (test: SignInTest) => Promise<void>,
  ignore = false,
): Deno.TestDefinition[] {
  return Object.entries(TESTS).map(([does, test]) => ({ name: `${name} ${does}`, ignore, fn: () => launched(test) }));
}

const TESTS: Record<string, SignInTest> = {
  "signs two users in without mixing them, and out again": signsTwoIn,
  "keeps its cookies from scripts and other sites, and tokens out of them": keepsCookies,
  "rejects a callback of another browser or state, and one without the user's consent": rejectsOthers,
  "refreshes once an hour, keeps the new pair, and signs out with an expired token": refreshesHourly,
  "forgets the session of a user who withdraws the access": forgetsWithdrawn,
};

async function signsTwoIn(visit: () => Browser): Promise<void> {
  const [one, two] = [visit(), visit()];
  assertMatch((await one.get("/")).text, /href="\/login"/);
  await one.signIn("1");
  await two.signIn("2");
  const [first, second] = [await one.get("/"), await two.get("/")];
  assertMatch(first.text, /<h1>Night Ferry<\/h1>[^]*(<li>.+?<\/li>){5}/);
  assertMatch(second.text, /<h1>夜の海 Yoru no Umi<\/h1>/);
  assertNotEquals(await one.cookie("session"), await two.cookie("session"));

  const session = await one.cookie("session");
  assertEquals((await one.get("/logout", "POST")).location, "/");
  assertEquals(await one.cookie("session"), undefined);
  await one.setCookie(`session=${session}`);
  assertMatch((await one.get("/")).text, /href="\/login"/);
  assertMatch((await two.get("/")).text, /<h1>夜の海 Yoru no Umi<\/h1>/);
}

async function keepsCookies(visit: () => Browser): Promise<void> {
  const browser = visit();
  await browser.setCookie("session=planted");
  await browser.consent("1", "allow");
  const [pending] = await browser.cookies("sign_in");
  assertObjectMatch(pending ?? {}, { httpOnly: true, sameSite: "lax", maxAge: 600 });
  await browser.signIn("1");
  const [session, ...others] = await browser.cookies();
  assertEquals(others, []);
  assertEquals({ httpOnly: session?.httpOnly, sameSite: session?.sameSite }, { httpOnly: true, sameSite: "lax" });
  assertMatch(session?.value ?? "", UUID);
}

async function rejectsOthers(visit: () => Browser, served: Served): Promise<void> {
  const [browser, other] = [visit(), visit()];
  const callback = await browser.consent("1", "allow");
  assertEquals((await other.get(callback)).location, "/");
  assertMatch((await other.get("/")).text, /href="\/login"/);
  await other.consent("2", "allow");
  const forged = await other.get(callback);
  assertObjectMatch(forged, { status: 400, text: "Cannot sign in: the state does not match" });
  assertEquals((await other.get(callback)).location, "/", "a sign-in counts once");
  const denied = await browser.get(await browser.consent("1", "deny"));
  assertObjectMatch(denied, { status: 400, text: "Cannot sign in: access_denied" });
  assertMatch((await browser.get("/")).text, /href="\/login"/);
  const { total } = await served.getJson<{ total: number }>("/_sandbox/requests?path=/oauth/token");
  assertEquals(total, 0, "no code was exchanged");
}

async function refreshesHourly(visit: () => Browser, served: Served): Promise<void> {
  const browser = visit();
  await browser.signIn("1");
  const exchanges = async () => (await served.getJson<{ total: number }>("/_sandbox/requests?path=/oauth/token")).total;
  for (const hours of [1, 2, 3]) {
    served.sandbox.clock.advance(HOUR_MS);
    assertMatch((await browser.get("/")).text, /<h1>Night Ferry<\/h1>/);
    assertEquals(await exchanges(), 1 + hours);
  }
  served.sandbox.clock.advance(HOUR_MS);
  assertEquals((await browser.get("/logout", "POST")).location, "/");
}

async function forgetsWithdrawn(visit: () => Browser, { sandbox, url }: Served): Promise<void> {
  const browser = visit();
  await browser.signIn("1");
  const { clientId, clientSecret } = sandbox.clientConfig;
  const client = new ServiceClient({ clientId, clientSecret, baseUrl: url, authUrl: url });
  client.setToken(sandbox.issueTokens().access_token);
  await client.auth.disconnect();
  assertEquals((await browser.get("/")).location, "/");
  assertMatch((await browser.get("/")).text, /href="\/login"/);
}

/** A minimal browser: it keeps cookies, and follows redirects only on request. */
export class Browser {
  readonly #url: string;
  readonly #jar = new CookieJar();

  constructor(url: string) {
    this.#url = url;
  }

  async get(path: string, method = "GET"): Promise<{ status: number; location: string | null; text: string }> {
    const url = this.#url + path;
    const headers = {
      cookie: await this.#jar.getCookieString(url),
      // The headers of a form without fields.
      ...(method === "POST" && { origin: this.#url, "content-type": "application/x-www-form-urlencoded" }),
    };
    const reply = await fetch(url, { method, headers, redirect: "manual" });
    for (const cookie of reply.headers.getSetCookie()) await this.#jar.setCookie(cookie, url);
    return { status: reply.status, location: reply.headers.get("location"), text: await reply.text() };
  }

  async cookies(name?: string): Promise<Cookie[]> {
    return (await this.#jar.getCookies(this.#url)).filter(({ key }) => !name || key === name);
  }

  async cookie(name: string): Promise<string | undefined> {
    return (await this.cookies(name))[0]?.value;
  }

  async setCookie(cookie: string): Promise<void> {
    await this.#jar.setCookie(cookie, this.#url);
  }

  /** Opens the sign-in page and submits a decision; returns the path of the callback. */
  async consent(user: string, decision: "allow" | "deny"): Promise<string> {
    const { status, location } = await this.get("/login");
    assertEquals(status, 303);
    const page = new URL(location ?? "");
    assertEquals(page.searchParams.get("code_challenge_method"), "S256");
    const body = new URLSearchParams({ user, decision });
    const reply = await fetch(page, { method: "POST", body, redirect: "manual" });
    await reply.body?.cancel();
    const { pathname, search } = new URL(reply.headers.get("location") ?? "");
    return pathname + search;
  }

  async signIn(user: string): Promise<void> {
    const { status, location, text } = await this.get(await this.consent(user, "allow"));
    assert(status === 303 && location === "/", text);
  }
}
