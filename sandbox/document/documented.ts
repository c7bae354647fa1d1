import { OPERATIONS } from "./operations.ts";

/** The operations of the service's OpenAPI file, as it spells their paths, and `/me/connections`, which it leaves out. */
export const DOCUMENTED: readonly string[] = [...OPERATIONS.map(({ operation }) => operation), "GET /me/connections"];
