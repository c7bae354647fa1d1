import { ActiveFault, type Fault, type KeptFault } from "./active.ts";
import { type Ask, FaultRunner } from "./runner.ts";
import { checkRule } from "./check_rule.ts";
import type { FaultName } from "../contract/faults.ts";
import { faultDefinitions, isFaultName } from "./named.ts";
import { preferred } from "./prefer.ts";
import { proposal } from "../base/nearest_name.ts";
import type { FaultRule } from "./rule.ts";
import type { Call } from "../http/call.ts";

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

/** The stored faults of a world. */
export interface KeptFaults {
  /** The last id. */
  readonly last: number;
  readonly active: readonly KeptFault[];
}

/** The faults of one world. */
export class FaultRegistry implements Faults {
  #seed: number;
  /** The active faults. */
  active: readonly ActiveFault[] = [];
  #last = 0;

  /** @param seed Seed of the random faults. */
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

  /**
   * Passes a request to the service, with the faults that affect it.
   *
   * @param happened Called with the names of the faults.
   * @throws {TypeError} If no reply is sent.
   */
  async around(call: Call, ask: Ask, happened: (names: string[]) => void): Promise<Response> {
    const here = preferred(call.request.headers).map((definition) => new ActiveFault(0, this.#seed, definition));
    const faults: ActiveFault[] = [];
    for (const fault of [...this.active, ...here]) {
      if (await fault.happens(call)) faults.push(fault);
    }
    if (faults.length === 0) return await ask(call.request);
    happened(faults.map(({ id, name }) => name ?? (id === 0 ? "preference" : `rule ${id}`)));
    return await new FaultRunner(call, faults, ask).run();
  }

  /** Returns what {@linkcode FaultRegistry.bring} restores. */
  keep(): KeptFaults {
    return { last: this.#last, active: this.active.map((fault) => fault.keep()) };
  }

  /** Replaces the faults with stored ones, including their counters. */
  bring({ last, active }: KeptFaults, seed: number): void {
    this.#seed = seed;
    this.#last = last;
    this.active = active.map((kept) => {
      const named = kept.name === null ? {} : faultDefinitions[kept.name];
      return new ActiveFault(kept.id, seed, { ...named, rule: kept.rule }, kept.name, kept);
    });
  }

  #make(fault: FaultName | FaultRule, rule?: FaultRule): ActiveFault {
    if (typeof fault !== "string") {
      return new ActiveFault(++this.#last, this.#seed, { rule: checkRule(fault) });
    }
    if (!isFaultName(fault)) {
      const names = Object.keys(faultDefinitions);
      throw new TypeError(`Cannot switch on ${String(fault)}: no fault has that name${proposal(String(fault), names)}`);
    }
    const named = faultDefinitions[fault];
    checkRule(rule ?? {});
    const match = { ...named.rule.match, ...rule?.match };
    return new ActiveFault(++this.#last, this.#seed, { ...named, rule: { ...named.rule, ...rule, match } }, fault);
  }
}
