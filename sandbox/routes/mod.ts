import type { Operation } from "../context.ts";
import { trackRoutes } from "./tracks.ts";

/** Every operation the sandbox has. */
export const operations: readonly Operation[] = [
  ...trackRoutes,
];
