/**
 * Clients of several languages, each in its usual set-up and those that ignore a proxy's variables. Every program reads
 * one track at the service's own URL.
 */
import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { spawnSync } from "node:child_process";
import { execInSandbox, hasNetworks, URL_OF_TRACK } from "./exec_in_sandbox.ts";
import type { Outcome } from "../../../support/cli/test_host.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { fromNpm, leaveOut, pathOf, withoutPackages } from "../../../support/programs.ts";

const TITLE = "Lost Window (lofi study mix)";

const tools = await fromNpm(
  "node22",
  "node24",
  "undici",
  "superagent",
  "needle",
  "axios",
  "got",
  "node-fetch",
  "simple-oauth2",
);

const NODE = tools === undefined ? "" : `${tools}/node_modules/node24/bin/node`;
const NODE_22 = tools === undefined ? "" : `${tools}/node_modules/node22/bin/node`;

/** Returns the command of a program for Node, whose `show` prints a body. */
function node(code: string, program = NODE): readonly string[] {
  const start = `const url = "${URL_OF_TRACK}", headers = { authorization: "OAuth " + process.env.TONEARM_TOKEN };
const require = module.constructor.createRequire("${tools}/");
const show = (text) => console.log(typeof text === "string" ? JSON.parse(text).title : text.title);
const read = (reply) => { let text = ""; reply.on("data", (part) => text += part).on("end", () => show(text)); };\n`;
  return [program, "-e", start + code];
}

const SIMPLE_OAUTH2 = `const { ClientCredentials } = require("simple-oauth2");
const client = { id: process.env.TONEARM_CLIENT_ID, secret: process.env.TONEARM_CLIENT_SECRET };
const auth = { tokenHost: "https://secure.soundcloud.com" };
const grant = new ClientCredentials({ client, auth, options: { authorizationMethod: "header" } }).getToken({});
grant.then(({ token }) => fetch(url, { headers: { authorization: "OAuth " + token.access_token } }))
  .then((reply) => reply.json()).then(show);`;

/** Returns the command of a Java program whose `connect` reads the track. */
function java(connect: string): readonly string[] {
  const code =
    `import java.net.*; import java.net.http.*; class Bot { public static void main(String[] given) throws Exception {
  String url = "${URL_OF_TRACK}", token = "OAuth " + System.getenv("TONEARM_TOKEN"); ${connect} } }`;
  return ["sh", "-c", `cat > "$TONEARM_DATA_DIR/Bot.java" <<'END'\n${code}\nEND\njava "$TONEARM_DATA_DIR/Bot.java"`];
}

function python(code: string): readonly string[] {
  const start =
    `import json, os\nurl = "${URL_OF_TRACK}"\nheaders = {"Authorization": "OAuth " + os.environ["TONEARM_TOKEN"]}\n`;
  return ["/usr/bin/python3", "-c", start + code];
}

const SHOW = `php_show($text); function php_show($text) { echo json_decode($text)->title, "\\n"; }`;
const PHP_HEADER = `$token = getenv("TONEARM_TOKEN"); $url = "${URL_OF_TRACK}";`;

const AIOHTTP = `import asyncio, aiohttp
async def main():
    async with aiohttp.ClientSession() as session:
        async with session.get(url, headers=headers) as reply:
            print((await reply.json())["title"])
asyncio.run(main())`;

const GO = `package main
import ("fmt"; "io"; "net/http"; "os")
func main() {
  request, _ := http.NewRequest("GET", "${URL_OF_TRACK}", nil)
  request.Header.Set("Authorization", "OAuth " + os.Getenv("TONEARM_TOKEN"))
  reply, err := http.DefaultClient.Do(request)
  if err != nil { panic(err) }
  body, _ := io.ReadAll(reply.Body)
  fmt.Println(string(body))
}`;

