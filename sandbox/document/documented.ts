import { OPERATION_TABLE } from "../contract/operations/all.ts";

/** The operations that clients may call, with the service's spelling of the paths. */
export const DOCUMENTED: readonly string[] = Object.entries(OPERATION_TABLE)
  .filter(([, { reply }]) => reply !== undefined).map(([operation]) => operation);
