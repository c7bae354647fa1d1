import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import process from "node:process";
import { PlayerProcess } from "../../../cli/play/process.ts";
import { replaced } from "../../support/replaced.ts";

Deno.test("PlayerProcess keeps the last error lines of a player, without secrets and progress", async () => {
  const noise = 'exec >&2; echo "one"; echo " 1.00 M-A: 0.0 fd= 0 aq= 1KB"; printf "\\n\\n"; echo " two"; ' +
    'echo "three"; echo "cannot open https://a.example/x?Signature=s3cret&a=1"; exit 3';
  const env = { PATH: Deno.env.get("PATH"), TONEARM_TOKEN: "t" };
  const before = process.listeners("exit");
  const { exit } = new PlayerProcess("sh", ["-c", noise], { env });
  const message = "two; three; cannot open https://a.example/x?Signature=redacted&a=1";
  assertEquals(await exit, { code: 3, message });
  const heard: string[] = [];
  const words = ["-c", 'read -r line; printf "%5000s" "$line,${TONEARM_TOKEN-none}"'];
  const player = new PlayerProcess("sh", words, { env, input: "a\n", onOutput: (text) => heard.push(text) });
  assertEquals(await player.exit, { code: 0, message: "a,none" });
  assertEquals(heard.join(""), "a,none".padStart(5000));
  assertEquals(process.listeners("exit"), before);
});

Deno.test("PlayerProcess: a player that can't be run ends with a reason, not an exception", async () => {
  const { code, message } = await new PlayerProcess("/no/such/player", [], { env: {} }).exit;
  assertEquals(code, undefined);
  assertMatch(message, /^Cannot run \/no\/such\/player: \S/);
});

Deno.test("PlayerProcess: a player can be stopped, continued, and killed, also twice and with this process", async () => {
  const before = process.listeners("exit").length;
  const started = Promise.withResolvers<string>();
  const env = { PATH: Deno.env.get("PATH") };
  const player = new PlayerProcess("sh", ["-c", "echo $$; exec sleep 100"], { env, onOutput: started.resolve });
  const pid = (await started.promise).trim();
  const isStopped = () => {
    const { stdout } = new Deno.Command("ps", { args: ["-o", "stat=", "-p", pid] }).outputSync();
    return new TextDecoder().decode(stdout).startsWith("T");
  };
  for (const isPaused of [true, false, true]) {
    player.pause(isPaused);
    // A busy machine stops it a moment later.
    for (let tries = 0; tries < 100 && isStopped() !== isPaused;) tries++;
    assertEquals(isStopped(), isPaused);
  }
  const pauseAfter = (code: string) => {
    using _ = replaced(process, "kill", () => {
      throw Object.assign(new Error(code), { code });
    });
    player.pause(true);
  };
  pauseAfter("ESRCH");
  assertThrows(() => pauseAfter("EPERM"), Error, "EPERM");
  for (const listener of process.listeners("exit").slice(before)) listener.call(process, 0);
  assertEquals((await player.exit).code, undefined);
  player.kill();
  player.pause(false);
});
