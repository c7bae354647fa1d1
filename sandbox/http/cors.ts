import type { Call } from "./call.ts";

const CORS_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-headers": "Accept, Authorization, Content-Type, Origin",
  "access-control-allow-methods": "GET, PUT, POST, DELETE",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Date",
};

/** Adds the CORS headers to replies for browsers, errors included, unless the settings disable them. */
export function cors({ world }: Call, reply: Response): Response {
  if (!world.config.cors) return reply;
  for (const [name, value] of Object.entries(CORS_HEADERS)) reply.headers.set(name, value);
  return reply;
}

/** Answers the CORS request that a browser sends before the real one. */
export function preflight(): Response {
  return new Response(null, { status: 204, headers: { "access-control-max-age": "600" } });
}
