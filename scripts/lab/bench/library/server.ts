/**
 * A minimal server in its own process: a track at every path, lists at `/pages/…`, and uploads that are read and
 * discarded. It prints its URL in one line and ends with its input.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";

const TRACK = JSON.stringify({
  kind: "track",
  id: 1,
  urn: "soundcloud:tracks:1",
  title: "A track like many others",
  description: "About as long as most. ".repeat(40),
  duration: 30_000,
  created_at: "2020/01/01 00:00:00 +0000",
  genre: "Ambient",
  tag_list: 'calm "late night" slow',
  user: { id: 2, urn: "soundcloud:users:2", username: "someone", permalink_url: "https://soundcloud.com/someone" },
});

function answer(response: ServerResponse, text: string): void {
  const headers = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
}

/** `/pages/3?of=10&size=2&ms=20`: the fourth page of ten, of two items each, after 20 milliseconds. */
function page(url: URL): string {
  const [at, of, size] = [url.pathname.slice(7), url.searchParams.get("of"), url.searchParams.get("size")].map(Number);
  const [index = 0, pages = 0, length = 0] = [at, of, size];
  const collection = Array.from({ length }, (_, i) => ({ id: index * length + i, title: `Track ${i} of ${index}` }));
  url.pathname = `/pages/${index + 1}`;
  return JSON.stringify({ collection, next_href: index + 1 < pages ? url.href : null });
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  request.on("end", () => answer(response, TRACK)).resume();
}

const server = createServer((request, response) => {
  const { method, url = "/", headers } = request;
  if (method === "POST") return receive(request, response);
  if (!url.startsWith("/pages/")) return answer(response, TRACK);
  const address = new URL(url, `http://${headers.host}`);
  setTimeout(() => answer(response, page(address)), Number(address.searchParams.get("ms")));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
process.stdin.on("end", () => process.exit()).resume();
