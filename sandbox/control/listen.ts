import { STREAM_KINDS, streamPath } from "../media/addresses.ts";
import { sign } from "../media/signature.ts";
import { findTrack } from "../store/lookups.ts";
import { type ControlCall, type ControlRoute, Refusal } from "./route.ts";

/** Sends a request of the dashboard to the media host, without the log and faults. */
function ask({ quietly, request, url }: ControlCall, path: string): Promise<Response> {
  const range = request.headers.get("range");
  return quietly(new Request(new URL(`/_media${path}`, url), { headers: range === null ? {} : { range } }));
}

/** Returns the sound of a track without access checks. It doesn't count as a play. */
async function listen(call: ControlCall): Promise<Response> {
  const { world, rest } = call;
  const track = findTrack(world.db, Number(rest) || 0);
  const kind = STREAM_KINDS.find(({ protocol }) => protocol === "http");
  if (track === undefined || kind === undefined) throw new Refusal(404, `There is no track ${rest.slice(0, 80)}`);
  const { path, signed } = streamPath(track.id, kind);
  return await ask(call, `${path}?${sign(world, signed, world.config.cdnTtlSeconds)}`);
}

/** Returns a picture or a waveform by its path on the media host, whose slashes are encoded. */
async function look(call: ControlCall): Promise<Response> {
  const { rest } = call;
  if (!/^(?:images|waveforms)\/[\w.-]+$/.test(rest)) throw new Refusal(404, `There is no ${rest.slice(0, 80)}`);
  return await ask(call, `/${rest}`);
}

/** The pictures and sounds of the dashboard. */
export const listenRoutes: readonly ControlRoute[] = [
  { method: "GET", path: "/listen/*", run: listen },
  { method: "GET", path: "/media/*", run: look },
];
