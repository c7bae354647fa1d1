// The size of the library in a page or a worker.
import { reportFigure } from "./figure.ts";
import { compressedSize, SIZES } from "./library/bundle.ts";

for (const [what, { code, goal }] of Object.entries(SIZES)) {
  reportFigure(`bundle of ${what}`, compressedSize(code) / 1000, "kB", { max: goal / 1000 });
}
