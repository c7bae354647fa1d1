// The size of the library in a page or a worker.
import { type Goal, reportFigure } from "./figure.ts";
import { compressedSize, SIZES } from "./library/bundle.ts";
import { peerFolder } from "./library/peer.ts";

const UNIT = "kB";

for (const [what, { code, goal }] of Object.entries(SIZES)) {
  const value = compressedSize(code) / 1000;
  const bound: Goal = goal === undefined ? {} : { max: goal / 1000 };
  reportFigure(`bundle of ${what}`, value, UNIT, bound);
}
const nodePaths = [await peerFolder()];
for (const names of ["*", "{ getTrack }"]) {
  const value = compressedSize(`export ${names} from "soundcloud-api-ts"`, { nodePaths }) / 1000;
  reportFigure(`bundle of soundcloud-api-ts: \`${names}\``, value, UNIT);
}
