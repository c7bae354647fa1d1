import { assertEquals } from "@std/assert";
import { passingPiecesOf, piecesOf } from "../../../cli/upload/pieces.ts";

/** Returns how often this process has a file open, as Linux tells other processes. */
async function timesOpen(file: string): Promise<number> {
  const { stdout } = await new Deno.Command("ls", { args: ["-l", `/proc/${Deno.pid}/fd`] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.endsWith(` -> ${file}`)).length;
}

for (const read of [piecesOf, passingPiecesOf]) {
  for (const [when, isLeft] of [["at its end", false], ["when it is left before its end", true]] as const) {
    Deno.test({
      name: `${read.name}() closes the file ${when}`,
      ignore: Deno.build.os !== "linux",
      async fn() {
        const file = await Deno.makeTempFile({ prefix: "tonearm-pieces-" });
        try {
          await Deno.writeFile(file, new Uint8Array(2 ** 17));
          for await (const _ of read(file)) {
            assertEquals(await timesOpen(file), 1);
            if (isLeft) break;
          }
          assertEquals(await timesOpen(file), 0);
        } finally {
          await Deno.remove(file);
        }
      },
    });
  }
}
