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

interface Tally {
  called: number;
  checked: number;
  readonly statuses: Record<string, number>;
  /** Number of responses that are still checked individually. */
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
const finds = new Memo<Find>(Infinity);

async function findFor(key: string, schema: Schema): Promise<Find> {
  const make = await (finder ??= loadFinder());
  return finds.get(key, () => make(schema));
}

export class Conformance {
  readonly #checksAll: boolean;
  readonly #tallies = new Memo<Tally>(Infinity);
  #violations: Violation[] = [];
  #count = 0;

  /** @param checksAll Whether to check every response, rather than an operation's first twenty and one in a thousand. */
  constructor(checksAll: boolean) {
    this.#checksAll = checksAll;
  }

  /** Counts a response of an operation, which may be undocumented, and checks it if that is due. */
  async note(name: string | undefined, reply: Response, text: string | undefined): Promise<void> {
    const documented = BY_NAME.get(name ?? "");
    if (documented === undefined) return;
    const { operation } = documented;
    const tally = this.#tally(operation);
    tally.called++;
    tally.statuses[reply.status] = (tally.statuses[reply.status] ?? 0) + 1;
    if (tally.unchecked-- > 0) return;
    tally.unchecked = this.#checksAll || tally.called < ALWAYS_CHECKED ? 0 : THEN_EVERY - tally.called % THEN_EVERY;
    tally.checked++;
    const found = await this.#check(documented, reply, text);
    if (found === undefined) return;
    this.#count++;
    if (this.#violations.length < VIOLATIONS_KEPT) this.#violations.push({ operation, status: reply.status, ...found });
  }

  report(): ConformanceReport {
    const operations = OPERATIONS.map(({ operation }) => {
      const { called, checked, statuses } = this.#tally(operation);
      return { operation, called, checked, statuses };
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
    this.#tallies.clear();
    this.#violations = [];
    this.#count = 0;
  }

  #tally(operation: string): Tally {
    return this.#tallies.get(operation, () => ({ called: 0, checked: 0, statuses: {}, unchecked: 0 }));
  }

  async #check({ replies }: Documented, reply: Response, text: string | undefined): Promise<ReturnType<Find>> {
    const { status } = reply;
    const schema = replies[String(status)];
    if (schema === undefined && status < 400) return { at: "#", problem: `The status ${status} is not documented` };
    const isJson = reply.headers.get("content-type")?.startsWith("application/json") ?? false;
    if (!isJson || text === undefined) return schema ? { at: "#", problem: "The response is not JSON" } : undefined;
    const find = schema ? await findFor(schema, schemaOf(schema)) : await findFor("error", ANY_ERROR);
    return schema === "" && status < 400 ? undefined : find(JSON.parse(text));
  }
}
