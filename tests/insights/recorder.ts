// Records 300 tracks until it is killed. The plays of each track are the minutes of the service's time. It prints 0 when
// it begins, then the time of each reading that is stored.
import process from "node:process";
import { Catalogue } from "../support/insights/catalogue.ts";

const [path = "", from = "0"] = process.argv.slice(2);
const catalogue = new Catalogue(Array.from({ length: 300 }, () => 1), path);
catalogue.now += Number(from) * 36_000;
console.log(0);
for (;;) {
  catalogue.now += 3600;
  for (const track of catalogue.tracks) track.playback_count = catalogue.now / 60;
  const { status, at } = await catalogue.after(0);
  if (status === "recorded") console.log(at.getTime() / 1000);
}
