import { assert, assertEquals } from "@std/assert";
import { generateCodeChallenge, generateCodeVerifier, getAuthorizationUrl, ServiceError } from "../../mod.ts";
import { readCallback } from "../../src/oauth/callback.ts";
import { runWith } from "../support/cli/hostile.ts";
import { replaceRandom } from "../support/replaced.ts";
import { temporaryFolder } from "../support/folder.ts";

Deno.test("generateCodeVerifier(): verifiers are 256 secure random bits: ten thousand are distinct, and no bit is biased", () => {
  const ones = new Array<number>(256).fill(0);
  const seen = new Set<string>();
  for (let i = 0; i < 10_000; i++) {
    const verifier = generateCodeVerifier();
    seen.add(verifier);
    const bytes = atob(`${verifier.replaceAll("-", "+").replaceAll("_", "/")}=`);
    for (let bit = 0; bit < 256; bit++) ones[bit]! += bytes.charCodeAt(bit >> 3) >> (bit & 7) & 1;
  }
  assertEquals(seen.size, 10_000);
  // Six standard deviations: a fair source leaves this band once in a million runs.
  assert(
    ones.every((count) => Math.abs(count - 5000) < 300),
    String(ones.filter((count) => Math.abs(count - 5000) >= 300)),
  );
});

Deno.test("generateCodeVerifier(): verifier and challenge don't use Math.random()", async () => {
  using _random = replaceRandom(() => {
    throw new Error("a guessable source");
  });
  assertEquals((await generateCodeChallenge(generateCodeVerifier())).length, 43);
});

Deno.test("generateCodeVerifier(): an authorization URL has only S256, and never the verifier", async () => {
  const verifier = generateCodeVerifier();
  const url = getAuthorizationUrl("id", "http://127.0.0.1/cb", {
    codeChallenge: await generateCodeChallenge(verifier),
  });
  assertEquals(new URL(url).searchParams.get("code_challenge_method"), "S256");
  assert(!url.includes(verifier));
});

Deno.test("generateCodeVerifier(): states are compared in constant time", () => {
  const state = "s".repeat(4000);
  const timeOf = (guess: string) => {
    const started = performance.now();
    for (let i = 0; i < 200; i++) {
      try {
        readCallback(`?code=c&state=${guess}`, state);
      } catch (error) {
        assert(error instanceof ServiceError && error.code === "state_mismatch");
      }
    }
    return performance.now() - started;
  };
  const [early, late] = [`x${"s".repeat(3999)}`, `${"s".repeat(3999)}x`];
  const ratios = Array.from({ length: 15 }, () => timeOf(early) / timeOf(late)).sort((a, b) => a - b);
  // A comparison that stops at the first difference would make the early one some hundred times as fast.
  assert(ratios[7]! > 0.5 && ratios[7]! < 2, String(ratios));
});

Deno.test("generateCodeVerifier(): each login of the command line has its own state and challenge of 192 bits or more", async () => {
  await using folder = await temporaryFolder();
  const env = { TONEARM_CONFIG_DIR: folder.path, TONEARM_CLIENT_ID: "id", TONEARM_CLIENT_SECRET: "s" };
  const fetch = () => Promise.reject(new Error("nobody is asked"));
  const argv = ["login", "--no-browser", "--redirect-uri", "https://a.example/"];
  const seen = new Set<string>();
  for (let i = 0; i < 5; i++) {
    const { stdout, code } = await runWith(argv, { fetch, isTTY: true, env });
    const query = new URL(/https:\S+/.exec(stdout)?.[0] ?? "").searchParams;
    const [state, challenge] = [query.get("state") ?? "", query.get("code_challenge") ?? ""];
    assertEquals({
      code,
      state: state.length,
      challenge: challenge.length,
      codeChallengeMethod: query.get("code_challenge_method"),
    }, { code: 4, state: 32, challenge: 43, codeChallengeMethod: "S256" });
    seen.add(state).add(challenge);
  }
  assertEquals(seen.size, 10);
});
