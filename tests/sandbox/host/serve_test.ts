import { assert, assertEquals, assertNotEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { explainListening, listenAndServe, listenOnLoopback, SERVE_KINDS } from "../../../sandbox/host/serve.ts";

const AT = { hostname: "10.1.2.3", port: 80 };

for (
  const { code, told } of [
    { code: "EADDRINUSE", told: "Cannot listen on port 80: it is in use" },
    { code: "EACCES", told: "Cannot listen on port 80: permission denied" },
    { code: "EADDRNOTAVAIL", told: "Cannot listen on 10.1.2.3: it is not an address of this machine" },
    { code: "EINVAL", told: "Cannot listen on 10.1.2.3: it is not an address of this machine" },
    { code: "ENOTFOUND", told: "Cannot listen on 10.1.2.3: it is not an address of this machine" },
  ]
) {
  Deno.test(`explainListening(): ${code} is told as ${JSON.stringify(told)}, with its cause`, () => {
    const cause = Object.assign(new Error("listen failed"), { code });
    const error = explainListening(cause, AT);
    assert(error instanceof Error);
    assertEquals({ message: error.message, cause: error.cause }, { message: told, cause });
  });
}

Deno.test("explainListening() leaves other errors as they are", () => {
  for (const error of [Object.assign(new Error("many files"), { code: "EMFILE" }), new TypeError("no code"), "text"]) {
    assertStrictEquals(explainListening(error, AT), error);
  }
});

/** Values that an option accepts and refuses. */
const VALUES: Readonly<
  Record<keyof typeof SERVE_KINDS, { called: string; accepted: unknown[]; refused: unknown[] }>
> = {
  hostname: { called: "an address of this machine", accepted: ["127.0.0.1", "::"], refused: ["", 1, null] },
  port: { called: "a port from 0 to 65535", accepted: [0, 8080, 65_535], refused: [-1, 65_536, 1.5, "80", null] },
  tls: {
    called: "true, or an object with a key and a cert, in PEM",
    accepted: [true, false, { key: "k", cert: "c" }],
    refused: [{ key: "k" }, { cert: "c" }, "true", null],
  },
  publicUrl: {
    called: "a URL such as https://sandbox.example.org",
    accepted: ["https://sandbox.example.org", "http://sandbox/"],
    refused: ["sandbox.example.org", "ftp://sandbox", "https://", 1, null],
  },
};

for (const [name, { called, accepted, refused }] of Object.entries(VALUES)) {
  Deno.test(`SERVE_KINDS: ${name} accepts its own kind of value only`, () => {
    const { accepts, description } = SERVE_KINDS[name as keyof typeof VALUES];
    assertEquals(description, called);
    assertEquals(accepted.filter((value) => !accepts(value)), []);
    assertEquals(refused.filter((value) => accepts(value)), []);
  });
}

/** A machine where other programs listen on `::1`, at the ports of the first servers. */
class BusyLoopback implements AsyncDisposable {
  readonly #servers: Server[] = [];
  readonly #taken: number;
  /** How often a server has tried to listen on `::1`. */
  tries = 0;

  constructor(taken: number) {
    this.#taken = taken;
  }

  /** Creates a server. Before it listens on `::1`, another one may. */
  readonly make = (): Server => {
    const server = this.#open();
    const listen = server.listen.bind(server);
    const listenAfterOther = async (port: number, hostname: string, then: () => void) => {
      if (hostname === "::1" && this.tries++ < this.#taken) {
        await once(this.#open().listen(port, hostname), "listening");
      }
      listen(port, hostname, then);
    };
    return Object.assign(server, { listen: listenAfterOther });
  };

  #open(): Server {
    const server = createServer();
    this.#servers.push(server);
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const open = this.#servers.filter(({ listening }) => listening);
    await Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

/** Returns a port that was free a moment ago. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return listener.addr.port;
}

/** Whether this machine has the address `::1`. */
function hasIpv6(): boolean {
  return Deno.networkInterfaces().some(({ address }) => address === "::1");
}

Deno.test({
  name: "listenOnLoopback() takes another free port where another program has the first one at ::1",
  ignore: !hasIpv6(),
  async fn() {
    await using machine = new BusyLoopback(2);
    const { servers, port } = await listenOnLoopback(machine.make, 0);
    const ports = servers.map((server) => (server.address() as { port: number }).port);
    assertEquals(ports, [port, port]);
    assertNotEquals(port, 0);
  },
});

Deno.test({
  name: "listenOnLoopback() fails after its last free port, and at once where a given port is in use at ::1",
  ignore: !hasIpv6(),
  async fn() {
    for (const { given, tries } of [{ given: false, tries: 3 }, { given: true, tries: 1 }]) {
      await using machine = new BusyLoopback(4);
      const port = given ? freePort() : 0;
      await assertRejects(() => listenOnLoopback(machine.make, port, 3), Error, "EADDRINUSE");
      assertEquals(machine.tries, tries);
    }
  },
});

Deno.test("listenAndServe() keeps an unused connection for longer than the 90 s that clients do", async () => {
  const listener = await listenAndServe(() => Promise.resolve(new Response("here")));
  const socket = connect(listener.port, listener.hostname);
  socket.write("GET / HTTP/1.1\r\nhost: here\r\n\r\n");
  const [reply] = await once(socket, "data");
  const seconds = Number(/keep-alive: timeout=(\d+)/i.exec(String(reply))?.[1]);
  await listener.close();
  assert(seconds > 90, `${seconds} s`);
});
