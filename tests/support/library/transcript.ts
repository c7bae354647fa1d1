// Transcripts of the library: calls, each with all that it does, on a clock and a network that are played.
//
//     # A remark.
//     % maxRetries: 1, tokenStore: store({ generation: 1, accessToken: "t1" })
//     @ code: 429 || 503
//     $ client.tracks.getTrack(1)
//     < {code} retry-after: 2 | {"code":{code}}
//     < 200 {"id":1}
//
// `%` are the client's options, `$` is JavaScript that runs with every export of the library, and `<` what the service
// replies to each request in order, which `service.ts` describes, `<<` the OAuth host. `@` repeats the step with each value of a name. What
// happened follows: requests, calls of what is `watched`, hooks, waits (`+2000 ms`), and the result or the error of each `$`.
// `TONEARM_GOLDEN=write` writes it.
import * as library from "@tonearm/client";
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers";
import { AUTH_URL } from "../../../src/formats/origin.ts";
import { replaced } from "../replaced.ts";
import { testsOf } from "../transcripts.ts";
import { play, shownRequest } from "./service.ts";
import { answering, clockTools, exported, Listeners, PlainStore, type Script, TOOLS, usual } from "./tools.ts";
import { folded, numbered, shortened, shown } from "./shown.ts";
import { VirtualClock } from "./virtual_clock.ts";

const START = "2026-10-01T12:00:00Z";
const MOST_TIMERS = 400;
const MOST_LINES = 2000;
const MOST_TURNS = 3000;
const LONG = 60;
const NO_FOLDER = "<folder>";
const real = { setImmediate, setTimeout };

type Work = (...args: unknown[]) => unknown;

/** One run of a step. */
class Scene {
  readonly lines: string[] = [];
  readonly clock: VirtualClock;
  readonly #replies: Readonly<Record<"api" | "oauth", string[]>>;
  readonly #known = new Map<string, number>();
  readonly #scope: Record<string, unknown>;
  #folder = NO_FOLDER;
  readonly #signals = new Listeners();
  #busy = 0;
  #held = 0;
  #noted = 0;

  constructor(clock: VirtualClock, inputs: readonly string[]) {
    const after = (mark: string) =>
      inputs.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
    this.clock = clock;
    this.#replies = { api: after("< "), oauth: after("<< ") };
    const note = this.note.bind(this);
    this.#scope = {
      ...exported,
      ...TOOLS,
      ...clockTools(() => Date.parse(START), note, this.#signals),
      note,
      watched: this.watched.bind(this),
      service: this.service.bind(this),
      store: (record: library.TokenRecord, script?: Script) =>
        this.watched("store", new library.MemoryTokenStore(record), script),
      pairs: (access?: string, refresh?: string, script?: Script) =>
        this.watched("store", new PlainStore(access, refresh), script),
      scripted: (name: string, script: Script) =>
        this.watched(name, Object.fromEntries(Object.keys(script).map((key) => [key, () => {}])), answering(script)),
      // The clock stands still until something is so on the disk.
      until: async (isSo: () => boolean, most = MOST_TURNS) => {
        this.#held++;
        for (let turns = 0; turns < most && !isSo(); turns++) await new Promise((go) => real.setTimeout(go, 1));
        this.#held--;
      },
      folder: () => this.#folder = Deno.makeTempDirSync(),
    };
    this.open("");
  }

