import { type FaultName, FAULTS } from "../contract/faults.ts";
import { authFaults } from "./auth.ts";
import { dataFaults } from "./data.ts";
import { edgeFaults } from "./edge.ts";
import { gatewayFaults } from "./gateway.ts";
import { mediaFaults } from "./media.ts";
import { pagingFaults } from "./paging.ts";
import type { FaultDefinition, FaultDefinitions } from "./rule.ts";
import { serverErrors } from "./server_error.ts";
import { writeFaults } from "./writes.ts";

const DEFINITIONS: FaultDefinitions = {
  ...serverErrors,
  ...authFaults,
  ...edgeFaults,
  ...gatewayFaults,
  ...dataFaults,
  ...pagingFaults,
  ...mediaFaults,
  ...writeFaults,
};

/** Returns the definition of a fault of the contract. */
function definitionOf(name: FaultName): FaultDefinition {
  const definition = DEFINITIONS[name];
  if (definition === undefined) throw new TypeError(`Cannot define ${name}: the fault has no behaviour`);
  return definition;
}

const NAMES = Object.keys(FAULTS) as FaultName[];

/** The definitions by name. */
export const faultDefinitions: Readonly<Record<FaultName, FaultDefinition>> = Object.fromEntries(
  NAMES.map((name) => [name, definitionOf(name)]),
) as Record<FaultName, FaultDefinition>;

/** Checks whether a text is the name of a fault. */
export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name);
}
