import type { Operation } from "../context.ts";
import { oauthRoutes } from "./oauth.ts";
import { trackRoutes } from "./tracks.ts";

/** Every operation the sandbox has. */
export const operations: readonly Operation[] = [
  ...trackRoutes,
  ...oauthRoutes,
];
