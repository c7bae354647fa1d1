import { assertEquals } from "@std/assert";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setImmediate as later } from "node:timers/promises";
import { Mpv } from "../../../cli/play/mpv.ts";
import type { Ending } from "../../../cli/play/player.ts";
import type { Exit } from "../../../cli/play/process.ts";

const SOUND = { url: "https://media.example/a", startSeconds: 0, durationSeconds: 60, title: "A by U" };

/** mpv's side: the commands that it gets, and the events that it sends. */
class MpvServer implements AsyncDisposable {
  readonly commands: (readonly unknown[])[] = [];
  readonly done: string[] = [];
  readonly mpv: Mpv;
  /** mpv before 0.33 has no ids. */
  hasIds = true;
  readonly #exited = Promise.withResolvers<Exit>();
  readonly #server = createServer();
  #peer: Socket | undefined;
  #volume = 0;
  #arrived = Promise.withResolvers<void>();

  private constructor() {
    const kill = () => {
      this.done.push("killed");
      this.exit("");
    };
    const remove = () => Promise.resolve(void this.done.push("removed"));
    this.mpv = new Mpv({ exit: this.#exited.promise, kill }, { remove });
  }

  /** Starts a server on a port, which `node:net` takes for a path, and connects the player to it. */
  static async open(): Promise<MpvServer> {
    const self = new MpvServer();
    self.#server.on("connection", (socket: Socket) => self.#serve(socket));
    self.#server.listen(0, "127.0.0.1");
    await once(self.#server, "listening");
    const address = self.#server.address();
    assertEquals(await self.mpv.connect(String(typeof address === "object" && address?.port), () => false), true);
    assertEquals(await self.got(6), [
      ["request_log_messages", "warn"],
      ...["time-pos", "duration", "pause", "volume", "idle-active"].map((name, index) => [
        ...["observe_property", index + 1, name],
      ]),
    ]);
    return self;
  }

  /** Waits for a number of commands, and takes them. */
  async got(count: number): Promise<readonly unknown[][]> {
    while (this.commands.length < count) await this.#arrived.promise;
    return this.commands.splice(0).map((command) => [...command]);
  }

  /** Sends events, and waits until the player has read them: the volume tells it. */
  async send(...events: readonly object[]): Promise<void> {
    const volume = ++this.#volume;
    const lines = [...events, property("volume", volume)].map((event) => `${JSON.stringify(event)}\n`);
    this.#peer?.write(lines.join(""));
    while (this.mpv.position.volume !== volume) await later();
  }

  /** Whether the player's connection ends with an error. */
  get closed(): Promise<boolean> {
    return once(this.#peer!, "close").then(([hadError]) => hadError);
  }

  exit(message: string): void {
    this.#exited.resolve({ code: 1, message });
  }

  #serve(socket: Socket): void {
    this.#peer = socket;
    createInterface(socket).on("line", (line) => {
      const { command, request_id } = JSON.parse(line);
      this.commands.push(command);
      const data = this.hasIds ? { playlist_entry_id: 10 + request_id } : null;
      if (request_id) socket.write(`${JSON.stringify({ request_id, data })}\n`);
      this.#arrived.resolve();
      this.#arrived = Promise.withResolvers();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.mpv.close();
    this.#peer?.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Starts a sound, and waits until the player has asked for it. */
async function play(server: MpvServer, startSeconds = 0): Promise<{ ending: Promise<Ending>; commands: unknown[][] }> {
  const ending = server.mpv.play({ ...SOUND, startSeconds });
  const commands = await server.got(6);
  return { ending, commands: [...commands] };
}

const STARTED = { event: "start-file", playlist_entry_id: 11 };
const ended = (reason: string, more: object = {}) => ({ event: "end-file", playlist_entry_id: 11, reason, ...more });
const property = (name: string, data: unknown) => ({ event: "property-change", name, data });

Deno.test("Mpv loads a sound with its title and start, between two neighbours that stand for media keys", async () => {
  await using server = await MpvServer.open();
  const { commands } = await play(server, 1.5);
  assertEquals(commands, [
    ["set_property", "start", "1.5"],
    ["set_property", "force-media-title", "A by U"],
    ["loadfile", "https://media.example/a", "replace"],
    ["loadfile", "null://next", "append"],
    ["loadfile", "null://previous", "append"],
    ["playlist-move", 2, 0],
  ]);
  assertEquals((await play(server)).commands[0], ["set_property", "start", "none"]);
});

Deno.test("Mpv passes the keys of playback on, and seeks once a sound is loaded", async () => {
  await using server = await MpvServer.open();
  server.mpv.togglePause();
  server.mpv.seek(-10);
  server.mpv.changeVolume(5);
  assertEquals(await server.got(3), [["cycle", "pause"], ["seek", -10, "relative"], ["add", "volume", 5]]);
  await play(server);
  server.mpv.seek(10);
  server.mpv.seek(10);
  await server.send({ event: "file-loaded" });
  assertEquals(await server.got(1), [["seek", 20, "relative"]]);
});

Deno.test("Mpv knows its position from mpv's properties, and forgets a length with the next sound", async () => {
  await using server = await MpvServer.open();
  await play(server, 7);
  assertEquals(server.mpv.position, { seconds: 7, durationSeconds: undefined, isPaused: false, volume: undefined });
  await server.send(property("time-pos", 8.5), property("duration", 60), property("pause", true));
  await server.send(property("time-pos", null), property("duration", null));
  assertEquals(server.mpv.position, { seconds: 8.5, durationSeconds: 60, isPaused: true, volume: 2 });
  await play(server);
  await server.send(property("time-pos", -0.17));
  assertEquals(server.mpv.position, { seconds: 0, durationSeconds: undefined, isPaused: true, volume: 3 });
});

const said = (text: string) => ({ event: "log-message", text });
const LOG = said("Failed to open https://media.example/a?Signature=secret \n");
const TROUBLE = ["An error", "It fails", "ends prematurely", "was refused", "was reset", "timed out", "was reset"];

for (
  const [what, events, ending] of [
    ["its natural end", [ended("eof")], { kind: "ended" }],
    ["an end near its length", [LOG, property("duration", 60), property("time-pos", 55), ended("eof")], {
      kind: "ended",
    }],
    ["an early end without a complaint", [property("duration", 60), ended("eof")], { kind: "ended" }],
    [
      "an early end after a complaint",
      [
        LOG,
        LOG,
        said("All well"),
        property("duration", 60),
        property("time-pos", 54),
        ended("eof"),
      ],
      { kind: "failed", isGone: false, message: "Failed to open https://media.example/a?Signature=redacted" },
    ],
    ["a complaint that follows an early end", [property("duration", 60), ended("eof"), LOG], {
      kind: "failed",
      isGone: false,
      message: "Failed to open https://media.example/a?Signature=redacted",
    }],
    ["an error", [...TROUBLE.map(said), ended("error", { file_error: "no audio" })], {
      kind: "failed",
      isGone: false,
      message: "no audio; was refused; was reset; timed out",
    }],
    ["an error without a reason", [ended("error")], {
      kind: "failed",
      isGone: false,
      message: "the stream was interrupted",
    }],
    ["a redirect", [ended("redirect")], { kind: "stopped" }],
    ["the end of mpv", [ended("quit")], { kind: "stopped" }],
    ["the media key next", [ended("stop"), { event: "start-file", playlist_entry_id: 12 }], {
      kind: "stopped",
      direction: "next",
    }],
    ["the media key previous", [ended("stop"), { event: "start-file", playlist_entry_id: 13 }], {
      kind: "stopped",
      direction: "previous",
    }],
    ["the media key stop", [ended("stop"), property("idle-active", true)], { kind: "stopped", direction: "quit" }],
  ] as const
) {
  Deno.test(`Mpv: ${what} ends a sound as ${JSON.stringify(ending)}`, async () => {
    await using server = await MpvServer.open();
    const played = await play(server);
    await server.send(STARTED, ...events);
    assertEquals<Ending>(await played.ending, ending);
  });
}

Deno.test("Mpv: a sound that is stopped ends as stopped, before its start at once", async () => {
  await using server = await MpvServer.open();
  const early = await play(server);
  server.mpv.stop();
  assertEquals<Ending>(await early.ending, { kind: "stopped" });
  assertEquals(await server.got(1), [["stop"]]);
  const late = await play(server);
  const id = { playlist_entry_id: 14 };
  await server.send({ ...STARTED, ...id });
  server.mpv.stop();
  await server.got(1);
  await server.send({ ...ended("stop"), ...id });
  assertEquals<Ending>(await late.ending, { kind: "stopped" });
});

Deno.test("Mpv: a sound that is skipped before its start tells the next one nothing", async () => {
  await using server = await MpvServer.open();
  await play(server);
  server.mpv.stop();
  await server.got(1);
  const { ending } = await play(server);
  await server.send(STARTED, ended("stop"), property("idle-active", true));
  server.mpv.stop();
  assertEquals<Ending>(await ending, { kind: "stopped" });
});

Deno.test("Mpv: a sound that is stopped after its end, before a media key's entry starts, ends at once", async () => {
  await using server = await MpvServer.open();
  const { ending } = await play(server);
  await server.send(STARTED, ended("stop"));
  server.mpv.stop();
  assertEquals<Ending>(await ending, { kind: "stopped" });
});

Deno.test("Mpv: without ids, the end of a sound before the next one starts is none of the next one", async () => {
  await using server = await MpvServer.open();
  server.hasIds = false;
  const { ending } = await play(server);
  const [start, end] = [{ event: "start-file" }, { event: "end-file", reason: "eof" }];
  await server.send({ ...end, reason: "error" }, start, end);
  assertEquals<Ending>(await ending, { kind: "ended" });
});

Deno.test("Mpv: a sound that fails tells the next one nothing, and neither do the keys around it", async () => {
  await using server = await MpvServer.open();
  const failed = await play(server);
  await server.send(LOG, STARTED, property("duration", 60), ended("stop"), ended("error"));
  server.mpv.stop();
  await server.got(1);
  assertEquals(await failed.ending, { kind: "stopped" });
  const { ending } = await play(server);
  const id = { playlist_entry_id: 14 };
  await server.send({ event: "start-file", playlist_entry_id: 12 }, { ...STARTED, ...id }, property("duration", 60));
  await server.send({ ...ended("eof"), ...id });
  assertEquals<Ending>(await ending, { kind: "ended" });
});

Deno.test("Mpv: every sound fails once mpv has exited, with what it said", async () => {
  await using server = await MpvServer.open();
  const { ending } = await play(server);
  server.exit("No audio device");
  const gone: Ending = { kind: "failed", isGone: true, message: "No audio device" };
  assertEquals(await ending, gone);
  assertEquals(await server.mpv.play(SOUND), gone);
});

Deno.test("Mpv.close() kills mpv, and removes its files", async () => {
  await using server = await MpvServer.open();
  await server.mpv.close();
  assertEquals(server.done, ["killed", "removed"]);
  assertEquals(await server.closed, false, "the connection ends without an error");
  assertEquals(await server.mpv.play(SOUND), { kind: "failed", isGone: true, message: "mpv has exited" });
});
