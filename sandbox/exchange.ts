import { answer } from "./app.ts";
import type { Connection } from "./context.ts";
import { LostConnection } from "./faults/line.ts";
import { BadNamespace, type Located, type Namespaces } from "./namespaces.ts";
import { textOf } from "./reply_text.ts";
import { Visit } from "./visit.ts";

const LOGGED_BODIES = /^application\/(?:json|x-www-form-urlencoded)/;

/** A body worth logging, read from a copy beside the service's own reading. */
function logged(request: Request): Promise<string> | undefined {
  if (request.body === null || !LOGGED_BODIES.test(request.headers.get("content-type") ?? "")) return undefined;
  return request.clone().text().catch(() => "");
}

/** Passes a request through the faults to the service, and notes what became of it. */
async function attend({ world, request, place }: Located, connection?: Connection): Promise<Response> {
  const start = performance.now();
  const at = world.clock.now();
  const visit = new Visit(request, world, connection);
  const body = logged(request);
  let faults: readonly string[] = [];
  const note = async (reply?: Response) => {
    const { method, url, headers } = request;
    const milliseconds = performance.now() - start;
    const [status, replyHeaders] = [reply?.status ?? 0, reply?.headers];
    const replyBody = reply === undefined ? undefined : textOf(reply);
    const entry = { at, milliseconds, method, url, headers, body: await body, status, replyHeaders, replyBody, faults };
    world.log.add(entry);
  };
  const bindings = connection === undefined ? { world, place } : { world, place, connection };
  try {
    const reply = await world.faults.around(visit, (asked) => answer(asked, bindings), (names) => faults = names);
    await note(reply);
    return reply;
  } catch (error) {
    await note();
    throw error;
  }
}

/**
 * Answers one request, wherever it came from.
 *
 * @throws {TypeError} When a fault loses the connection and there is no real one to lose.
 */
export async function exchange(request: Request, namespaces: Namespaces, connection?: Connection): Promise<Response> {
  try {
    return await attend(namespaces.locate(request), connection);
  } catch (error) {
    if (error instanceof BadNamespace) return new Response(`${error.message}\n`, { status: 400 });
    if (error instanceof LostConnection && connection !== undefined) return new Response(null);
    throw error;
  }
}
