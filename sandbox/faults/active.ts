import { fitsPath } from "../path_pattern.ts";
import { Random } from "../random.ts";
import type { Visit } from "../visit.ts";
import type { FaultName } from "./named.ts";
import type { FaultMatch, FaultRule, Switch } from "./rule.ts";

/** A fault that is switched on. */
export interface Fault {
  /** Number of the fault, from 1. */
  readonly id: number;
  /** Its name; `null` for a rule of one's own. */
  readonly name: FaultName | null;
  /** When it happens and what; for a named one with the defaults of its name. */
  readonly rule: FaultRule;
  /** How often it has happened. */
  readonly hits: number;
}

function fits({ method, path, token }: FaultMatch, { request, path: target }: Visit): boolean {
  return (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || fitsPath(path, target)) &&
    (token === undefined || request.headers.get("authorization")?.split(" ")[1] === token);
}

/** A fault with its counts, its chance and its memory. */
export class ActiveFault implements Fault {
  readonly id: number;
  readonly name: FaultName | null;
  readonly memory: Map<string, string> = new Map();
  readonly #act: Switch;
  readonly #random: Random;
  #seen = 0;
  #hits = 0;

  /** @param seed What its chance derives from. */
  constructor(id: number, seed: number, act: Switch, name: FaultName | null = null) {
    this.id = id;
    this.name = name;
    this.#act = act;
    this.#random = new Random(`${seed}:fault:${id}`);
  }

  /** What happens. */
  get act(): Switch {
    return this.#act;
  }

  get rule(): FaultRule {
    return this.#act.rule;
  }

  get hits(): number {
    return this.#hits;
  }

  /** Whether it happens to this request. */
  async happens(visit: Visit): Promise<boolean> {
    const { match = {}, times = Infinity, probability = 1 } = this.rule;
    if (this.#hits >= times || !fits(match, visit)) return false;
    if (this.#act.applies !== undefined && !await this.#act.applies(visit)) return false;
    this.#seen++;
    if (match.nth !== undefined && match.nth !== this.#seen) return false;
    if (probability < 1 && !this.#random.chance(probability)) return false;
    this.#hits++;
    return true;
  }

  /** The fault as JSON has it. */
  toJSON(): Fault {
    const { id, name, rule, hits } = this;
    return { id, name, rule, hits };
  }
}
