import { type FaultName, FAULTS } from "../../../sandbox/contract/faults.ts";
import { faultDefinitions } from "../../../sandbox/faults/named.ts";
import { assertGolden } from "../../support/golden.ts";

const GOLDEN = new URL("named.txt", import.meta.url);

Deno.test("faultDefinitions: each fault says what it does and which requests it is about; TONEARM_GOLDEN=write writes this", async () => {
  const lines = Object.entries(FAULTS).map(([name, { about }]) =>
    `${name}: ${about} ${JSON.stringify(faultDefinitions[name as FaultName].rule)}`
  );
  await assertGolden(`${lines.join("\n")}\n`, GOLDEN);
});
