import { assertEquals } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import type { FaultName } from "../../sandbox/contract/faults.ts";
import { faultDefinitions } from "../../sandbox/faults/named.ts";
import { serveSandbox } from "../support/sandbox/requests.ts";
import { attempt } from "./fault_lab.ts";
import { skipTime } from "./skipped_time.ts";
import { expected, type Kind, KINDS, type Outcome, TIMES, touches } from "./fault_matrix.ts";

type Actual = Awaited<ReturnType<typeof attempt>>;
type Setup = Pick<Parameters<typeof attempt>[0], "sandbox" | "config" | "wait">;

/** Compares a row of the matrix for a kind of call with the actual outcome. */
async function compare(setup: Setup, fault: FaultName, kind: Kind, often: readonly number[] = TIMES): Promise<void> {
  const actual: Actual[] = [];
  // If the fault doesn't affect the call, the number of times doesn't matter.
  const counts = touches(fault, kind) ? often : TIMES.slice(-1);
  const wanted: Outcome[] = expected(fault, kind).slice(-counts.length);
  for (const times of counts) actual.push(await attempt({ ...setup, fault, kind, times }));
  const visible = wanted.map((outcome, at) =>
    actual[at]?.written === undefined ? { ...outcome, written: undefined } : outcome
  );
  assertEquals(actual, visible, `${fault}, ${kind}: ${counts.join(", ")} times`);
}

for (const fault of Object.keys(faultDefinitions) as FaultName[]) {
  Deno.test({
    name: `ServiceClient: every kind of call ends as specified when ${fault} happens once, three times, forever`,
    async fn() {
      using sandbox = createSandbox();
      const wait = fault === "never_answer" ? skipTime : undefined;
      for (const kind of KINDS) await compare({ sandbox, config: sandbox.clientConfig, wait }, fault, kind);
    },
  });
}

/** Faults of the connection rather than of the reply. */
const CONNECTION_FAULTS: readonly FaultName[] = [
  "connection_reset",
  "reply_lost",
  "refresh_drop_before_commit",
  "refresh_commit_then_drop",
  "latency",
  "slow_body",
  "cut_body",
  "truncated_body",
  "malformed_chunk",
];

for (const fault of CONNECTION_FAULTS) {
  Deno.test(`ServiceClient: every kind of call ends as specified when ${fault} happens on a real connection`, async () => {
    await using served = await serveSandbox();
    const { sandbox, url } = served;
    const config = { ...sandbox.clientConfig, baseUrl: url, authUrl: url, fetch: served.fetch };
    for (const kind of KINDS) await compare({ sandbox, config }, fault, kind);
  });
}

Deno.test("ServiceClient: every kind of call ends as specified when a real connection never answers", async () => {
  await using served = await serveSandbox();
  const { sandbox, url } = served;
  const config = { ...sandbox.clientConfig, baseUrl: url, authUrl: url, fetch: served.fetch };
  for (const kind of KINDS) {
    // The call before the refresh has to be answered within this time, even on a busy machine.
    const timeoutMs = kind === "refresh" ? 3_000 : 300;
    await compare({ sandbox, config: { ...config, timeoutMs } }, "never_answer", kind, [Infinity]);
  }
});