/** The set-ups: the command, and what it needs besides its program. */
const SETUPS: Readonly<Record<string, readonly [command: readonly string[], needs?: string]>> = {
  "curl": [["sh", "-c", `curl -s -H "Authorization: OAuth $TONEARM_TOKEN" ${URL_OF_TRACK}`]],
  "wget": [["sh", "-c", `wget --no-hsts -qO- --header "Authorization: OAuth $TONEARM_TOKEN" ${URL_OF_TRACK}`]],
  "curl without a proxy": [
    ["sh", "-c", `curl -s --noproxy "*" -H "Authorization: OAuth $TONEARM_TOKEN" ${URL_OF_TRACK}`],
  ],
  "Python urllib": [
    python("from urllib.request import *\nprint(json.load(urlopen(Request(url, headers=headers)))['title'])"),
  ],
  "Python http.client": [
    python(
      "import http.client\nc = http.client.HTTPSConnection('api.soundcloud.com')\n" +
        "c.request('GET', '/tracks/1078', headers=headers)\nprint(json.load(c.getresponse())['title'])",
    ),
  ],
  "Python asyncio": [
    python(
      "import asyncio\nasync def main():\n  r, w = await asyncio.open_connection('api.soundcloud.com', 443, ssl=True)\n" +
        "  w.write(('GET /tracks/1078 HTTP/1.0\\r\\nHost: api.soundcloud.com\\r\\nAuthorization: ' + headers['Authorization'] + " +
        "'\\r\\n\\r\\n').encode())\n  text = await r.read()\n  print(json.loads(text.split(b'\\r\\n\\r\\n')[1])['title'])\nasyncio.run(main())",
    ),
  ],
  "Python requests": [python("import requests\nprint(requests.get(url, headers=headers).json()['title'])"), "requests"],
  "Python requests without variables": [
    python(
      "import requests\ns = requests.Session()\ns.trust_env = False\nprint(s.get(url, headers=headers).json()['title'])",
    ),
    "requests",
  ],
  "Python urllib3": [
    python(
      "import urllib3\nprint(json.loads(urllib3.PoolManager().request('GET', url, headers=headers).data)['title'])",
    ),
    "urllib3",
  ],
  "Python aiohttp": [python(AIOHTTP), "aiohttp"],
  "Python httpx": [python("import httpx\nprint(httpx.get(url, headers=headers).json()['title'])"), "httpx"],
  "PHP curl": [[
    "php",
    "-r",
    `${PHP_HEADER} $curl = curl_init($url); curl_setopt($curl, CURLOPT_HTTPHEADER, ["Authorization: OAuth $token"]);
    curl_setopt($curl, CURLOPT_RETURNTRANSFER, true); $text = curl_exec($curl); ${SHOW}`,
  ]],
  "PHP streams": [[
    "php",
    "-r",
    `${PHP_HEADER} $options = ["http" => ["header" => "Authorization: OAuth $token"]];
    $text = file_get_contents($url, false, stream_context_create($options)); ${SHOW}`,
  ]],
  "PHP sockets": [[
    "php",
    "-r",
    `${PHP_HEADER} $socket = stream_socket_client("ssl://api.soundcloud.com:443");
    fwrite($socket, "GET /tracks/1078 HTTP/1.0\\r\\nHost: api.soundcloud.com\\r\\nAuthorization: OAuth $token\\r\\n\\r\\n");
    $text = explode("\\r\\n\\r\\n", stream_get_contents($socket))[1]; ${SHOW}`,
  ]],
  "Java HttpClient": [
    java(`HttpRequest request = HttpRequest.newBuilder(URI.create(url)).header("Authorization", token).build();
    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());`),
    "java",
  ],
  "Java HttpURLConnection": [
    java(
      `URLConnection connection = new URL(url).openConnection(); connection.setRequestProperty("Authorization", token);
    System.out.println(new String(connection.getInputStream().readAllBytes()));`,
    ),
    "java",
  ],
  "Go net/http": [
    ["sh", "-c", `cat > "$TONEARM_DATA_DIR/bot.go" <<'END'\n${GO}\nEND\ngo run "$TONEARM_DATA_DIR/bot.go"`],
    "go",
  ],
  "Ruby open-uri": [[
    "ruby",
    "-ropen-uri",
    "-e",
    `puts URI("${URL_OF_TRACK}").read("Authorization" => "OAuth " + ENV["TONEARM_TOKEN"])`,
  ]],
  "Perl HTTP::Tiny": [[
    "perl",
    "-MHTTP::Tiny",
    "-e",
    `print HTTP::Tiny->new(verify_SSL => 1)->get("${URL_OF_TRACK}", { headers => {
      Authorization => "OAuth $ENV{TONEARM_TOKEN}" } })->{content}`,
  ], "IO::Socket::SSL"],
  "Ruby net/http": [[
    "ruby",
    "-rnet/http",
    "-rjson",
    "-e",
    `uri = URI("${URL_OF_TRACK}")
    puts JSON.parse(Net::HTTP.get(uri, { "Authorization" => "OAuth " + ENV["TONEARM_TOKEN"] }))["title"]`,
  ]],
  "Perl LWP": [[
    "perl",
    "-MLWP::UserAgent",
    "-e",
    `print LWP::UserAgent->new->get("${URL_OF_TRACK}", Authorization => "OAuth $ENV{TONEARM_TOKEN}")->content`,
  ], "LWP::Protocol::https"],
  "Node fetch": [node("fetch(url, { headers }).then((reply) => reply.json()).then(show)")],
  "Node https": [node(`require("https").get(url, { headers }, read)`)],
  "Node https.Agent": [
    node(
      `const https = require("https"); https.get(url, { headers, agent: new https.Agent({ keepAlive: false }) }, read)`,
    ),
  ],
  "Node tls": [
    node(
      `const socket = require("tls").connect({ host: "api.soundcloud.com", port: 443, servername: "api.soundcloud.com" }, () =>
      socket.write("GET /tracks/1078 HTTP/1.0\\r\\nHost: api.soundcloud.com\\r\\nAuthorization: " + headers.authorization + "\\r\\n\\r\\n"));
      let text = ""; socket.on("data", (part) => text += part).on("end", () => show(text.split("\\r\\n\\r\\n")[1]))`,
    ),
  ],
  "undici, Node 22": [
    node(`require("undici").request(url, { headers }).then(({ body }) => body.json()).then(show)`, NODE_22),
  ],
  "got": [node(`require("got").default(url, { headers }).json().then(show)`)],
  "node-fetch": [
    node(
      `require("node-fetch").default(url, { headers }).then((reply) => reply.json()).then(show)`,
    ),
  ],
  "simple-oauth2": [node(SIMPLE_OAUTH2)],
  "undici": [node(`require("undici").request(url, { headers }).then(({ body }) => body.json()).then(show)`)],
  "undici Agent": [
    node(`const { Agent, fetch } = require("undici"); const dispatcher = new Agent();
      fetch(url, { headers, dispatcher }).then((reply) => reply.json()).then(async (body) => { show(body); await dispatcher.close(); })`),
  ],
  "superagent": [node(`require("superagent").get(url).set(headers).then(({ body }) => show(body))`)],
  "needle": [node(`require("needle")("get", url, { headers }).then(({ body }) => show(body))`)],
  "axios": [node(`require("axios").get(url, { headers }).then(({ data }) => show(data))`)],
  "Deno fetch": [[
    Deno.execPath(),
    "eval",
    `const authorization = "OAuth " + Deno.env.get("TONEARM_TOKEN");
    console.log((await (await fetch("${URL_OF_TRACK}", { headers: { authorization } })).json()).title)`,
  ]],
};

