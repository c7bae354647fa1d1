import { fitsPath } from "../http/path_pattern.ts";
import { Random } from "../world/random.ts";
import type { Call } from "../http/call.ts";
import type { FaultName } from "./named.ts";
import type { FaultDefinition, FaultMatch, FaultRule } from "./rule.ts";

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

function fits({ method, path, token }: FaultMatch, { request, path: target }: Call): boolean {
  return (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || fitsPath(path, target)) &&
    (token === undefined || request.headers.get("authorization")?.split(" ")[1] === token);
}

/** A fault with its counts, its chance and its memory. */
export class ActiveFault implements Fault {
  readonly id: number;
  readonly name: FaultName | null;
  readonly memory: Map<string, string> = new Map();
  readonly #definition: FaultDefinition;
  readonly #random: Random;
  #seen = 0;
  #hits = 0;

  /** @param seed What its chance derives from. */
  constructor(id: number, seed: number, definition: FaultDefinition, name: FaultName | null = null) {
    this.id = id;
    this.name = name;
    this.#definition = definition;
    this.#random = new Random(`${seed}:fault:${id}`);
  }

  /** What happens. */
  get definition(): FaultDefinition {
    return this.#definition;
  }

  get rule(): FaultRule {
    return this.#definition.rule;
  }

  get hits(): number {
    return this.#hits;
  }

  /** Whether it happens to this request. */
  async happens(call: Call): Promise<boolean> {
    const { match = {}, times = Infinity, probability = 1 } = this.rule;
    if (this.#hits >= times || !fits(match, call)) return false;
    if (this.#definition.applies !== undefined && !await this.#definition.applies(call)) return false;
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
