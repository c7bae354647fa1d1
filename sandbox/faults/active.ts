import { differences, type RequestFacts } from "../http/request_pattern.ts";
import { Random } from "../base/random.ts";
import type { Call } from "../http/call.ts";
import type { FaultName } from "../contract/faults.ts";
import type { FaultDefinition, FaultMatch, FaultRule, LatencySpread } from "./rule.ts";

/** An active fault. */
export interface Fault {
  /** Number of the fault, from 1. */
  readonly id: number;
  /** Its name; `null` for a custom rule. */
  readonly name: FaultName | null;
  /** When and what happens; for a named fault, including its defaults. */
  readonly rule: FaultRule;
  /** How often it has happened. */
  readonly hits: number;
}

export interface KeptFault extends Fault {
  readonly seen: number;
  readonly draws: number;
  readonly memory: readonly (readonly [string, string])[];
}

async function fits({ token, ...pattern }: FaultMatch, call: Call): Promise<boolean> {
  const { request, url } = call;
  if (token !== undefined && request.headers.get("authorization")?.split(" ")[1] !== token) return false;
  const facts: RequestFacts = {
    method: request.method,
    target: url.pathname + url.search,
    header: (name) => request.headers.get(name),
    body: undefined,
  };
  const { body, ...rest } = pattern;
  if (differences(rest, facts).length > 0) return false;
  return body === undefined || differences({ body }, { ...facts, body: await call.peek() }).length === 0;
}

/** The 99th percentile of the standard normal distribution. */
const NINETY_NINTH = 2.3263478740408408;

function drawLatency({ p50, p99 }: LatencySpread, random: Random): number {
  const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - random.float())), 2 * Math.PI * random.float()];
  const sigma = Math.log(p99 / p50) / NINETY_NINTH;
  return p50 * Math.exp(sigma * radius * Math.cos(angle));
}

export class ActiveFault implements Fault {
  readonly id: number;
  readonly name: FaultName | null;
  readonly memory: Map<string, string>;
  readonly definition: FaultDefinition;
  readonly #random: Random;
  #seen: number;
  #hits: number;
  #draws: number;

  /** @param kept Its progress. Default: none. */
  constructor(
    id: number,
    seed: number,
    definition: FaultDefinition,
    name: FaultName | null = null,
    kept: Omit<KeptFault, keyof Fault> & { readonly hits: number } = { hits: 0, seen: 0, draws: 0, memory: [] },
  ) {
    this.id = id;
    this.name = name;
    this.memory = new Map(kept.memory);
    this.definition = definition;
    this.#random = new Random(`${seed}:fault:${id}`);
    [this.#hits, this.#seen, this.#draws] = [kept.hits, kept.seen, kept.draws];
    for (let n = 0; n < kept.draws; n++) this.#random.next();
  }

  keep(): KeptFault {
    return { ...this.toJSON(), seen: this.#seen, draws: this.#draws, memory: [...this.memory] };
  }

  get rule(): FaultRule {
    return this.definition.rule;
  }

  get hits(): number {
    return this.#hits;
  }

  async happens(call: Call): Promise<boolean> {
    const { match = {}, times = Infinity, probability = 1 } = this.rule;
    if (this.#hits >= times || !await fits(match, call)) return false;
    if (this.definition.applies !== undefined && !await this.definition.applies(call)) return false;
    if (this.#hits >= times) return false;
    this.#seen++;
    if (match.nth !== undefined && match.nth !== this.#seen) return false;
    if (probability < 1) {
      this.#draws++;
      if (!this.#random.chance(probability)) return false;
    }
    this.#hits++;
    return true;
  }

  latency(): number {
    const { latencyMs = 0 } = this.rule;
    if (typeof latencyMs === "number") return latencyMs;
    this.#draws += 2;
    return drawLatency(latencyMs, this.#random);
  }

  toJSON(): Fault {
    const { id, name, rule, hits } = this;
    return { id, name, rule, hits };
  }
}
