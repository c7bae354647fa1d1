import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

/** Headers of a connection or of a body's transfer. */
const OF_CONNECTION = ["connection", "content-length", "host", "keep-alive", "transfer-encoding"];

/** Returns a logged request as it was sent, including the secrets that the log hides. */
function logged({ world, rest }: ControlCall): Request {
  const note = world.log.find(Number(rest) || 0);
  if (note === undefined) throw new Refusal(404, `The log has no request ${rest.slice(0, 80)}`);
  const { method, url, headers, body } = note;
  const hasBody = method !== "GET" && method !== "HEAD";
  const length = Number(headers.get("content-length") ?? (headers.has("transfer-encoding") ? Infinity : 0));
  if (hasBody && new TextEncoder().encode(body ?? "").length < length) {
    throw new Refusal(409, "Cannot repeat the request: the log doesn't keep bodies of its kind or length");
  }
  const sent = new Headers(headers);
  for (const name of OF_CONNECTION) sent.delete(name);
  return new Request(url, { method, headers: sent, ...(hasBody && body !== undefined ? { body } : {}) });
}

/** Sends a logged request again; it is logged like any other. */
async function replay(call: ControlCall): Promise<Response> {
  const request = logged(call);
  const answered = await call.perform(request).catch(() => undefined);
  await answered?.body?.cancel();
  return reply({ status: answered?.status ?? 0 });
}

/** Repeats a logged request. */
export const replayRoutes: readonly ControlRoute[] = [{ method: "POST", path: "/requests/*/replay", run: replay }];
