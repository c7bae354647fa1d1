import { type AuthFault, authFaults } from "./auth.ts";
import { type DataFault, dataFaults } from "./data.ts";
import { type EdgeFault, edgeFaults } from "./edge.ts";
import { type GatewayFault, gatewayFaults } from "./gateway.ts";
import { type MediaFault, mediaFaults } from "./media.ts";
import { type PagingFault, pagingFaults } from "./paging.ts";
import type { FaultDefinition } from "./rule.ts";
import { type ServerError, serverErrors } from "./server_error.ts";
import { type WriteFault, writeFaults } from "./writes.ts";

/** Every named fault. */
export type FaultName =
  | ServerError
  | AuthFault
  | EdgeFault
  | GatewayFault
  | DataFault
  | PagingFault
  | MediaFault
  | WriteFault;

/** The definitions by name. */
export const faultDefinitions: Readonly<Record<FaultName, FaultDefinition>> = {
  ...serverErrors,
  ...authFaults,
  ...edgeFaults,
  ...gatewayFaults,
  ...dataFaults,
  ...pagingFaults,
  ...mediaFaults,
  ...writeFaults,
};

/** Checks whether a text is the name of a fault. */
export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultDefinitions, name);
}
