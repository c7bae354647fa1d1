import { OPERATIONS } from "./operations.ts";

/**
 * The operations of the service's OpenAPI file with its spelling of the paths, and `/me/connections`, which the file
 * omits.
 */
export const DOCUMENTED: readonly string[] = [...OPERATIONS.map(({ operation }) => operation), "GET /me/connections"];