/** What the proxy's way misses, which it has to say. */
const MISSED_BY_PROXY = ["PHP streams", "PHP sockets", "curl without a proxy"];

/** Returns whether a set-up can't be tried here, and prints why. */
function isMissing(name: string, [[program = ""], needs]: readonly [readonly string[], string?]): boolean {
  if (program === NODE || program === NODE_22) return withoutPackages(tools);
  if (program !== "sh" && !program.startsWith("/") && pathOf(program) === undefined) return leaveOut([program]);
  if (needs === undefined) return name.split(" ").some((word) => word === "wget" && pathOf(word) === undefined);
  if (program === "sh") return pathOf(needs) === undefined && leaveOut([needs]);
  const trial = program === "perl" ? [`-M${needs}`, "-e", "1"] : ["-c", `import ${needs}`];
  return spawnSync(program, trial).status !== 0 && leaveOut([needs]);
}

/** The set-ups whose tests run. */
const present: Record<Way, string[]> = { "own network": [], proxy: [] };
type Way = "own network" | "proxy";

/** Runs the set-ups one after the other, with one sandbox; returns their outcomes by name. */
async function runAll(way: Way): Promise<ReadonlyMap<string, Outcome>> {
  await using folder = await temporaryFolder();
  const names = present[way];
  const quoted = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const lines = names.map((name, index) => {
    const file = `${folder.path}/${index}`;
    return `${quoted(SETUPS[name]![0])} >${file}.stdout 2>${file}.stderr; echo $? >${file}.code`;
  });
  const { code, stderr } = await execInSandbox(optionsOf(way), ["sh", "-c", lines.join("\n")]);
  assertEquals(code, 0, stderr);
  // Only one also asks for a token.
  const sent = names.length + Number(names.includes("simple-oauth2"));
  const how = way === "proxy" ? "through a proxy" : "in a network of its own";
  assertStringIncludes(stderr, `${sent} requests reached the sandbox, ${how}\n`);
  const read = (index: number, part: keyof Outcome) => Deno.readTextFile(`${folder.path}/${index}.${part}`);
  return new Map(
    await Promise.all(names.map(async (name, index): Promise<[string, Outcome]> => {
      const [code, stdout, stderr] = [
        await read(index, "code"),
        await read(index, "stdout"),
        await read(index, "stderr"),
      ];
      return [name, { code: Number(code), stdout, stderr }];
    })),
  );
}

