import { newId } from "../base/random.ts";
import type { Fault } from "../faults/active.ts";
import type { FaultName } from "../contract/faults.ts";
import type { FaultRule } from "../faults/rule.ts";
import type { LoggedRequest, LogQuery } from "../base/request_log.ts";
import { checkAwaited } from "../seed/check_data.ts";
import { isNamespaceName, markOf, NOT_A_NAME } from "../base/namespace_name.ts";
import type { ClientApp } from "../world/world.ts";
import type { DayOfActivity } from "../living/history.ts";
import type {
  ActivityQuery,
  ControlledClientConfig,
  ControlledClock,
  ControlledData,
  ControlledFaults,
  NamespaceControl,
  SandboxControl,
} from "./control.ts";
import { checkExpectation, type ExpectedRequest, type ExpectOptions, matching, unexpected } from "./expect_request.ts";

export interface ControlledAddress {
  readonly api: string;
  readonly auth: string;
  readonly fetch: typeof fetch;
  app(): ClientApp;
}

const LONGEST_WAIT_MS = 30_000;

class Refused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

class Wire {
  readonly #base: string;
  readonly #fetch: typeof fetch;

  constructor(base: string, send: typeof fetch) {
    [this.#base, this.#fetch] = [base, send];
  }

  async send(method: string, path: string, body?: BodyInit): Promise<Response> {
    const send = this.#fetch;
    const reply = await send(`${this.#base}/_sandbox${path}`, { method, ...(body === undefined ? {} : { body }) });
    if (reply.ok) return reply;
    const text = await reply.text();
    throw new Refused(`Cannot ${method} ${path.split("?")[0]}: ${reasonOf(text, reply.status)}`, reply.status);
  }

  async call<T>(method: string, path: string, value?: unknown): Promise<T> {
    const reply = await this.send(method, path, value === undefined ? undefined : JSON.stringify(value));
    return await reply.json() as T;
  }
}

function reasonOf(text: string, status: number): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Not JSON: use the text.
  }
  return text.trim().slice(0, 300) || `status ${status}`;
}

function clockOf(wire: Wire): ControlledClock {
  const change = async (changes: unknown) => void await wire.call("POST", "/clock", changes);
  return {
    now: async () => Date.parse((await wire.call<{ now: string }>("GET", "/clock")).now),
    freeze: (time) => change({ freeze: true, set: time }),
    resume: () => change({ freeze: false }),
    set: (time) => change({ set: time }),
    advance: (milliseconds) => change({ advance: milliseconds }),
  };
}

function faultsOf(wire: Wire): ControlledFaults {
  return {
    add: (fault: FaultName | FaultRule, rule?: FaultRule) =>
      wire.call<Fault>("POST", "/faults", typeof fault === "string" ? { name: fault, ...rule } : fault),
    list: async () => (await wire.call<{ active: Fault[] }>("GET", "/faults")).active,
    remove: async (id) => void await wire.call("DELETE", `/faults/${id}`),
    clear: async () => void await wire.call("DELETE", "/faults"),
  };
}

function dataOf(wire: Wire): ControlledData {
  return {
    add: async (data) => {
      checkAwaited(data);
      await wire.call("POST", "/data", data);
    },
    export: async () => new Uint8Array(await (await wire.send("GET", "/export")).arrayBuffer()),
    import: async (archive) => void await (await wire.send("POST", "/import", archive as BodyInit)).json(),
  };
}

function queryOf(query: object, wait?: number): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value instanceof Date ? value.toISOString() : value));
  }
  if (wait !== undefined) params.set("wait", `${Math.ceil(wait)}ms`);
  return params.size === 0 ? "" : `?${params}`;
}

class Control implements SandboxControl {
  readonly #address: ControlledAddress;
  readonly #place: string;
  readonly #wire: Wire;
  readonly clock: ControlledClock;
  readonly faults: ControlledFaults;
  readonly config: SandboxControl["config"];
  readonly data: ControlledData;

