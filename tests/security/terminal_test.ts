import { assert, assertEquals } from "@std/assert";
import { findControlSequence, HOSTILE, hostileResource, type RunOptions, runWith } from "../support/cli/hostile.ts";
import type { Outcome } from "../support/cli/test_host.ts";
import { temporaryFolder } from "../support/folder.ts";

/** Headers hold what HTTP lets through: C1 controls, but no others. */
const HEADERS = { "x-request-id": "edge\x9b31m\x85", "x-odd": "\x9d0;t\x9c" };

/** The service, where each path answers with a thing of its kind. */
const service: typeof fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : `${input}`);
  const [kind = "track"] = /user|playlist|comment|me$/.exec(pathname) ?? [];
  const resource = hostileResource(kind.replace("me", "user"));
  if (/streams$/.test(pathname)) {
    return reply({ [HOSTILE]: HOSTILE, hls_aac_160_url: `https://media.example/preview/${HOSTILE}` });
  }
  const isList = /^\/(?:search|tracks$|users$|playlists$|me\/\w|tracks\/[^/]+\/comments|playlists\/[^/]+\/tracks)/.test(
    pathname,
  );
  return reply(
    isList && (init?.method ?? "GET") === "GET"
      ? { collection: [resource, { ...resource, type: "track", origin: resource }] }
      : resource,
  );
};

function reply(body: unknown, init: ResponseInit = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return Promise.resolve(new Response(text, { ...init, headers: { ...HEADERS, ...init.headers } }));
}

const COMMANDS: readonly (readonly string[])[] = [
  ["search", "x"],
  ["search", "x", "--type", "users"],
  ["search", "x", "--type", "playlists"],
  ["track", "1", "2"],
  ["track", "1"],
  ["user", "1"],
  ["playlist", "1"],
  ["playlist", "create", "x", "1"],
  ["playlist", "edit", "1", "--title", "x"],
  ["playlist", "add", "1", "2"],
  ["playlist", "delete", "1", "--yes"],
  ["play", "1", "--url"],
  ["stream", "1"],
  ["stream", "1", "--url"],
  ["resolve", "https://soundcloud.com/a"],
  ["comments", "1"],
  ["comment", "1", "hi"],
  ["me"],
  ["likes"],
  ["likes", "--type", "playlists"],
  ["feed"],
  ["like", "1", "https://soundcloud.com/a"],
  ["follow", "https://soundcloud.com/a"],
  ["open", "1", "--url"],
  ["api", "/tracks/1"],
  ["api", "/tracks/1", "--include"],
  ["api", "/me/tracks", "--paginate"],
  ["auth", "status"],
  ["doctor"],
];

/** Ways to ask, and whether at a terminal. */
const WAYS: Readonly<Record<string, { readonly more: readonly string[]; readonly isTTY: boolean }>> = {
  "at a terminal": { more: ["--verbose"], isTTY: true },
  "in a pipe": { more: ["--verbose"], isTTY: false },
  "as JSON": { more: ["--json"], isTTY: true },
  "as JSON lines": { more: ["--jsonl"], isTTY: true },
};

function assertHarmless({ stdout, stderr }: Outcome): void {
  assertEquals([findControlSequence(stdout), findControlSequence(stderr)], [undefined, undefined]);
}

/** Runs each command in each way against a service. */
async function everywhere(
  fetch: typeof globalThis.fetch,
  check: (printed: Outcome, argv: readonly string[]) => void,
) {
  for (const command of COMMANDS) {
    for (const { more, isTTY } of Object.values(WAYS)) {
      const argv = [...command, "--retries", "0", ...more];
      const options: RunOptions = { fetch, isTTY, env: { TONEARM_TOKEN: "t" } };
      check(await runWith(argv, options), argv);
    }
  }
}

for (const [way, { more, isTTY }] of Object.entries(WAYS)) {
  for (const command of COMMANDS) {
    Deno.test(`\`tonearm ${command.join(" ")}\` lets no text of the service control the terminal ${way}`, async () => {
      const options: RunOptions = { fetch: service, isTTY, env: { TONEARM_TOKEN: "t" } };
      const printed = await runWith([...command, "--retries", "0", ...more], options);
      assert(printed.stdout + printed.stderr !== "", "it printed something");
      assertHarmless(printed);
    });
  }
}

