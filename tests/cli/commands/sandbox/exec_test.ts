import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { emptyHome } from "../../../support/cli/cli.ts";

Deno.test("tonearm sandbox exec runs a command with the variables, and exits with its code", async () => {
  await using home = await emptyHome({ TONEARM_TOKEN: "not for the sandbox" });
  const script = 'echo "$TONEARM_API_URL $TONEARM_CLIENT_ID ${TONEARM_TOKEN-none}"; exit 7';
  const { code, stdout } = await home.spawn(["sandbox", "exec", "--", "sh", "-c", script]);
  assertEquals(code, 7);
  assertMatch(stdout, /^http:\/\/127\.0\.0\.1:\d+ sandbox-client none\n$/);
  await assertUnreachable(stdout.split(" ")[0] ?? "");
  const missing = await home.spawn(["sandbox", "exec", "no-such-program"]);
  assertEquals(missing.code, 127);
  assertStringIncludes(missing.stderr, "Cannot run no-such-program: there is no such command");
});

async function assertUnreachable(url: string): Promise<void> {
  assertEquals(await fetch(url).then(() => "reachable", () => "unreachable"), "unreachable");
}

Deno.test("tonearm sandbox exec forwards a signal, and waits for the command to end", async () => {
  await using home = await emptyHome();
  const script = "trap 'kill $!; echo ending; exit 5' INT; sleep 10 & echo started; wait";
  const running = home.start(["sandbox", "exec", "--", "sh", "-c", script]);
  await running.printed(/started/);
  running.signal("SIGINT");
  assertEquals(await running.outcome, { code: 5, stdout: "started\nending\n", stderr: "" });
});

Deno.test("tonearm sandbox exec --user signs a user of the catalogue in", async () => {
  await using home = await emptyHome();
  const reading =
    'fetch(process.env.TONEARM_API_URL + "/me", { headers: { authorization: `OAuth ${process.env.TONEARM_TOKEN}` } })' +
    ".then((reply) => reply.json()).then(({ id }) => console.log(id))";
  const { stdout } = await home.spawn(["sandbox", "exec", "--user", "3", "--", Deno.execPath(), "eval", reading]);
  assertEquals(stdout, "3\n");
});

Deno.test("tonearm sandbox exec --no-proxy leaves the command's network unchanged", async () => {
  await using home = await emptyHome();
  const script = 'echo "${HTTPS_PROXY-none} ${SSL_CERT_FILE-none}"';
  const { stdout } = await home.spawn(["sandbox", "exec", "--no-proxy", "--", "sh", "-c", script]);
  assertEquals(stdout, "none none\n");
});
