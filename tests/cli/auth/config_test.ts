import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ProfileStore } from "../../../cli/auth/config.ts";
import { addressesFor, findSource, profileName } from "../../../cli/auth/credentials.ts";
import { configDirectory, dataDirectory } from "../../../cli/host/paths.ts";
import { emptyHome } from "../../support/cli/cli.ts";
import { factsOf } from "../../support/cli/test_host.ts";

const PROFILE = { clientId: "a", clientSecret: "b" };

Deno.test("tonearm: directories follow the program's variables, then XDG, then the home directory", () => {
  assertEquals(configDirectory({ TONEARM_CONFIG_DIR: "/c", XDG_CONFIG_HOME: "/x", HOME: "/h" }), "/c");
  assertEquals(configDirectory({ XDG_CONFIG_HOME: "/x", HOME: "/h" }), "/x/tonearm");
  assertEquals(configDirectory({ XDG_CONFIG_HOME: "", HOME: "/h" }), "/h/.config/tonearm");
  assertEquals(dataDirectory({ TONEARM_DATA_DIR: "/d", HOME: "/h" }), "/d");
  assertEquals(dataDirectory({ XDG_DATA_HOME: "/x" }), "/x/tonearm");
  assertEquals(dataDirectory({ HOME: "/h" }), "/h/.local/share/tonearm");
});

Deno.test("tonearm: options override the environment, and the environment overrides the store", async () => {
  await using home = await emptyHome();
  const store = new ProfileStore(home.config);
  for (const name of ["default", "work"]) await store.write(name, PROFILE);
  const env = { TONEARM_CONFIG_DIR: home.config };
  const kindOf = async (more: Record<string, string>, choice = {}) => {
    const source = await findSource({ env: { ...env, ...more }, settings: choice, profiles: store });
    return source.kind === "profile" ? source.name : source.kind;
  };
  assertEquals(await kindOf({}), "default");
  assertEquals(await kindOf({ TONEARM_PROFILE: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_PROFILE: "work", TONEARM_TOKEN: "t" }), "token");
  assertEquals(await kindOf({ TONEARM_CLIENT_ID: "i", TONEARM_CLIENT_SECRET: "s" }), "app");
  assertEquals(await kindOf({ TONEARM_TOKEN: "t" }, { profile: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_CLIENT_ID: "i", TONEARM_CLIENT_SECRET: "s" }, { profile: "work" }), "work");
  assertEquals(await kindOf({ TONEARM_TOKEN: "t" }, { sandbox: true }), "sandbox");
  await store.use("work");
  assertEquals(await kindOf({}), "work");
  assertEquals(await profileName({ env, settings: {}, profiles: store }), "work");
});

Deno.test("findSource() takes a token with a line break at its end, and names the variable of an unusable one", async () => {
  const of = (token: string) =>
    findSource({ env: { TONEARM_TOKEN: token }, settings: {}, profiles: new ProfileStore("/none") });
  assertEquals(await of("2-token\r\n"), { kind: "token", token: "2-token" });
  for (const token of ["two words", "ü", " "]) {
    await assertRejects(() => of(token), Error, "TONEARM_TOKEN must be printable text without spaces");
  }
});

Deno.test("tonearm: URLs come from the environment, then from the profile, and credentials stay with their hosts", () => {
  const source = {
    kind: "profile",
    name: "p",
    profile: { ...PROFILE, apiUrl: "http://127.0.0.1:1", authUrl: "http://127.0.0.1:2" },
  } as const;
  assertEquals(addressesFor({}, source), { baseUrl: "http://127.0.0.1:1", authUrl: "http://127.0.0.1:2" });
  assertEquals(addressesFor({ TONEARM_API_URL: "http://127.0.0.1:1/~x/" }, source).baseUrl, "http://127.0.0.1:1/~x");
  assertEquals(addressesFor({ TONEARM_API_URL: "https://api.example.com" }, undefined), {
    baseUrl: "https://api.example.com",
  });
  const own = "https://h.example/v1 http://localhost http://a.localhost:1 http://127.9.9.9:1 http://[::1]:1".split(" ");
  for (const url of own) {
    const env = { TONEARM_API_URL: `${url}//`, TONEARM_AUTH_URL: `${url}/` };
    assertEquals(addressesFor(env, undefined), { baseUrl: url, authUrl: url });
  }
  const other =
    "ftp://x nonsense http://h http://localhost.evil http://10.0.0.1 https://u:p@h https://h/?a=1 https://h/#a";
  for (const name of ["TONEARM_API_URL", "TONEARM_AUTH_URL"]) {
    for (const url of other.split(" ")) {
      assertEquals(factsOf(assertThrows(() => addressesFor({ [name]: url }, source))), {
        ...{ kind: "usage", code: "usage", hint: "Tokens are sent over HTTPS only." },
        message: `${name} must be an https URL, or a URL of this machine`,
      });
    }
    const made = name === "TONEARM_API_URL" ? "http://127.0.0.1:1" : "http://127.0.0.1:2";
    assertEquals(factsOf(assertThrows(() => addressesFor({ [name]: "https://evil.example/x" }, source))), {
      ...{ kind: "auth", code: "auth", message: `The profile's credentials are for ${made}, not https://evil.example` },
      hint: `Unset ${name}, or create a profile for that host with \`tonearm auth --profile NAME\`.`,
    });
  }
});

Deno.test("findSource() says which credentials are missing, and what to do", async () => {
  await using home = await emptyHome();
  const profiles = new ProfileStore(home.config);
  const failureOf = async (env: Record<string, string>, settings = {}) =>
    factsOf(await assertRejects(() => findSource({ env, settings, profiles })));
  const auth = { kind: "auth", code: "auth" } as const;
  const both = "Set both the id and the secret of the application.";
  const list = "See `tonearm profile list`, or create it with `tonearm auth --profile NAME`.";
  const missing = (name: string) => ({ ...auth, message: `${name} is not set`, hint: both });
  assertEquals(await failureOf({ TONEARM_CLIENT_ID: "i" }), missing("TONEARM_CLIENT_SECRET"));
  assertEquals(await failureOf({ TONEARM_CLIENT_SECRET: "s" }), missing("TONEARM_CLIENT_ID"));
  for (const [env, settings] of [[{ TONEARM_PROFILE: "x" }, {}], [{}, { profile: "x" }]] as const) {
    assertEquals(await failureOf(env, settings), { ...auth, message: 'There is no profile "x"', hint: list });
  }
  assertEquals(await failureOf({ TONEARM_SANDBOX: "No" }), {
    ...{ ...auth, message: "No credentials are stored" },
    hint: "Run `tonearm auth` with the id and secret of your application, or try `tonearm --sandbox search lofi`.",
  });
});
