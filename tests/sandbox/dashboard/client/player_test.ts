import { assertEquals } from "@std/assert";
import "../page.ts";
import { el } from "../../../../sandbox/dashboard/client/dom.ts";
import { cover, drawWaveform, type Playable } from "../../../../sandbox/dashboard/client/player.ts";

const TRACK = { id: 1, title: "One", user: "ann", duration: 1000, picture: null };

/** Draws a waveform that the sandbox answers, and returns the paths of its layers. */
async function drawn(track: Playable, answer: () => Response): Promise<{ asked: string[]; layers: string[] }> {
  const { fetch } = globalThis;
  const asked: string[] = [];
  globalThis.fetch = (input) => {
    asked.push(String(input));
    return Promise.resolve(answer());
  };
  try {
    const place = el("div");
    await drawWaveform(place, track);
    return { asked, layers: [...place.querySelectorAll("path")].map((path) => path.getAttribute("d") ?? "") };
  } finally {
    globalThis.fetch = fetch;
  }
}

Deno.test("drawWaveform() draws 120 bars around the middle, the loudest sample of each, and never nothing", async () => {
  const samples = [140, 0, 0, 70, ...Array<number>(236).fill(0)];
  const { asked, layers } = await drawn(
    { ...TRACK, waveform: "/waveforms/a b.json" },
    () => Response.json({ width: 240, height: 140, samples }),
  );
  assertEquals(asked, ["media/waveforms%2Fa%20b.json"]);
  const bars = layers[0]!.split(/(?=M)/);
  assertEquals(bars.slice(0, 3), ["M1.5 1.0V39.0", "M4.5 10.5V29.5", "M7.5 19.4V20.6"]);
  assertEquals({ bars: bars.length, last: bars.at(-1) }, { bars: 120, last: "M358.5 19.4V20.6" });
  assertEquals(layers, [layers[0]!, layers[0]!], "what is left, and what was played");
});

Deno.test("drawWaveform() asks once for a waveform, and again if it could not be had", async () => {
  const track = { ...TRACK, waveform: "/waveforms/late.json" };
  const good = () => Response.json({ width: 1, height: 1, samples: [1] });
  assertEquals((await drawn(track, () => new Response("not yet", { status: 404 }))).layers, []);
  assertEquals((await drawn(track, good)).asked.length, 1);
  const again = await drawn(track, good);
  assertEquals({ asked: again.asked.length, layers: again.layers.length }, { asked: 0, layers: 2 });
});

Deno.test("cover() shows a picture of the media host in its size, and a square without one", () => {
  const shown = (picture: string | null) => {
    const element = cover(picture);
    return `${element.localName} ${element.getAttribute("src") ?? element.getAttribute("class")}`;
  };
  assertEquals(shown("/_media/images/x-large.jpg"), "img media/_media%2Fimages%2Fx-t300x300.jpg");
  assertEquals(shown("/_media/images/x-large.png"), "img media/_media%2Fimages%2Fx-t300x300.png");
  for (const missing of [null, "", "https://elsewhere.example/x-large.jpg"]) {
    assertEquals(shown(missing), "span cover");
  }
});
