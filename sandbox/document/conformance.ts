import { Memo } from "../base/memo.ts";
import { type Schema, schemaOf, schemas } from "./openapi.ts";
import { type Documented, OPERATIONS } from "./operations.ts";

/** A response that doesn't conform to the documentation. */
export interface Violation {
  /** Such as `GET /tracks/{track_urn}`. */
  readonly operation: string;
  /** The response's status. */
  readonly status: number;
  /** Position in the response, as a JSON pointer. */
  readonly at: string;
  /** The problem. */
  readonly problem: string;
}

/** The result for one operation so far. */
export interface OperationRecord {
  /** Such as `GET /tracks/{track_urn}`. */
  readonly operation: string;
  /** Number of calls. */
  readonly called: number;
  /** Number of checked responses. */
  readonly checked: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** How closely the sandbox conforms to the document. */
export interface ConformanceReport {
  /** Number of documented operations. */
  readonly documented: number;
  /** Number of called operations. */
  readonly called: number;
  /** The operations that weren't called. */
  readonly uncalled: readonly string[];
  /** Every documented operation. */
  readonly operations: readonly OperationRecord[];
  /** Number of violations. */
  readonly violationCount: number;
  /** The first hundred violations. */
  readonly violations: readonly Violation[];
}

type Find = (instance: unknown) => { at: string; problem: string } | undefined;

/** The responses of one operation so far. */
export interface Tally {
  checked: number;
  /** Number of responses by status. */
  readonly statuses: Record<string, number>;
  /** Number of responses until the next check. */
  unchecked: number;
}

const ALWAYS_CHECKED = 20;
const THEN_EVERY = 1000;
const VIOLATIONS_KEPT = 100;
/** The schema of errors that an operation doesn't document: an error of any layer. */
const ANY_ERROR: Schema = {
  anyOf: [
    schemaOf("Error"),
    schemaOf("TooManyRequests"),
    { type: "object", required: ["errors"] },
    { type: "object", required: ["error"], properties: { error: { type: "string" } } },
  ],
};

const BY_NAME: ReadonlyMap<string, Documented> = new Map(OPERATIONS.map((each) => [each.operation, each]));

function closed(schema: Schema): Schema {
  return "properties" in schema ? { ...schema, additionalProperties: false } : schema;
}

/** Loads the schema checker, which is a library, on first use. */
async function loadFinder(): Promise<(schema: Schema) => Find> {
  const { Validator } = await import("@cfworker/json-schema");
  const definitions = Object.fromEntries(Object.entries(schemas()).map(([name, schema]) => [name, closed(schema)]));
  return (schema) => {
    const validator = new Validator({ ...schema, components: { schemas: definitions } }, "2020-12");
    return (instance) => {
      const { valid, errors } = validator.validate(instance);
      if (valid) return undefined;
      const deepest = errors.reduce((a, b) => b.instanceLocation.length >= a.instanceLocation.length ? b : a);
      return { at: deepest.instanceLocation, problem: deepest.error };
    };
  };
}

let finder: Promise<(schema: Schema) => Find> | undefined;
const finds = new Memo<Find>(500);

async function findFor(key: string, schema: Schema): Promise<Find> {
  const make = await (finder ??= loadFinder());
  return finds.get(key) ?? finds.keep(key, make(schema));
}

function callsOf({ statuses }: Tally): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

async function problemOf(
  { replies }: Documented,
  reply: Response,
  text: string | undefined,
): Promise<ReturnType<Find>> {
  const { status } = reply;
  const schema = replies[String(status)];
  if (schema === undefined && status < 400) return { at: "#", problem: `The status ${status} is not documented` };
  const isJson = reply.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (!isJson || text === undefined) return schema ? { at: "#", problem: "The response is not JSON" } : undefined;
  const find = schema ? await findFor(schema, schemaOf(schema)) : await findFor("error", ANY_ERROR);
  return schema === "" && status < 400 ? undefined : find(JSON.parse(text));
}

export class Conformance {
  readonly #checksAll: boolean;
  /** By operation. The caller counts responses in them, and has one checked when that is due. */
  readonly tallies: Map<string, Tally> = new Map();
  #violations: Violation[] = [];
  #count = 0;

  /** @param checksAll Whether to check every response, rather than an operation's first twenty and one in a thousand. */
  constructor(checksAll: boolean) {
    this.#checksAll = checksAll;
  }

  /** Starts the tally of an operation. Responses of an undocumented one are never checked. */
  start(operation: string): Tally {
    const tally = { checked: 0, statuses: {}, unchecked: BY_NAME.has(operation) ? 0 : Infinity };
    this.tallies.set(operation, tally);
    return tally;
  }

  /** Checks a response of an operation. */
  async check(operation: string, reply: Response, text: string | undefined): Promise<void> {
    const documented = BY_NAME.get(operation);
    if (documented === undefined) return;
    const tally = this.tallies.get(operation) ?? this.start(operation);
    const called = callsOf(tally);
    tally.unchecked = this.#checksAll || called < ALWAYS_CHECKED ? 0 : THEN_EVERY - called % THEN_EVERY;
    tally.checked++;
    const found = await problemOf(documented, reply, text);
    if (found === undefined) return;
    this.#count++;
    if (this.#violations.length < VIOLATIONS_KEPT) this.#violations.push({ operation, status: reply.status, ...found });
  }

  report(): ConformanceReport {
    const operations = OPERATIONS.map(({ operation }) => {
      const tally = this.tallies.get(operation) ?? this.start(operation);
      return { operation, called: callsOf(tally), checked: tally.checked, statuses: tally.statuses };
    });
    const uncalled = operations.filter(({ called }) => called === 0).map(({ operation }) => operation);
    return {
      documented: operations.length,
      called: operations.length - uncalled.length,
      uncalled,
      operations,
      violationCount: this.#count,
      violations: this.#violations,
    };
  }

  clear(): void {
    this.tallies.clear();
    this.#violations = [];
    this.#count = 0;
  }
}
