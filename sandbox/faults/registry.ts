import { pause } from "../base/pause.ts";
import type { Call } from "../http/call.ts";
import { ActiveFault, type Fault, type KeptFault } from "./active.ts";
import { bare, text } from "./bodies.ts";
import { type Line, lose, sendOver } from "./line.ts";
import { checkRule, type FaultContext, type FaultRule } from "./rule.ts";
import { type FaultName, FAULTS } from "../contract/faults.ts";
import { faultDefinitions, isFaultName, preferred } from "./named.ts";
import { proposal } from "../base/check.ts";

function answerOf({ status, body, headers = {} }: FaultRule, call: Call): Response | undefined {
  if (status === undefined && body === undefined) return undefined;
  if (typeof body === "string" || body === undefined) return text(call, status ?? 200, body ?? "", headers);
  return bare(call, status ?? 200, body, headers);
}

function withHeaders(reply: Response, { status, body, headers = {} }: FaultRule): Response {
  if (status !== undefined || body !== undefined) return reply;
  for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
  return reply;
}

export type Ask = (request: Request) => Promise<Response>;

function firstOf<T>(faults: readonly ActiveFault[], read: (fault: ActiveFault) => T | undefined): T | undefined {
  for (const fault of faults) {
    const value = read(fault);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Applies the active faults to one request, in the order in which they were switched on. */
async function applyFaults(call: Call, faults: readonly ActiveFault[], ask: Ask): Promise<Response> {
  const contextOf = ({ memory }: ActiveFault): FaultContext => ({ call, ask, memory });
  const latency = faults.reduce((sum, fault) => sum + fault.latency(), 0);
  if (latency > 0) await pause(latency, ...call.ends);
  const drop = firstOf(faults, ({ rule }) => rule.drop);
  if (drop === "before" || drop === "never") await lose(call, drop);
  const answer = firstOf(faults, (fault) => answerOf(fault.rule, call) ?? fault.definition.answer?.(contextOf(fault)));
  const requested = () => firstOf(faults, (fault) => fault.definition.request?.(contextOf(fault)));
  let reply = await (answer ?? ask(await requested() ?? call.request));
  for (const fault of faults) {
    reply = await fault.definition.change?.(reply, contextOf(fault)) ?? reply;
    reply = withHeaders(reply, fault.rule);
  }
  if (drop !== undefined) {
    await reply.body?.cancel();
    return await lose(call, drop);
  }
  const line: Line = {
    bytesPerSecond: firstOf(faults, ({ rule }) => rule.bytesPerSecond),
    cutAfterBytes: firstOf(faults, ({ rule }) => rule.cutAfterBytes),
  };
  if (line.bytesPerSecond === undefined && line.cutAfterBytes === undefined) return reply;
  return await sendOver(reply, line, call);
}

/** The faults of a sandbox, switched on and off by name or by rule. */
export interface Faults {
  /**
   * Switches a fault on.
   *
   * @param fault A name, or a custom rule.
   * @param rule For a named fault: overrides of its defaults, such as `{ times: 3 }`.
   * @throws {TypeError} When the name or a member of the rule is unknown.
   */
  add(fault: FaultName | FaultRule, rule?: FaultRule): Fault;
  /** Lists the active faults, with their hits so far. */
  list(): Fault[];
  /** Switches a fault off. Returns whether it was active. */
  remove(id: number): boolean;
  /** Switches all faults off. */
  clear(): void;
}

export interface KeptFaults {
  readonly last: number;
  readonly active: readonly KeptFault[];
}

export class FaultRegistry implements Faults {
  #seed: number;
  active: readonly ActiveFault[] = [];
  #last = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  add(fault: FaultName | FaultRule, rule?: FaultRule): Fault {
    const active = this.#make(fault, rule);
    this.active = [...this.active, active];
    return active;
  }

  list(): Fault[] {
    return [...this.active];
  }

  remove(id: number): boolean {
    const before = this.active.length;
    this.active = this.active.filter((fault) => fault.id !== id);
    return this.active.length < before;
  }

  clear(): void {
    this.active = [];
    this.#last = 0;
  }

  /** Passes a request to the sandbox, with the faults that affect it; `happened` gets their names. */
  async around(call: Call, ask: Ask, happened: (names: string[]) => void): Promise<Response> {
    const here = preferred(call.request.headers).map((definition) => new ActiveFault(0, this.#seed, definition));
    const faults: ActiveFault[] = [];
    for (const fault of [...this.active, ...here]) if (await fault.happens(call)) faults.push(fault);
    if (faults.length === 0) return await ask(call.request);
    happened(faults.map(({ id, name }) => name ?? (id === 0 ? "preference" : `rule ${id}`)));
    return await applyFaults(call, faults, ask);
  }

  keep(): KeptFaults {
    return { last: this.#last, active: this.active.map((fault) => fault.keep()) };
  }

  /** Replaces the faults with stored ones, including their counters. */
  restore({ last, active }: KeptFaults, seed: number): void {
    this.#seed = seed;
    this.#last = last;
    this.active = active.map((kept) => {
      const named = kept.name === null ? {} : faultDefinitions[kept.name];
      return new ActiveFault(kept.id, seed, { ...named, rule: kept.rule }, kept.name, kept);
    });
  }

  #make(fault: FaultName | FaultRule, rule?: FaultRule): ActiveFault {
    if (typeof fault !== "string") return new ActiveFault(++this.#last, this.#seed, { rule: checkRule(fault) });
    if (!isFaultName(fault)) {
      const names = Object.keys(FAULTS);
      throw new TypeError(`Cannot switch on ${String(fault)}: no fault has that name${proposal(String(fault), names)}`);
    }
    const named = faultDefinitions[fault];
    checkRule(rule ?? {});
    const match = { ...named.rule.match, ...rule?.match };
    return new ActiveFault(++this.#last, this.#seed, { ...named, rule: { ...named.rule, ...rule, match } }, fault);
  }
}
