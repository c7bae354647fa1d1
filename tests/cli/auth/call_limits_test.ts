import { assertEquals, assertStringIncludes } from "@std/assert";
import { callLimits } from "../../../cli/auth/credentials.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type Outcome, runInProcess } from "../../support/cli/test_host.ts";

const ENV = {
  NO_COLOR: "1",
  TONEARM_API_URL: "https://api.example",
  TONEARM_AUTH_URL: "https://auth.example",
  TONEARM_KEYCHAIN: "off",
};
const APPLICATION = { TONEARM_CLIENT_ID: "app", TONEARM_CLIENT_SECRET: "app-secret" };

/** Answers a request, given its method and path. */
type Service = (request: string, signal: AbortSignal) => Response | Promise<Response>;

/** A command, and its stdin. */
type Command = readonly [argv: string, stdin?: string | undefined];

/** The outcome of a run and its requests. */
interface Ended extends Outcome {
  readonly requests: readonly string[];
}

/** Runs commands, each with its stdin, one after another with the same profiles; returns the outcome of the last one. */
async function run(service: Service, ...commands: readonly Command[]): Promise<Ended> {
  await using folder = await temporaryFolder();
  let requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = `${init?.method ?? "GET"} ${new URL(String(input)).pathname}`;
    requests.push(request);
    return await service(request, init?.signal ?? new AbortController().signal);
  };
  const env = { ...ENV, TONEARM_CONFIG_DIR: folder.path, TONEARM_DATA_DIR: folder.path };
  let outcome: Outcome | undefined;
  for (const [argv, stdin = ""] of commands) {
    requests = [];
    const credentials = argv.startsWith("login --") ? APPLICATION : {};
    outcome = await runInProcess(argv.split(" "), { env: { ...env, ...credentials }, stdin, fetch });
  }
  return { ...outcome!, requests };
}

const broken: Service = () => new Response("oh no", { status: 503 });

const silent: Service = (_, signal) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** Works until a request's path ends like this, which is left to another service. */
const until = (path: string, then: Service): Service => (request, signal) => {
  if (request.endsWith(path)) return then(request, signal);
  return request.endsWith("/me") ? Response.json({ username: "Ada" }) : Response.json({});
};
const SESSION = '{"access_token":"t","refresh_token":"r","expires_in":3600}';

for (
  const [name, service, commands] of [
    ["login --with-token", (other) => other, [["login --with-token", "t\n"]]],
    ["auth", (other) => other, [["auth", "app\napp-secret\n"]]],
    ["logout", (other) => until("/sign-out", other), [["login --with-token", SESSION], ["logout"]]],
    ["logout --revoke", (other) => until("/disconnect", other), [["login --with-token", SESSION], [
      "logout --revoke",
    ]]],
  ] as const satisfies readonly (readonly [
    string,
    (other: Service) => Service,
    readonly Command[],
  ])[]
) {
  const withOptions = (options: string) =>
    commands.map(([argv, stdin], index) =>
      [index === commands.length - 1 ? `${argv} ${options}` : argv, stdin] as const
    );

  Deno.test(`tonearm ${name} --retries=0 sends each request once`, async () => {
    const { requests, stderr } = await run(service(broken), ...withOptions("--retries=0"));
    assertEquals(requests.length, 1, `${requests} ${stderr}`);
  });

  Deno.test(`tonearm ${name} --timeout ends a request that is never answered`, async () => {
    const { requests, stderr } = await run(service(silent), ...withOptions("--retries=0 --timeout=0.05"));
    assertEquals(requests.length, 1, `${requests} ${stderr}`);
  });
}

Deno.test("tonearm login --pairing --timeout ends a request that is never answered, exit 7", async () => {
  const { code, stderr } = await run(silent, ["login --pairing --timeout=0.05"]);
  assertEquals(code, 7, stderr);
  assertStringIncludes(stderr, "error: Cannot reach auth.example: timed out\nCheck the connection");
});

Deno.test("callLimits() are those of --timeout, which is in seconds, and of --retries", () => {
  assertEquals(callLimits({ timeout: 2.5, retries: 4 }), { timeoutMs: 2500, maxRetries: 4 });
});