function optionsOf(way: Way): readonly string[] {
  return way === "proxy" ? ["--through-proxy"] : [];
}

const outcomes: { [way in Way]?: ReturnType<typeof runAll> } = {};

for (const [name, setup] of Object.entries(SETUPS)) {
  for (const way of ["own network", "proxy"] as const) {
    const isMissed = way === "proxy" && MISSED_BY_PROXY.includes(name);
    const ignore = isMissing(name, setup) ||
      (way === "own network" && !hasNetworks && leaveOut(["network namespaces"]));
    if (!isMissed && !ignore) present[way].push(name);
    Deno.test({
      name: `tonearm sandbox exec: ${name} reaches the sandbox by its ${way}`,
      ignore,
      async fn() {
        if (isMissed) {
          const { code, stderr } = await execInSandbox(optionsOf(way), setup[0]);
          assertNotEquals(code, 0, stderr);
          if (code === 1) assertStringIncludes(stderr, "sent the sandbox no request");
          return;
        }
        const { code, stdout, stderr } = (await (outcomes[way] ??= runAll(way))).get(name)!;
        assertEquals(code, 0, stderr);
        assertStringIncludes(stdout, TITLE, stderr);
      },
    });
  }
}

Deno.test("tonearm sandbox exec: a command that sends nothing ends with 1, unless that is allowed; a missing one with 127", async () => {
  assertEquals((await execInSandbox(["--through-proxy"], ["true"])).code, 1);
  assertEquals((await execInSandbox(["--through-proxy", "--allow-none"], ["true"])).code, 0);
  const { code, stderr } = await execInSandbox(["--through-proxy"], ["no-such-program"]);
  assertEquals(code, 127);
  assertStringIncludes(stderr, "Cannot run no-such-program");
});
