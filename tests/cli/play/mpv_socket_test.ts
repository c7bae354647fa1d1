import { assertEquals } from "@std/assert";
import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import { type MpvEvent, MpvSocket } from "../../../cli/play/mpv_socket.ts";

/** The server side of the socket. */
interface MpvFixture extends AsyncDisposable {
  readonly path: string;
  /** The program's connection. */
  readonly peer: Promise<Socket>;
}

/** Listens on a port, because tests may not open Unix sockets; `node:net` treats a numeric path as a port. */
async function mpvFixture(): Promise<MpvFixture> {
  const peer = Promise.withResolvers<Socket>();
  const server = createServer((socket) => peer.resolve(socket.setEncoding("utf8")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    path: String(typeof address === "object" ? address?.port : address),
    peer: peer.promise,
    async [Symbol.asyncDispose]() {
      (await peer.promise).destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const never = () => false;

Deno.test("MpvSocket passes events on, however their lines come, and nothing that is no message", async () => {
  await using other = await mpvFixture();
  const events: MpvEvent[] = [];
  const last = Promise.withResolvers<void>();
  const socket = await MpvSocket.open(other.path, (event) => {
    events.push(event);
    if (event.event === "shutdown") last.resolve();
  }, never);
  const peer = await other.peer;
  peer.write('{"event":"idle"}\n{"event":"end-');
  peer.write('file","reason":"eof"}\nnonsense\nnull\n1\n{"event":"shutdown"}\n');
  await last.promise;
  assertEquals(events, [{ event: "idle" }, { event: "end-file", reason: "eof" }, { event: "shutdown" }]);
  socket?.close();
});

Deno.test("MpvSocket sends commands, and passes each reply to the request that it answers, once", async () => {
  await using other = await mpvFixture();
  const socket = await MpvSocket.open(other.path, () => {}, never);
  const replies: unknown[] = [];
  const answered = Promise.withResolvers<void>();
  socket?.send("set", "pause", "yes");
  socket?.request(["get_property", "volume"], (data) => replies.push(["volume", data]));
  socket?.request(["get_property", "pause"], (data) => {
    replies.push(["pause", data]);
    answered.resolve();
  });
  const peer = await other.peer;
  let sent = "";
  for await (const text of peer.iterator({ destroyOnReturn: false })) {
    sent += text;
    if (sent.split("\n").length > 3) break;
  }
  assertEquals(sent.trimEnd().split("\n").map((line) => JSON.parse(line)), [
    { command: ["set", "pause", "yes"] },
    { command: ["get_property", "volume"], request_id: 1 },
    { command: ["get_property", "pause"], request_id: 2 },
  ]);
  peer.write('{"request_id":1,"data":50}\n{"request_id":1,"data":60}\n{"error":"success"}\n{"request_id":2}\n');
  await answered.promise;
  assertEquals(replies, [["volume", 50], ["pause", undefined]]);
  socket?.close();
});

Deno.test("MpvSocket.open() gives up where mpv never listens", async () => {
  let looks = 0;
  assertEquals(await MpvSocket.open("1", () => {}, () => ++looks > 2), undefined);
  assertEquals(looks, 3);
});
