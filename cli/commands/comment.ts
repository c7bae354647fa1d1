/**
 * `tonearm comment`
 *
 * @module
 */

import { type Command, command, text } from "../command.ts";
import { usage } from "../errors.ts";
import { identify, readIds, readLines } from "../ids.ts";
import { COMMENT_FIELDS } from "../output/fields.ts";
import { clock } from "../output/format.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";

/** Comments on a track. */
export const comment: Command = command({
  words: "<track> <text...>",
  details: "The text `-` is read from stdin.",
  options: { at: text("Where in the track: seconds, m:ss or h:mm:ss", "time") },
  fields: COMMENT_FIELDS,
  examples: [
    ["Comment at a moment", 'tonearm comment soundcloud:tracks:293 --at 1:05 "that bass"'],
    ["Comment with a prepared text", "tonearm comment 293 - < note.txt"],
  ],
  async run(context, options, [word = "", ...words]) {
    const at = options.at === undefined ? undefined : milliseconds(options.at);
    const [track] = await readIds(context, word === "-" ? [] : [word], ["tracks"]);
    const body = words.length === 1 && words[0] === "-"
      ? (await readLines(context.host.stdin)).join("\n")
      : words.join(" ");
    if (track === undefined || body.trim() === "") throw usage("A comment needs a track and a text");
    const { client } = await context.connectAsUser();
    const { id } = await identify(context, track, ["tracks"]);
    const made = await client.tracks.createComment(id, body, at, { signal: context.host.signal });
    await show(context, made, () => line`Commented${at === undefined ? "" : ` at ${clock(at)}`}: ${made.urn}`);
  },
});

function milliseconds(time: string): number {
  if (!/^(\d+:){0,2}\d+(\.\d+)?$/.test(time)) throw usage(`--at is a time like 65, 1:05 or 1:02:03, not ${time}`);
  const seconds = time.split(":").reduce((total, part) => total * 60 + Number(part), 0);
  return Math.round(seconds * 1000);
}
