import { pause } from "../pause.ts";
import type { Visit } from "../visit.ts";
import type { ActiveFault } from "./active.ts";
import { bare, text } from "./bodies.ts";
import { type Line, lose, sendOver } from "./line.ts";
import type { Drop, FaultRule, Scene } from "./rule.ts";

/** An answer that a rule holds whole. */
function answerOf({ status, body, headers = {} }: FaultRule, visit: Visit): Response | undefined {
  if (status === undefined && body === undefined) return undefined;
  if (typeof body === "string" || body === undefined) return text(visit, status ?? 200, body ?? "", headers);
  return bare(visit, status ?? 200, body, headers);
}

function withHeaders(reply: Response, { status, body, headers }: FaultRule): Response {
  if (headers === undefined || status !== undefined || body !== undefined) return reply;
  const merged = new Headers(reply.headers);
  for (const [name, value] of Object.entries(headers)) merged.set(name, value);
  return new Response(reply.body, { status: reply.status, headers: merged });
}

/** Asks the service. */
export type Ask = (request: Request) => Promise<Response>;

/** One request that things happen to, in the order they were switched on. */
export class Mishap {
  readonly #visit: Visit;
  readonly #faults: readonly ActiveFault[];
  readonly #ask: Ask;

  constructor(visit: Visit, faults: readonly ActiveFault[], ask: Ask) {
    [this.#visit, this.#faults, this.#ask] = [visit, faults, ask];
  }

  /** Waits, refuses, asks, spoils: whatever the faults say. */
  async run(): Promise<Response> {
    const visit = this.#visit;
    const latency = this.#faults.reduce((sum, { rule }) => sum + (rule.latencyMs ?? 0), 0);
    if (latency > 0) await pause(latency, ...visit.ends);
    const drop = this.#first(({ rule }) => rule.drop);
    if (drop === "before" || drop === "never") await lose(visit, drop);
    const reply = await this.#change(this.#answer() ?? await this.#ask(await this.#request()));
    if (drop !== undefined) return await this.#loseAfter(reply, drop);
    const line: Line = {
      bytesPerSecond: this.#first(({ rule }) => rule.bytesPerSecond),
      cutAfterBytes: this.#first(({ rule }) => rule.cutAfterBytes),
    };
    if (line.bytesPerSecond === undefined && line.cutAfterBytes === undefined) return reply;
    return await sendOver(reply, line, visit);
  }

  async #loseAfter(reply: Response, drop: Drop): Promise<never> {
    await reply.body?.cancel();
    return await lose(this.#visit, drop);
  }

  #scene({ memory }: ActiveFault): Scene {
    return { visit: this.#visit, ask: this.#ask, memory };
  }

  #first<T>(read: (fault: ActiveFault) => T | undefined): T | undefined {
    for (const fault of this.#faults) {
      const value = read(fault);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #answer(): Response | undefined {
    return this.#first((fault) => answerOf(fault.rule, this.#visit) ?? fault.act.answer?.(this.#scene(fault)));
  }

  async #request(): Promise<Request> {
    for (const fault of this.#faults) {
      if (fault.act.request !== undefined) return await fault.act.request(this.#scene(fault));
    }
    return this.#visit.request;
  }

  async #change(given: Response): Promise<Response> {
    let reply = given;
    for (const fault of this.#faults) {
      reply = await fault.act.change?.(reply, this.#scene(fault)) ?? reply;
      reply = withHeaders(reply, fault.rule);
    }
    return reply;
  }
}