  note(name: string, ...values: unknown[]): void {
    const waited = this.clock.passedMs - this.#noted;
    this.#noted += waited;
    if (waited) this.lines.push(`+${waited} ms`);
    this.lines.push([name, ...values.map((value) => this.#shown(value))].join(" "));
  }

  #shown(value: unknown): string {
    return shown(value, Date.parse(START)).replaceAll(this.#folder, NO_FOLDER);
  }

  /** Shows a value; a long one that was shown before by its number. */
  #numbered(value: unknown): string {
    const text = this.#shown(value);
    if (text.length < LONG) return text;
    const known = this.#known.get(text);
    this.#known.set(text, known ?? this.#known.size + 1);
    return known ? `‹${known}›` : `‹${this.#known.size}›${text}`;
  }

  /** Creates the client. */
  open(options: string): void {
    const client = `new ServiceClient({ clientId: "id", clientSecret: "secret", redirectUri: "https://app.example/done",
      fetch: service, ...hooks, ${options} })`;
    try {
      this.#scope["client"] = this.#run(client);
    } catch (error) {
      this.note("!", error);
    }
  }

  /** Runs JavaScript; a new name that it sets is kept. */
  #run(text: string): unknown {
    const scope = new Proxy(this.#scope, { has: (known, name) => name in known || !(name in globalThis) });
    return new Function("scope", `with (scope) { return (${text}\n); }`)(scope);
  }

  /** Answers a request, and notes it. */
  async service(url: string, init: RequestInit): Promise<unknown> {
    this.#busy++;
    const line = this.#replies[url.startsWith(`${AUTH_URL}/`) ? "oauth" : "api"].shift() ?? "fails ENOREPLY";
    const request = await shownRequest(url, init).finally(() => this.#busy--);
    this.note(`> ${numbered(shortened(request, 2000))}`);
    // Whoever asks without an end isn't answered.
    if (this.lines.length > MOST_LINES) return await new Promise(() => {});
    if (line.startsWith("as ")) return await (this.#run(line.slice(3)) as Work)(url, init);
    return await play(line, init.signal!, (text) => this.note(text));
  }

  /** Notes each call of a method of an object, and its result. */
  watched<T extends object>(name: string, target: T, script: Script = {}): T {
    const left = Object.fromEntries(Object.entries(script).map(([key, list]) => [key, [...list]]));
    return new Proxy(target, {
      get: (_, key) => {
        const own = Reflect.get(target, key, target);
        if (typeof own !== "function" || key === "constructor") return own;
        const label = `${name}.${String(key)}`;
        const call = (...args: unknown[]) => {
          this.note(`${label}(${args.map((each) => this.#numbered(each)).join(", ")})`);
          const list = left[String(key)];
          const next: unknown = list?.length ? list.shift() : usual;
          return this.#noteResult(label, () => {
            if (next === usual) return own.apply(target, args);
            return typeof next === "function" ? next(...args) : next;
          });
        };
        return Object.defineProperty(call, "length", { value: own.length });
      },
    });
  }

  #noteResult(label: string, work: () => unknown): unknown {
    const noted = this.lines.length;
    const end = (mark: string) => (value: unknown) => {
      if (value === undefined) return;
      const text = `${mark} ${this.#numbered(value)}`;
      if (this.lines.length === noted && this.clock.passedMs === this.#noted) {
        this.lines.push(`${this.lines.pop()} ${text}`);
      } else this.note(`${label} ${text}`);
    };
    try {
      const result = work();
      if (result instanceof Promise) result.then(end("="), end("!"));
      else if (!(result instanceof Object) || !("commit" in result)) end("=")(result);
      return result;
    } catch (error) {
      end("!")(error);
      throw error;
    }
  }

  /** Runs a call to its end, and notes how it ends. */
  async call(text: string): Promise<void> {
    let isOver = false;
    const over = () => isOver = true;
    const work = Promise.resolve().then(() => this.#run(`(async () => (${text}\n))()`)).then(
      (value) =>
        value === undefined || typeof value === "function" || this.note(isOpen(value) ? "=" : "= frozen", value),
      (error) => this.note("!", error),
    ).then(over);
    for (let timers = 0, waits = 0; !isOver; timers++) {
      await this.#quiet();
      if (isOver) break;
      if (timers < MOST_TIMERS && this.clock.next()) continue;
      if (waits++ > (this.#folder === NO_FOLDER ? 30 : 3000) || timers >= MOST_TIMERS) return this.note("never ends");
      await new Promise((resolve) => real.setTimeout(resolve, 1));
    }
    await work;
    await this.#quiet();
  }

  /** Waits for everything that needs no time. */
  async #quiet(): Promise<void> {
    for (let turns = 0; turns < (this.#busy ? 40 : 3) || this.#held; turns++) {
      await new Promise<void>((resolve) => void real.setImmediate(resolve));
    }
  }

  /** Notes what is left: replies that nobody asked for, and timers. */
  end(): void {
    const left = Object.values(this.#replies).flat().length;
    if (left) this.lines.push(`replies left: ${left}`);
    if (this.#folder !== NO_FOLDER) Deno.removeSync(this.#folder, { recursive: true });
    const { pending } = this.clock;
    if (this.#signals.left) this.lines.push(`listeners left: ${this.#signals.left}`);
    if (pending.length) this.lines.push(`timers left: ${pending.join(", ")} ms`);
  }
}

function isOpen(value: unknown): boolean {
  return typeof value !== "object" || value === null || !Object.isFrozen(value) ||
    Object.values(value).some((each) => typeof each === "object" && each !== null && isOpen(each));
}

/** Makes everything the same in each run. */
function fixed(): DisposableStack {
  const stack = new DisposableStack();
  let [ids, draws] = [0, 0];
  const id = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`;
  const digest = (_: string, bytes: Uint8Array) => Promise.resolve(createHash("sha256").update(bytes).digest().buffer);
  stack.use(replaced(crypto, "randomUUID", id));
  stack.use(replaced(crypto, "getRandomValues", (bytes: Uint8Array) => bytes.map((_, at) => at * 37)));
  stack.use(replaced(crypto.subtle, "digest", digest));
  stack.use(replaced(Math, "random", () => (++draws * 0.3) % 1));
  return stack;
}

async function runStep(inputs: readonly string[]): Promise<string[]> {
  using _fixed = fixed();
  using clock = new VirtualClock(START);
  const scene = new Scene(clock, inputs);
  for (const line of inputs) {
    if (line.startsWith("% ")) scene.open(line.slice(2));
    if (line.startsWith("$ ")) await scene.call(line.slice(2));
  }
  scene.end();
  return folded(scene.lines);
}

/** Returns every choice of values of the names: `@ code: 429 || 503`. */
function choices(lines: readonly string[]): Record<string, string>[] {
  return lines.reduce<Record<string, string>[]>((all, line) => {
    const [, name = "", values = ""] = /^@ (\w+): (.*)$/.exec(line) ?? [];
    return all.flatMap((given) => values.split(" || ").map((value) => ({ ...given, [name]: value })));
  }, [{}]);
}

async function replay(blocks: readonly string[]): Promise<string[]> {
  const parts: string[] = [];
  for (const block of blocks) {
    const head = block.split("\n").filter((line) => /^(?:[#%@$]|<<?) /.test(line));
    const all = choices(head.filter((line) => line.startsWith("@ ")));
    const results: string[] = [];
    for (const choice of all) {
      const filled = head.map((line) => line.replaceAll(/\{(\w+)\}/g, (whole, name) => choice[name] ?? whole));
      if (all.length > 1) results.push(`--- ${Object.values(choice).join(" || ")}`);
      results.push(...await runStep(filled));
    }
    parts.push([...head, ...results].join("\n"));
  }
  return parts;
}

/** Returns a test for each transcript of a folder: the library does what stands there. */
export function libraryTests(folder: URL): Deno.TestDefinition[] {
  return testsOf(folder, (name) => `the library does what ${name} shows`, replay);
}
