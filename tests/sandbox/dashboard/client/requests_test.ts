import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  assertOutline,
  audioElements,
  callApi,
  control,
  copied,
  fill,
  find,
  fire,
  input,
  messages,
  onPage,
  page,
  press,
  settle,
  show,
} from "../page.ts";
import { CatalogueView } from "../../../../sandbox/dashboard/client/catalogue.ts";
import { Player } from "../../../../sandbox/dashboard/client/player.ts";
import { RequestsView } from "../../../../sandbox/dashboard/client/requests.ts";

/** The commands that repeat two requests. */
const CURL = [
  `curl -X POST 'https://api.sandbox.test/~mine/playlists' \\
  -H "authorization: OAuth $TOKEN" \\
  -H 'content-type: application/json' \\
  --data-raw '{"playlist":{"title":"It'\\''s \\"mine\\"","tracks":[],"n":[1,{"a":null}]}}'`,
  `curl -g 'https://api.sandbox.test/~mine/users/2?a[b]=1' \\
  -H "authorization: OAuth $TOKEN"`,
];

Deno.test(onPage("dashboard: the player plays, pauses, seeks and closes", async () => {
  const player = new Player();
  const view = new CatalogueView(player);
  const [element, foot] = [show(view.element), player.element];
  const audio = audioElements.at(-1)!;
  await assertOutline(foot, "player, closed");
  await view.refresh();
  const button = [...element.querySelectorAll("button")].find((one) => one.classList.contains("cover-button"))!;
  button.click();
  await settle();
  await assertOutline(foot, "player, playing");
  assert(/\/listen\/\d+$/.test(audio.src), audio.src);
  Object.defineProperty(audio, "duration", { value: 200 });
  audio.currentTime = 50;
  fire(audio, "timeupdate");
  await assertOutline(foot, "player, after a quarter");
  const seek = find(foot, "input", "Position");
  assertEquals(seek.value, "250", "of 1000");
  seek.value = "500";
  fire(seek, "input");
  assertEquals(audio.currentTime, 100);
  await press(foot, "Pause");
  assert(audio.paused);
  await press(foot, "Play");
  assert(!audio.paused);
  fire(audio, "error");
  assert(messages().problem?.endsWith(": it has no sound yet"), messages().problem);
  await press(foot, "Close the player");
  assertEquals({ paused: audio.paused, hidden: foot.hidden }, { paused: true, hidden: true });
}));

Deno.test(
  onPage("dashboard: the requests are listed newest first, opened, copied as curl and sent again", async (sandbox) => {
    const view = new RequestsView();
    const element = show(view.element);
    await assertOutline(element, "requests, none");
    await control("faults", { name: "envoy_503", match: { path: "/users/2" } });
    const headers = { "content-type": "application/json" };
    const body = `{"playlist":{"title":"It's \\"mine\\"","tracks":[],"n":[1,{"a":null}]}}`;
    const sent = [["GET /users/1"], ["GET /users/2?a[b]=1"], ["POST /playlists", { body, headers }]] as const;
    for (const [request, init] of sent) {
      await (await callApi(sandbox, request, init)).body?.cancel();
    }
    assertEquals((await view.follow()).map(({ path }) => path), ["/users/1", "/users/2?a[b]=1", "/playlists"]);
    const list = find(element, "ul", "Requests, newest first");
    await assertOutline(list, "requests, three");
    const buttons = list.querySelectorAll("button");
    const open = async (row: HTMLElement) => {
      row.click();
      await settle();
    };
    await open(buttons[0]!);
    assertEquals(page.activeElement?.localName, "h2");
    await assertOutline(element.querySelector(".detail")!, "requests, a write opened");
    await press(element, "Copy as curl");
    assertEquals(messages().notice, "Copied the curl command");
    const commands = [copied.at(-1)!];
    await press(element, "Replay");
    assertEquals(messages().notice, "Sent again: 201");
    await open(buttons[1]!);
    assert(list.querySelector("[aria-current]") === buttons[1]);
    await assertOutline(element.querySelector(".detail")!, "requests, a failure opened");
    await press(element, "Copy as curl");
    commands.push(copied.at(-1)!);
    assertEquals(commands, CURL);
    assert(element.querySelector(".split.open") !== null, "on a small screen, it covers the list");
    await press(element, "Back to the list");
    assert(page.activeElement === buttons[1]!);
    assert(element.querySelector(".split.open") === null);
  }),
);