  constructor(address: ControlledAddress, place = "") {
    [this.#address, this.#place] = [address, place];
    const wire = this.#wire = new Wire(this.url, address.fetch);
    this.clock = clockOf(wire);
    this.faults = faultsOf(wire);
    this.data = dataOf(wire);
    this.config = { get: () => wire.call("GET", "/config"), set: (changes) => wire.call("PATCH", "/config", changes) };
  }

  get url(): string {
    return this.#address.api + this.#place;
  }

  get clientConfig(): ControlledClientConfig {
    const { auth, fetch, app } = this.#address;
    return { ...app(), baseUrl: this.url, authUrl: auth + this.#place, fetch };
  }

  async activity(query: ActivityQuery = {}): Promise<DayOfActivity[]> {
    return (await this.#wire.call<{ days: DayOfActivity[] }>("GET", `/activity${queryOf(query)}`)).days;
  }

  async requests(query: LogQuery = {}): Promise<LoggedRequest[]> {
    return (await this.#wire.call<{ requests: LoggedRequest[] }>("GET", `/requests${queryOf(query)}`)).requests;
  }

  async expectRequest(expected: ExpectedRequest, options: ExpectOptions = {}): Promise<LoggedRequest | undefined> {
    checkExpectation(expected, options);
    const { times, waitMs = 0 } = options;
    const until = performance.now() + waitMs;
    for (;;) {
      const log = await this.requests();
      const found = matching(expected, log);
      const left = until - performance.now();
      const isEnough = found.length === (times ?? Math.max(1, found.length));
      if (isEnough && (times !== 0 || left <= 0)) return found.at(-1);
      if (left <= 0 || (times !== undefined && found.length > times)) throw unexpected(expected, times, log);
      const query = queryOf({ after: log.at(-1)?.id ?? 0 }, Math.min(left, LONGEST_WAIT_MS));
      await this.#wire.call("GET", `/requests${query}`);
    }
  }

  issueTokens(user?: number | string | null, app?: string) {
    return this.#wire.call<Awaited<ReturnType<SandboxControl["issueTokens"]>>>("POST", "/tokens", { user, app });
  }

  async reset(): Promise<void> {
    await this.#wire.call("POST", "/reset");
  }

  async snapshot(name?: string): Promise<string> {
    return (await this.#wire.call<{ name: string }>("POST", "/snapshots", { name })).name;
  }

  async restore(name: string): Promise<void> {
    await this.#wire.call("POST", `/snapshots/${encodeURIComponent(name)}/restore`);
  }

  conformance() {
    return this.#wire.call<Awaited<ReturnType<SandboxControl["conformance"]>>>("GET", "/conformance");
  }

  async undocumented() {
    type Report = { undocumented: Awaited<ReturnType<SandboxControl["undocumented"]>> };
    return (await this.#wire.call<Report>("GET", "/conformance")).undocumented;
  }

  namespace(name: string = `test-${newId()}`): NamespaceControl {
    if (!isNamespaceName(name)) throw new TypeError(`Cannot use namespace ${String(name).slice(0, 80)}: ${NOT_A_NAME}`);
    return new Namespace(this.#address, name);
  }
}

class Namespace extends Control implements NamespaceControl {
  readonly name: string;
  readonly #main: Wire;

  constructor(address: ControlledAddress, name: string) {
    super(address, `/~${name}`);
    this.name = name;
    this.#main = new Wire(address.api, address.fetch);
  }

  async remove(): Promise<void> {
    try {
      await this.#main.call("DELETE", `/namespaces/${encodeURIComponent(this.name)}`);
    } catch (error) {
      // A namespace that was never used doesn't exist.
      if (!(error instanceof Refused && error.status === 404)) throw error;
    }
  }

  /** Its client id ends with the namespace's mark, which selects the world without a prefix or header. */
  override get clientConfig(): ControlledClientConfig {
    const { clientId, ...config } = super.clientConfig;
    return { clientId: clientId + markOf(this.name), ...config };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove();
  }
}

export function controlOf(address: ControlledAddress): SandboxControl {
  return new Control(address);
}

/** Options of {@linkcode connectSandbox}. */
export interface ConnectOptions {
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * Connects to a listening sandbox, on this machine or another.
 *
 * @param url Its URL, as `tonearm sandbox start` prints it, or that of a namespace.
 * @returns The same controls as `sandbox.control` in the sandbox's own process.
 * @throws {Error} When no sandbox answers there.
 *
 * @example
 * ```ts
 * import { connectSandbox, createSandbox } from "@tonearm/sandbox";
 *
 * using sandbox = createSandbox();
 * await using server = await sandbox.serve();
 * const control = await connectSandbox(server.url);
 * await control.clock.freeze("2026-01-01T00:00:00Z");
 * console.log(new Date(await control.clock.now()).getUTCFullYear()); // 2026
 * ```
 */
export async function connectSandbox(url: string | URL, options: ConnectOptions = {}): Promise<SandboxControl> {
  const [, base = "", place = ""] = /^(.*?)(\/~[^/]+)?\/*$/.exec(String(url)) ?? [];
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  let app: ClientApp;
  try {
    ({ app } = await new Wire(base + place, send).call<{ app: ClientApp }>("GET", "/state"));
    if (typeof app?.clientId !== "string") throw new Error("another program answers there");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot connect to the sandbox at ${base}: ${reason}`, { cause: error });
  }
  return new Control({ api: base, auth: base, fetch: send, app: () => app }, place);
}
