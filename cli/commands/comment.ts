import { text as readText } from "node:stream/consumers";
import { act, type AnyCommand, command } from "../command.ts";
import { usage } from "../errors.ts";
import { find, readId } from "../ids.ts";
import { COMMENT_FIELDS } from "../output/fields.ts";
import { clock } from "../output/format.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";

export function comment(): AnyCommand {
  return command({ fields: COMMENT_FIELDS, writes: true })
    .description("Comment on a track\n\nWith `-` as the text, it is read from stdin.")
    .arguments("<track:string:track> <text...:string>")
    .option("--at <time:string>", "The position in the track: seconds, m:ss or h:mm:ss")
    .example("Comment at a position", 'tonearm comment soundcloud:tracks:1184 --at 0:31 "that bass"')
    .example("Comment with the text of a file", "tonearm comment 1184 - < note.txt")
    .action(act(async (context, options, word, ...words) => {
      if (word === "-") throw usage("Name the track on the command line; only the text can come from stdin");
      const at = options.at === undefined ? undefined : milliseconds(options.at);
      const track = await readId(context, word, ["tracks"]);
      const body = words.length === 1 && words[0] === "-"
        ? (await readText(context.host.stdin)).replaceAll("\r\n", "\n").trimEnd()
        : words.join(" ");
      if (body.trim() === "") throw usage("A comment needs text");
      const { client, id, call } = await find(context, track, ["tracks"], "user");
      const made = await client.tracks.createComment(id, body, at, call);
      await show(context, made, () => line`Commented${at === undefined ? "" : ` at ${clock(at)}`}: ${made.urn}`);
    }));
}

function milliseconds(time: string): number {
  if (!/^(\d+|(\d+:)?[0-5]?\d:[0-5]\d|\d{2,}:[0-5]\d)(\.\d+)?$/.test(time)) {
    throw usage(`--at must be a time like 65, 1:05 or 1:02:03, not ${time}`);
  }
  return Math.round(time.split(":").reduce((total, part) => total * 60 + Number(part), 0) * 1000);
}
