import { act, type AnyCommand, command } from "../command.ts";
import type { GlobalValues } from "../globals.ts";
import { find, readId } from "../ids.ts";
import { confirmDeletion } from "../output/prompt.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";
import { forgetPlaylist } from "./playlist/remembered.ts";

const LOST = { track: "It cannot be undone.", playlist: "Its tracks are kept." } as const;
const EXAMPLES = { track: ["1184", "1189"], playlist: ["105", "104"] } as const;

export function deletion(kind: "track" | "playlist"): AnyCommand {
  return command({ fields: ["deleted"], writes: true })
    .description(`Delete a ${kind}\n\nAsks first on a terminal; otherwise --yes is required. ${LOST[kind]}`)
    .arguments(`<${kind}:string:${kind}>`)
    .option("-y, --yes", "Don't ask")
    .example(`Delete a ${kind}`, `tonearm ${kind} delete soundcloud:${kind}s:${EXAMPLES[kind][0]}`)
    .example("In a script", `tonearm ${kind} delete ${EXAMPLES[kind][1]} --yes`)
    .action(act(async (context, { yes, dryRun }: GlobalValues & { yes?: true | undefined }, word: string) => {
      const checked = await readId(context, word, [`${kind}s`]);
      if (!yes && !dryRun) await confirmDeletion(context, `the ${kind} ${checked}`);
      const { client, id, call } = await find(context, checked, [`${kind}s`], "user");
      await client[`${kind}s`].delete(id, call);
      if (kind === "playlist") await forgetPlaylist(context, id);
      await show(context, { deleted: id }, () => line`Deleted ${id}`);
    }));
}
