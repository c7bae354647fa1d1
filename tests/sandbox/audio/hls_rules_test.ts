import { assert, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { checkStream, type FetchFile } from "./hls_checks.ts";
import { without } from "../../support/programs.ts";
import { call, locationOf, streamsOf } from "../../support/sandbox/requests.ts";
import { writeWav } from "../../support/sandbox/sounds.ts";

async function playable(sandbox: Sandbox): Promise<number> {
  const tracks: { id: number; access: string; user: { id: number } }[] =
    await (await call(sandbox, "/tracks?limit=200")).json();
  return tracks.find(({ id, access, user }) => access === "playable" && user.id > 1 && id % 2 === 0)?.id ?? 0;
}

async function uploaded(sandbox: Sandbox): Promise<number> {
  const body = new FormData();
  body.set("track[title]", "A tone");
  const tone = Float32Array.from({ length: 25 * 44_100 }, (_, i) => 0.5 * Math.sin(i / 20));
  body.set("track[asset_data]", new Blob([writeWav(tone, 44_100)]), "tone.wav");
  return (await (await call(sandbox, "/tracks", { method: "POST", body })).json()).id;
}

/** Returns the violations in each stream of a track. */
async function problemsOf(sandbox: Sandbox, track: number): Promise<Record<string, string[]>> {
  const lists = Object.entries(await streamsOf(sandbox, track)).filter(([name]) => name.startsWith("hls_"));
  return Object.fromEntries(
    await Promise.all(lists.map(async ([name, link]) => {
      return [name, await checkStream(await locationOf(sandbox, link), sandbox.fetch)] as const;
    })),
  );
}

const CLEAN = { hls_aac_160_url: [], hls_aac_96_url: [], hls_mp3_128_url: [] };

Deno.test("checkStream(): the streams of a catalogue track conform to HLS and CMAF", async () => {
  using sandbox = createSandbox();
  assertEquals(await problemsOf(sandbox, await playable(sandbox)), CLEAN);
});

Deno.test({
  name: "checkStream(): the streams of an upload conform to HLS and CMAF during encoding",
  ignore: without("ffmpeg"),
  async fn() {
    using sandbox = createSandbox({ config: { transcodeDelayMs: 0 } });
    const found = await problemsOf(sandbox, await uploaded(sandbox));
    assertEquals({ ...CLEAN, ...found }, CLEAN);
    assert("hls_aac_160_url" in found);
  },
});

interface Broken {
  readonly name: string;
  readonly problem: RegExp;
  readonly list?: (text: string) => string;
  readonly segment?: (bytes: Uint8Array, number: number) => void;
}

/** Returns the offset of a box with a type. */
function placeOf(bytes: Uint8Array, type: string): number {
  return new TextDecoder("latin1").decode(bytes).indexOf(type);
}

/** Changes a byte after the type of a box. */
function withByte(type: string, offset: number, value: number): NonNullable<Broken["segment"]> {
  return (bytes, number) => {
    if (number === 1) bytes[placeOf(bytes, type) + offset] = value;
  };
}

const BROKEN: readonly Broken[] = [
  { name: "an older version", problem: /version 7/, list: (text) => text.replace("VERSION:7", "VERSION:3") },
  {
    name: "a short target",
    problem: /longer than the target/,
    list: (text) => text.replace("DURATION:10", "DURATION:9"),
  },
  { name: "no end", problem: /does not end/, list: (text) => text.replace("#EXT-X-ENDLIST\n", "") },
  {
    name: "no independent segments",
    problem: /INDEPENDENT/,
    list: (text) => text.replace("#EXT-X-INDEPENDENT-SEGMENTS\n", ""),
  },
  { name: "another length", problem: /lasts/, list: (text) => text.replace(/#EXTINF:9\.\d+/, "#EXTINF:9.500000") },
  {
    name: "a map behind the first segment",
    problem: /before the first segment/,
    list: (text) => text.replace(/(#EXT-X-MAP[^\n]+\n)(#EXTINF[^\n]+\n[^\n]+\n)/, "$2$1"),
  },
  { name: "a number twice", problem: /is not number 2/, segment: withByte("mfhd", 11, 1) },
  { name: "a gap in time", problem: /where the last one ends/, segment: withByte("tfdt", 15, 255) },
  { name: "a frame less", problem: /frames are not its data/, segment: withByte("trun", 19, 1) },
];

for (const { name, problem, list, segment } of BROKEN) {
  Deno.test(`checkStream() detects ${name}`, async () => {
    using sandbox = createSandbox();
    const link = (await streamsOf(sandbox, await playable(sandbox))).hls_aac_160_url;
    const fetchFile: FetchFile = async (url) => {
      const reply = await sandbox.fetch(url);
      const bytes = new Uint8Array(await reply.arrayBuffer());
      const { pathname } = new URL(url);
      if (list && pathname.endsWith(".m3u8")) return new Response(list(new TextDecoder().decode(bytes)), reply);
      if (segment && pathname.endsWith(".m4s")) segment(bytes, Number.parseInt(pathname.split("/").at(-1) ?? ""));
      return new Response(bytes, reply);
    };
    const problems = await checkStream(await locationOf(sandbox, link), fetchFile);
    assert(problems.some((each) => problem.test(each)), problems.join("\n"));
  });
}
