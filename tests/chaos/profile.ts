import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pair } from "./host.ts";
import { type Run, start } from "./member.ts";
import { folderHolds } from "./places.ts";
import type { Survivor, Trial } from "./trial.ts";

/** How a command is started. */
interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What stdin holds; `null` leaves it open. Default: nothing. */
  readonly input?: string | null;
}

/** A config directory with one profile, and the command line on it. */
export class Profile implements AsyncDisposable {
  readonly #trial: Trial;
  readonly #folder: string;

  private constructor(trial: Trial, folder: string) {
    this.#trial = trial;
    this.#folder = folder;
  }

  /** Makes a profile whose user is signed in, in a folder. */
  static async make(trial: Trial, folder: string = join(tmpdir(), "chaos-profile-")): Promise<Profile> {
    const profile = new Profile(trial, await mkdtemp(folder));
    await mkdir(join(profile.#folder, "profiles"), { mode: 0o700 });
    await profile.write(trial.host.login());
    return trial.use(profile);
  }

  /** Writes the profile as `tonearm login` leaves it behind. */
  async write({ access, refresh }: Pair): Promise<void> {
    const { url } = this.#trial.host;
    const token = { accessToken: access, refreshToken: refresh, expiresAt: Date.now() + 3_600_000, kind: "user" };
    const text = { clientId: "id", clientSecret: "secret", apiUrl: url, authUrl: url, username: "ann", token };
    await writeFile(join(this.#folder, "profiles/default.json"), JSON.stringify(text), { mode: 0o600 });
  }

  /** Whether a text is in any of its files. */
  holds(text: string): Promise<boolean> {
    return folderHolds(this.#folder, text);
  }

  /** Starts a command on the next runtime. */
  start(words: readonly string[], { env = {}, input = "" }: StartOptions = {}): ReturnType<typeof start> {
    const { lab, host } = this.#trial;
    const { command } = this.#trial.runtime();
    const own = { HOME: this.#folder, TONEARM_CONFIG_DIR: this.#folder, CHAOS_BUG: lab.bug ?? "" };
    const cache = { XDG_CACHE_HOME: join(lab.folder, "cache") };
    const addresses = { TONEARM_API_URL: host.url, TONEARM_AUTH_URL: host.url };
    const line = [...command, lab.programs.cli, ...words];
    return start(line, { ...own, ...cache, ...addresses, ...env }, input);
  }

  /** Expires the access tokens, and sees whether a new process still has the session. */
  async survives({ orphan, user = "ann" }: Survivor = {}): Promise<void> {
    const { host } = this.#trial;
    host.gate = {};
    host.expire();
    const isKept = orphan === undefined || await this.holds(orphan);
    let run = await this.start(["me", "--json"]).done;
    if (run.code && !run.isHanging && !/login_over|session_lost/.test(run.stderr)) {
      this.#trial.wrong(`a new process's first call failed: exit ${run.code}: ${run.stderr}`);
      run = await this.start(["me", "--json"]).done;
    }
    const { code, stdout, stderr, isHanging } = run;
    if (isHanging) this.#trial.hangs({ id: 0, ok: false, value: stderr, code: "hang" });
    else if (code !== 0 || !stdout.includes(user)) this.#trial.lost(`exit ${code}: ${stderr}`, isKept);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Notes a command that gave no answer. */
export function noteHang(trial: Trial, { isHanging, stderr }: Run): void {
  if (isHanging) trial.hangs({ id: 0, ok: false, value: stderr, code: "hang" });
}
