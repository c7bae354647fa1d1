import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pathOf } from "../programs.ts";
import { freePort, stop } from "./redis.ts";

/** A PostgreSQL server. */
export interface PostgresServer extends AsyncDisposable {
  /** The URL for clients. */
  readonly url: string;
  /** Kills it, as a crash would, and restarts it with its data. */
  restart(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so it then runs as `nobody`. */
const NOBODY = 65534;

/** The options of a server. */
export interface PostgresOptions {
  /** Connections that the server accepts. Default 200. */
  readonly connections?: number;
  /** The URL of a primary, whose standby it is. */
  readonly primary?: string;
}

/** Another user may run a program, and yet not enter the folder of a link to it. */
function programOf(name: string): string {
  const path = pathOf(name);
  if (!path) throw new Error(`${name} is not installed`);
  return realpathSync(path);
}

/** A folder of its own for a server, which another user than root runs. */
function ownFolder(prefix: string): { folder: string; user: { cwd: string } } {
  const isRoot = Deno.uid() === 0;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o700);
  // It runs in its own folder, because another user may not be able to access the current one.
  return { folder, user: { cwd: folder, ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) } };
}

/** Starts a server. */
export async function startPostgres({ connections = 200, primary }: PostgresOptions = {}): Promise<PostgresServer> {
  const { folder, user } = ownFolder("postgres-");
  const data = join(folder, "data");
  const [program, setup] = primary
    ? ["pg_basebackup", ["-D", data, "-d", primary, "-R", "--checkpoint=fast", "--no-sync"]] as const
    : ["initdb", ["-D", data, "-U", "tests", "--auth=trust", "--no-sync", "--no-locale", "-E", "UTF8"]] as const;
  // Not synchronously: what this process serves meanwhile must not wait for it.
  await promisify(execFile)(programOf(program), setup, user);
  const port = freePort();
  const place = ["-D", data, "-k", folder, "-p", String(port), "-c", `max_connections=${connections}`];
  const run = () =>
    startProgram(programOf("postgres"), [...place, ...SETTINGS], user, { ready: /ready to accept/, stop: QUIT });
  let child = await run();
  return {
    url: `postgres://tests@127.0.0.1:${port}/postgres`,
    async restart() {
      await stop(child);
      child = await run();
    },
    async [Symbol.asyncDispose]() {
      await stop(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a pooler in front of a server. */
export async function startPgbouncer(
  server: string,
  mode: "session" | "transaction",
): Promise<{ readonly url: string } & AsyncDisposable> {
  const { hostname, port } = new URL(server);
  const { folder, user } = ownFolder("pgbouncer-");
  const own = freePort();
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(
    config,
    `[databases]
postgres = host=${hostname} port=${port} user=tests
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
max_client_conn = 400
`,
  );
  const child = await startProgram(programOf("pgbouncer"), [config], user, { ready: /process up/, stop: KILL });
  return {
    url: `postgres://tests@127.0.0.1:${own}/postgres`,
    async [Symbol.asyncDispose]() {
      await stop(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops the server when stdin ends, without notice to its clients. */
const GUARD = 'stop=$1; shift; "$@" & read -r _; kill -$stop $!; wait $!';
/** The signals that end all processes of PostgreSQL, and pgbouncer, at once. */
const [QUIT, KILL] = ["QUIT", "KILL"] as const;
const UNSTARTED = /^\S*sh: .*(?:not found|[Pp]ermission denied)/m;
const SETTINGS = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"];

async function startProgram(
  program: string,
  args: string[],
  user: object,
  { ready, stop }: { readonly ready: RegExp; readonly stop: typeof QUIT | typeof KILL },
): Promise<ChildProcess> {
  const command = ["-c", GUARD, "sh", stop, program, ...args];
  const child = spawn("/bin/sh", command, { ...user, stdio: ["pipe", "ignore", "pipe"] });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = "";
  child.once("error", reject);
  child.once("exit", () => reject(new Error(`${program} ended: ${log}`)));
  child.stderr!.on("data", (text) => {
    log += text;
    if (ready.test(log)) resolve();
    // The shell waits for the end of stdin, also where it can't start the program.
    if (UNSTARTED.test(log)) child.stdin!.end();
  });
  await promise;
  return child;
}
