// Sequential requests over a few connections, with minimal work on the client's side.
import { connect, type Socket } from "node:net";

/** The target of the requests. */
export interface Target {
  readonly url: string;
  readonly token: string;
  /** Paths to request in turn. */
  readonly paths: readonly string[];
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Sends a request and waits until its reply is complete. */
function exchange(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (bytes: Uint8Array) => {
      text += new TextDecoder("latin1").decode(bytes);
      const head = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      if (head < 0 || text.length < head + 4 + length) return;
      socket.off("data", onData);
      if (text.startsWith("HTTP/1.1 200")) resolve();
      else reject(new Error(text.slice(0, 400)));
    };
    socket.on("data", onData);
    socket.write(request);
  });
}

/** Sends a number of requests over a number of connections; returns the milliseconds of each. */
export async function load({ url, token, paths }: Target, count: number, connections: number): Promise<number[]> {
  const { host, port } = new URL(url);
  const requests = paths.map((path) =>
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: OAuth ${token}\r\n\r\n`
  );
  const times: number[] = [];
  let left = count;
  await Promise.all(Array.from({ length: connections }, async () => {
    const socket = await opened(Number(port));
    while (left-- > 0) {
      const start = performance.now();
      await exchange(socket, requests[left % requests.length] ?? "");
      times.push(performance.now() - start);
    }
    socket.destroy();
  }));
  return times;
}