Deno.test(onPage("dashboard: the requests are chosen by status, app, text and namespace", async (sandbox) => {
  const view = new RequestsView();
  const element = show(view.element);
  for (const path of ["/users/1", "/users/99999", "/tracks?q=lofi"]) {
    await (await callApi(sandbox, `GET ${path}`)).body?.cancel();
  }
  await (await sandbox.fetch("https://api.sandbox.test/~other/users/7")).body?.cancel();
  const paths = async () => (await view.follow()).map(({ path }) => path);
  assertEquals(await paths(), ["/users/1", "/users/99999", "/tracks?q=lofi"]);
  for (
    const [label, value, found] of [
      ["Status", "4xx", ["/users/99999"]],
      ["Status", "", ["/users/1", "/users/99999", "/tracks?q=lofi"]],
      ["Text", "NOT FOUND", ["/users/99999"]],
      ["Text", "", ["/users/1", "/users/99999", "/tracks?q=lofi"]],
      ["App", "sandbox-client", ["/users/1", "/users/99999", "/tracks?q=lofi"]],
      ["Namespace", "/~other", []],
    ] as const
  ) {
    fire(input(element, label), "focus");
    await settle();
    await fill(element, label, value);
    if (label !== "Namespace") assertEquals(await paths(), [...found], label);
  }
  await fill(element, "App", "");
  assertEquals(await paths(), ["/users/7"]);
  await press(element, "Save as HAR");
}));

Deno.test(onPage("dashboard: the arrow keys lead from one request to the next", async (sandbox) => {
  for (const id of [1, 2, 3]) await (await callApi(sandbox, `GET /users/${id}`)).body?.cancel();
  const view = new RequestsView();
  await view.follow();
  const list = find(show(view.element), "ul", "Requests, newest first");
  const buttons = list.querySelectorAll("button");
  buttons[1]!.focus();
  const key = (name: string) => fire(list, "keydown", { key: name });
  key("ArrowDown");
  assert(page.activeElement === buttons[2]!);
  key("ArrowUp");
  assert(page.activeElement === buttons[1]!);
  key("x");
  assert(page.activeElement === buttons[1]!);
}));

Deno.test(onPage("dashboard: the requests are filtered by path and method, paused and cleared", async (sandbox) => {
  const view = new RequestsView();
  const element = show(view.element);
  const list = find(element, "ul", "Requests, newest first");
  for (const request of ["GET /users/1", "GET /users/2", "POST /likes/tracks/1143"]) {
    await (await callApi(sandbox, request)).body?.cancel();
  }
  await fill(element, "Path, * for anything", "/users/*");
  assertEquals((await view.follow()).length, 2);
  await fill(element, "Path, * for anything", "");
  input(element, "Method").value = "POST";
  fire(input(element, "Method"), "change");
  assertEquals(list.children.length, 0, "another filter starts anew");
  assertStringIncludes(element.textContent, "No request matches");
  assertEquals((await view.follow()).map(({ path }) => path), ["/likes/tracks/1143"]);
  input(element, "Method").value = "";
  view.restart();
  await press(element, "Pause");
  await assertOutline(find(element, "button", "Pause"), "requests, paused");
  assertEquals(await view.follow(), []);
  await press(element, "Pause");
  assertEquals((await view.follow()).length, 3);
  await press(element, "Clear");
  assertEquals(list.children.length, 0);
  assertEquals(await control("requests"), { total: 0, requests: [] });
  const waiting = view.follow();
  view.restart();
  assertEquals(await waiting, [], "what another filter leaves behind doesn't count");
}));

Deno.test(onPage("dashboard: the newest 200 requests stay in the list", async (sandbox) => {
  const view = new RequestsView();
  const list = find(show(view.element), "ul", "Requests, newest first");
  const paths = () => [...list.querySelectorAll(".path")].map((row) => row.textContent);
  const ask = async (from: number, to: number) => {
    for (let n = from; n < to; n++) await (await sandbox.fetch(`https://api.sandbox.test/~mine/n/${n}`)).body?.cancel();
    await view.follow();
    return paths();
  };
  const newest = (last: number) => Array.from({ length: 200 }, (_, i) => `/n/${last - i}`);
  assertEquals(await ask(0, 201), newest(200), "one more than fits, at once");
  assertEquals(await ask(201, 202), newest(201), "one more");
}));
