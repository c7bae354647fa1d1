/**
 * The most files of the sandbox that a GET enters, over every kind of GET.
 *
 * @module
 */
import { reportFigure } from "./figure.ts";
import { countFiles } from "./sandbox/run.ts";

const counts = Object.values(await countFiles());
reportFigure({
  name: `files that a warm GET enters, the most of ${counts.length} kinds`,
  value: Math.max(...counts),
  unit: "",
  bound: 15,
  good: "below",
});
