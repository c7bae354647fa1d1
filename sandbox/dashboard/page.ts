import { createHash } from "node:crypto";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
  <h1>Sandbox</h1>
  <span class="soft" id="link" role="status">connecting</span>
  <p id="problem" role="alert"></p>
</header>
<main>
  <section aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    <output id="now" role="timer" aria-label="The sandbox's time"></output>
    <div class="row">
      <button id="freeze">Freeze</button>
      <button data-advance="60000">+1 min</button>
      <button data-advance="3600000">+1 h</button>
      <button data-advance="86400000">+1 day</button>
    </div>
    <form class="row" id="set">
      <label class="grow">Set to (UTC) <input type="datetime-local" id="moment" step="1" required></label>
      <button>Set</button>
    </form>
    <button id="reset">Reset everything to the seed</button>
  </section>
  <section id="log" aria-labelledby="log-title">
    <h2 id="log-title">Requests</h2>
    <div class="row">
      <label class="grow">Path, * for anything <input id="filter" placeholder="/tracks/*" autocapitalize="off"></label>
      <button id="pause" aria-pressed="false">Pause</button>
      <button id="forget">Clear</button>
    </div>
    <p id="empty" class="soft">Nothing has been asked yet.</p>
    <ul id="requests" aria-label="Newest first"></ul>
  </section>
  <section aria-labelledby="fault-title">
    <h2 id="fault-title">Faults</h2>
    <form id="add">
      <label>What goes wrong <select id="name"></select></label>
      <p class="soft" id="about"></p>
      <div class="row">
        <label>Times <input type="number" id="times" min="1" placeholder="always"></label>
        <label class="grow">Path <input id="path" placeholder="any" autocapitalize="off"></label>
        <button class="main">Switch on</button>
      </div>
    </form>
    <p id="none" class="soft">Nothing goes wrong.</p>
    <ul id="active" aria-label="Switched on"></ul>
    <button id="clear">Switch all off</button>
  </section>
  <section id="things" aria-labelledby="things-title">
    <h2 id="things-title">Catalogue</h2>
    <div class="row" role="group" aria-label="What to show">
      <button data-kind="tracks" aria-pressed="true">Tracks</button>
      <button data-kind="users" aria-pressed="false">Users</button>
      <button data-kind="playlists" aria-pressed="false">Playlists</button>
      <label class="grow">Search <input id="search" type="search"></label>
    </div>
    <p id="nothing" class="soft" hidden>Nothing found.</p>
    <ul id="list" aria-labelledby="things-title"></ul>
    <div class="row">
      <button id="back" disabled>Back</button>
      <button id="more" disabled>More</button>
    </div>
  </section>
  <section id="sources" aria-labelledby="sources-title">
    <h2 id="sources-title">Sources</h2>
    <p class="soft" id="counts"></p>
    <div class="row">
      <label class="grow">What, or from where <input id="about-what" type="search" placeholder="station"></label>
    </div>
    <ul id="origins" aria-label="Where answers are from"></ul>
  </section>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The dashboard. Nothing runs on it but its own script, and that talks to its own origin alone. */
export function dashboard(): Response {
  const policy = [
    "default-src 'none'",
    `script-src ${hash(SCRIPT)}`,
    `style-src ${hash(STYLE)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(PAGE, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}
