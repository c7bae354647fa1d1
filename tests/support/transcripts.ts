import { assertGolden } from "./golden.ts";

/** Runs the steps of a transcript, and returns each as it is written, with its present result. */
export type Replay = (steps: readonly string[]) => Promise<string[]>;

/** Returns a test for each transcript of a folder: its steps have the results that stand there. */
export function testsOf(folder: URL, nameOf: (file: string) => string, replay: Replay): Deno.TestDefinition[] {
  return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".txt")).map(({ name }) => ({
    name: nameOf(name),
    async fn() {
      const file = new URL(name, folder);
      const steps = await replay((await Deno.readTextFile(file)).trim().split(/\n\n+/));
      const shown = steps.map((step) => `${step}\n`).join("\n");
      await assertGolden(shown, file);
    },
  }));
}