const REFUSALS: Readonly<Record<string, typeof fetch>> = {
  "an error's message": () => reply({ code: 403, message: HOSTILE, link: HOSTILE }, { status: 403 }),
  "an error's list": () => reply({ errors: [{ error_message: HOSTILE }] }, { status: 422 }),
  "an OAuth error": () => reply({ error: HOSTILE, error_description: HOSTILE }, { status: 400 }),
  "an error page": () => reply(`<title>${HOSTILE}</title>`, { status: 503, headers: { "content-type": "text/html" } }),
  "an error's text": () => reply(HOSTILE, { status: 500, headers: { "content-type": "text/plain" } }),
  "a success that is a text": () => reply(`${HOSTILE}\n`, { headers: { "content-type": "text/plain" } }),
  "the text of a status": () => reply("{}", { status: 418, statusText: "no\x9b31m" }),
  "a network that fails": () => Promise.reject(new TypeError(HOSTILE, { cause: new Error(HOSTILE) })),
};

for (const [what, fetch] of Object.entries(REFUSALS)) {
  Deno.test(`${what} can't control the terminal, whatever the command`, async () => {
    await everywhere(fetch, (printed, argv) => {
      const isData = argv[0] === "api" && printed.stdout.includes(HOSTILE);
      if (!isData) assertHarmless(printed);
      else {assertEquals({ includes: argv.includes("--verbose"), obeyed: findControlSequence(printed.stderr) }, {
          includes: true,
          obeyed: undefined,
        });}
    });
  });
}

Deno.test("`api` writes a text that isn't JSON to a pipe unchanged, and escapes it for a terminal", async () => {
  const fetch = () => reply(HOSTILE, { headers: { "content-type": "text/plain" } });
  const options = { fetch, env: { TONEARM_TOKEN: "t" } };
  assertEquals((await runWith(["api", "/x"], { ...options, isTTY: false })).stdout, `${HOSTILE}\n`);
  assertEquals(findControlSequence((await runWith(["api", "/x"], { ...options, isTTY: true })).stdout), undefined);
});

Deno.test("tonearm: names of files, profiles and users can't control the terminal", async () => {
  const name = HOSTILE.replaceAll("/", "");
  const token = { accessToken: "t", kind: "user" };
  const profile = JSON.stringify({ clientId: "id", clientSecret: "s", username: HOSTILE, token });
  await using folder = await temporaryFolder({
    [`${name}.wav`]: "sound",
    "profiles/default.json": profile,
    [`profiles/${name}.json`]: profile,
  });
  const file = `${folder.path}/${name}.wav`;
  const env = { TONEARM_CONFIG_DIR: folder.path };
  for (
    const argv of [
      ["upload", file, `${file}.png`],
      ["upload", file, "--artwork", file],
      ["upload", "--manifest", file],
      ["profile", "list"],
      ["profile", "use", HOSTILE],
      ["--profile", HOSTILE, "me"],
      ["auth", "status"],
      ["doctor"],
      ["play", "1", "--player", HOSTILE],
      ["track", "-"],
      [HOSTILE],
      ["me", HOSTILE],
      ["me", `--${HOSTILE}`],
    ]
  ) {
    for (const isTTY of [true, false]) {
      const printed = await runWith(argv, { fetch: service, isTTY, env, stdin: `1\n${HOSTILE}\n` });
      assert(printed.stdout + printed.stderr !== "", argv.join(" "));
      assertHarmless(printed);
    }
  }
});

Deno.test("tonearm login: the name of the user can't control the terminal", async () => {
  await using folder = await temporaryFolder();
  const env = { TONEARM_CONFIG_DIR: folder.path, TONEARM_CLIENT_ID: "id", TONEARM_CLIENT_SECRET: "s" };
  const paste = (printed: string) => `https://a.example/?code=c&state=${/[?&]state=([\w-]+)/.exec(printed)?.[1]}\n`;
  const argv = ["login", "--no-browser", "--redirect-uri", "https://a.example/"];
  const printed = await runWith(argv, { fetch: service, isTTY: true, env, stdin: paste });
  assert(printed.code === 0 && printed.stdout.includes("\nSigned in as A"), printed.stdout);
  assertHarmless(printed);
});
