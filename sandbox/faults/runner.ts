import { pause } from "../base/pause.ts";
import type { Call } from "../http/call.ts";
import type { ActiveFault } from "./active.ts";
import { bare, text } from "./bodies.ts";
import { type Line, lose, sendOver } from "./line.ts";
import type { Drop, FaultContext, FaultRule } from "./rule.ts";

/** Returns the reply if the rule defines it completely. */
function answerOf({ status, body, headers = {} }: FaultRule, call: Call): Response | undefined {
  if (status === undefined && body === undefined) return undefined;
  if (typeof body === "string" || body === undefined) return text(call, status ?? 200, body ?? "", headers);
  return bare(call, status ?? 200, body, headers);
}

function withHeaders(reply: Response, { status, body, headers }: FaultRule): Response {
  if (headers === undefined || status !== undefined || body !== undefined) return reply;
  const merged = new Headers(reply.headers);
  for (const [name, value] of Object.entries(headers)) merged.set(name, value);
  return new Response(reply.body, { status: reply.status, headers: merged });
}

/** Passes the request to the service. */
export type Ask = (request: Request) => Promise<Response>;

/** Applies the active faults to one request, in the order in which they were switched on. */
export class FaultRunner {
  readonly #call: Call;
  readonly #faults: readonly ActiveFault[];
  readonly #ask: Ask;

  constructor(call: Call, faults: readonly ActiveFault[], ask: Ask) {
    [this.#call, this.#faults, this.#ask] = [call, faults, ask];
  }

  /** Applies the faults: delays, rejects or passes on the request, and changes the reply. */
  async run(): Promise<Response> {
    const call = this.#call;
    const latency = this.#faults.reduce((sum, fault) => sum + fault.latency(), 0);
    if (latency > 0) await pause(latency, ...call.ends);
    const drop = this.#first(({ rule }) => rule.drop);
    if (drop === "before" || drop === "never") await lose(call, drop);
    const reply = await this.#change(this.#answer() ?? await this.#ask(await this.#request()));
    if (drop !== undefined) return await this.#loseAfter(reply, drop);
    const line: Line = {
      bytesPerSecond: this.#first(({ rule }) => rule.bytesPerSecond),
      cutAfterBytes: this.#first(({ rule }) => rule.cutAfterBytes),
    };
    if (line.bytesPerSecond === undefined && line.cutAfterBytes === undefined) return reply;
    return await sendOver(reply, line, call);
  }

  async #loseAfter(reply: Response, drop: Drop): Promise<never> {
    await reply.body?.cancel();
    return await lose(this.#call, drop);
  }

  #context({ memory }: ActiveFault): FaultContext {
    return { call: this.#call, ask: this.#ask, memory };
  }

  #first<T>(read: (fault: ActiveFault) => T | undefined): T | undefined {
    for (const fault of this.#faults) {
      const value = read(fault);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #answer(): Response | undefined {
    return this.#first((fault) => answerOf(fault.rule, this.#call) ?? fault.definition.answer?.(this.#context(fault)));
  }

  async #request(): Promise<Request> {
    for (const fault of this.#faults) {
      if (fault.definition.request !== undefined) return await fault.definition.request(this.#context(fault));
    }
    return this.#call.request;
  }

  async #change(given: Response): Promise<Response> {
    let reply = given;
    for (const fault of this.#faults) {
      reply = await fault.definition.change?.(reply, this.#context(fault)) ?? reply;
      reply = withHeaders(reply, fault.rule);
    }
    return reply;
  }
}
