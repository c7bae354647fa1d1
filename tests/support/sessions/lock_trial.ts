/**
 * Contends for a file lock from another process, and prints "held" if the lock holds.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { withFileLock } from "../../../src/stores/file_lock.ts";
import { findSign, giveSign } from "../../../src/stores/file_lock_owner.ts";

const [trial = "", folder = ""] = process.argv.slice(2);
const path = join(folder, "a.lock");

/** Starts a process that holds the lock. */
async function holder() {
  const args = ["run", "-q", "--no-lock", "--no-config", "--no-check", "--allow-all", process.argv[1]!, "hold", folder];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  return child;
}

const isRefused = (maxWaitMs: number, staleMs: number) =>
  withFileLock(path, () => Promise.resolve(false), { maxWaitMs, staleMs }).catch((error) => error.code === "lock");

const TRIALS: Record<string, () => Promise<boolean>> = {
  async hold() {
    await withFileLock(path, async () => {
      console.log("mine");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });
    return false;
  },
  async paused() {
    const child = await holder();
    process.kill(child.pid!, "SIGSTOP");
    const holds = await isRefused(600, 20);
    process.kill(child.pid!, "SIGKILL");
    await once(child, "exit");
    return holds;
  },
  async killed() {
    const child = await holder();
    process.kill(child.pid!, "SIGKILL");
    await once(child, "exit");
    return !await isRefused(3000, 60_000);
  },
  async idle() {
    const source = new URL("../../../src/stores/file_lock.ts", import.meta.url);
    const program = `import { withFileLock } from ${JSON.stringify(source)};
withFileLock(${JSON.stringify(path)}, () => new Promise(() => {}));`;
    const child = spawn(process.execPath, ["eval", "--no-lock", "--no-config", program], { stdio: "ignore" });
    const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
    const [code] = await once(child, "exit");
    clearTimeout(late);
    return code === 0;
  },
  async elsewhere() {
    const owner = { id: "0a1b2c3d", host: "elsewhere", socket: true, count: "000000000001" };
    await writeFile(path, JSON.stringify(owner));
    return await isRefused(600, 60_000);
  },
  async signs() {
    const longest = join(folder, "x".repeat(99 - folder.length));
    const isLong = await giveSign(`${longest}x`) === undefined;
    const short = await giveSign(longest);
    await short?.end();
    const isRefused = await giveSign(join(folder, "missing", "a.sock")) === undefined;
    const isGone = await findSign(join(folder, "nobody.sock")) === "gone";
    const sign = await giveSign(join(folder, "a.sock"));
    const isAlive = await findSign(join(folder, "a.sock")) === "alive";
    await sign?.end();
    return isLong && short !== undefined && isRefused && isGone && isAlive &&
      await findSign(join(folder, "a.sock")) === "gone";
  },
};

console.log(await TRIALS[trial]?.() ? "held" : "lost");
process.exit();
