import {
  dropSnapshot,
  exportWorld,
  importWorld,
  restoreSnapshot,
  type Snapshot,
  takeSnapshot,
} from "../world/snapshots.ts";
import { bodyOf, chunksOf, toStream } from "../base/content.ts";
import { explainStorage, StorageFailure } from "../store/failures.ts";
import { COMMON_HEADERS, type ControlCall, type ControlRoutes, readObject, Refusal, reply } from "./route.ts";

const NAME = /^(?!\.+$)[\w.-]{1,64}$/;
const KEPT = 32;
const TYPE = "application/x-tar";

function shown(name: string, { bytes, now, frozen }: Snapshot): unknown {
  return { name, bytes, now: new Date(now).toISOString(), frozen };
}

function list({ world }: ControlCall): Response {
  return reply({ snapshots: [...world.snapshots].map(([name, snapshot]) => shown(name, snapshot)) });
}

/** Creates a snapshot: `{ name }`; the default name is generated. */
async function create({ request, world }: ControlCall): Promise<Response> {
  const { snapshots } = world;
  const { name = freeName(snapshots) } = await readObject(request, ["name"]);
  if (typeof name !== "string" || !NAME.test(name)) throw new Refusal(400, "name is not a word of up to 64 letters");
  if (!snapshots.has(name) && snapshots.size >= KEPT) throw new Refusal(409, `There are ${KEPT} snapshots already`);
  const snapshot = takeSnapshot(world);
  dropSnapshot(world.snapshots, world.media, name);
  snapshots.set(name, snapshot);
  return reply(shown(name, snapshot), 201);
}

function freeName(snapshots: ReadonlyMap<string, Snapshot>): string {
  let number = snapshots.size + 1;
  while (snapshots.has(`snapshot-${number}`)) number++;
  return `snapshot-${number}`;
}

function restore({ world, rest }: ControlCall): Response {
  const snapshot = world.snapshots.get(rest);
  if (snapshot === undefined) throw new Refusal(404, `There is no snapshot ${rest.slice(0, 80)}`);
  restoreSnapshot(world, snapshot);
  return reply({ restored: rest });
}

function remove({ world, rest }: ControlCall): Response {
  if (!dropSnapshot(world.snapshots, world.media, rest)) {
    throw new Refusal(404, `There is no snapshot ${rest.slice(0, 80)}`);
  }
  return reply({ removed: rest });
}

function exportState({ world }: ControlCall): Response {
  const headers = { "content-type": TYPE, "content-disposition": 'attachment; filename="sandbox.tar"' };
  return new Response(toStream(exportWorld(world)), { headers: { ...headers, ...COMMON_HEADERS } });
}

/** Replaces this state with an exported one; a rejected one changes nothing. */
async function importState({ request, world }: ControlCall): Promise<Response> {
  try {
    const missing = await importWorld(world, chunksOf(bodyOf(request)));
    return reply({ status: "imported", missing });
  } catch (error) {
    const told = explainStorage(error, world.db.path);
    if (told instanceof StorageFailure && told.isFull) throw told;
    if (error instanceof RangeError) throw new Refusal(413, `Cannot import: ${error.message}`);
    throw new Refusal(422, `Cannot import: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export const snapshotRoutes: ControlRoutes = {
  "GET /snapshots": list,
  "POST /snapshots": create,
  "POST /snapshots/*/restore": restore,
  "DELETE /snapshots/*": remove,
  "GET /export": exportState,
  "POST /import": importState,
};
