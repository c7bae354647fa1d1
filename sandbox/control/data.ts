import { addData } from "../seed/add_data.ts";
import { checkData } from "../seed/check_data.ts";
import { readValue } from "./input.ts";
import { type ControlCall, type ControlRoute, Refusal, reply } from "./route.ts";

/** Adds apps, users, tracks, playlists and comments: all, or none. */
async function add({ request, world }: ControlCall): Promise<Response> {
  const value = await readValue(request);
  try {
    const data = checkData(value, "the body");
    if (data.empty !== undefined) throw new TypeError("Cannot read the body: empty applies only to a new sandbox");
    addData(world.db, data, world.clock.now());
  } catch (error) {
    throw error instanceof TypeError ? new Refusal(400, error.message) : error;
  }
  return reply({ status: "added" }, 201);
}

/** The content of the world. */
export const dataRoutes: readonly ControlRoute[] = [{ method: "POST", path: "/data", run: add }];
