/**
 * The embedded player's page: for a track, or for the tracks of a playlist or user.
 *
 * @module
 */
import { escapeMarkup as escape } from "./markup.ts";

/** A track on the page. */
export interface Playable {
  readonly title: string;
  readonly artist: string;
  /** URL of its sound; undefined if the visitor may not play it. */
  readonly sound: string | undefined;
  /** Duration, in milliseconds. */
  readonly duration: number;
}

/** The tracks and options of the page. */
export interface PlayerPage {
  readonly title: string;
  readonly picture: string | undefined;
  readonly tracks: readonly Playable[];
  /** Whether to play at once. */
  readonly autoPlay: boolean;
  /** The main colour, six hexadecimal digits. */
  readonly color: string;
}

const STYLE = `
  :root { color-scheme: light dark; }
  * { box-sizing: border-box; }
  body { margin: 0; padding: .75rem; font: .95rem/1.4 system-ui, sans-serif; }
  main { display: grid; grid-template-columns: auto 1fr; gap: .5rem .75rem; align-items: center; }
  img { grid-column: 1 / -1; width: 100%; max-height: 12rem; object-fit: cover; }
  h1 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
  button { font: inherit; color: inherit; border: 0; background: none; cursor: pointer; min-height: 2.5rem; }
  button:disabled { cursor: default; opacity: .6; }
  #play { width: 3rem; height: 3rem; border-radius: 50%; background: var(--color); color: #fff; }
  ol, .time { grid-column: 1 / -1; margin: 0; padding: 0; list-style: none; }
  .time { display: flex; gap: .75rem; align-items: center; font-variant-numeric: tabular-nums; }
  input { flex: 1; accent-color: var(--color); }
  li button { width: 100%; text-align: start; overflow-wrap: anywhere; }
  li button[aria-current=true] { font-weight: 700; color: var(--color); }
`;

/** The script of the page. It inserts titles only as text and attributes. */
export const PLAYER_SCRIPT = `
const [play, seek, clock, audio] = ["#play", "#seek", "#clock", "audio"].map((name) => document.querySelector(name));
const choices = [...document.querySelectorAll("[data-sound]")];
const minutes = (seconds) => Math.floor(seconds / 60) + ":" + String(Math.floor(seconds % 60)).padStart(2, "0");
let current = choices.findIndex((choice) => !choice.disabled);
const choose = (index) => {
  current = index;
  choices.forEach((choice, i) => choice.setAttribute("aria-current", String(i === index)));
  audio.src = choices[index].dataset.sound;
};
const start = () => audio.play().catch(() => document.body.dataset.problem = "refused");
const next = () => choices.findIndex((choice, i) => i > current && !choice.disabled);
play.disabled = current < 0;
play.addEventListener("click", () => {
  if (!audio.src) choose(current);
  if (audio.paused) start(); else audio.pause();
});
choices.forEach((choice, i) => choice.addEventListener("click", () => { choose(i); start(); }));
seek.addEventListener("input", () => audio.currentTime = seek.value / 1000 * (audio.duration || 0));
for (const event of ["play", "pause"]) audio.addEventListener(event, () => {
  play.textContent = audio.paused ? "▶" : "❚❚";
  play.setAttribute("aria-label", audio.paused ? "Play" : "Pause");
});
audio.addEventListener("timeupdate", () => {
  clock.textContent = minutes(audio.currentTime);
  if (audio.duration) seek.value = audio.currentTime / audio.duration * 1000;
});
audio.addEventListener("ended", () => { if (next() >= 0) { choose(next()); start(); } });
if (document.body.dataset.autoPlay === "true" && current >= 0) { choose(current); start(); }
`;

function minutes(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function entry({ title, artist, sound, duration }: Playable): string {
  const words = `${escape(title)} · ${escape(artist)} · ${minutes(duration)}`;
  return sound === undefined
    ? `<li><button data-sound="" disabled>${words}</button></li>`
    : `<li><button data-sound="${escape(sound)}">${words}</button></li>`;
}

/** Returns the page as HTML. */
export function playerPage({ title, picture, tracks, autoPlay, color }: PlayerPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>:root { --color: #${color}; }${STYLE}</style>
</head>
<body data-auto-play="${autoPlay}">
<main>
${picture === undefined ? "" : `<img src="${escape(picture)}" alt="">`}
<button id="play" aria-label="Play">▶</button>
<h1>${escape(title)}</h1>
<div class="time"><input id="seek" type="range" max="1000" value="0" aria-label="Position"><span id="clock">0:00</span></div>
<ol>
${tracks.map(entry).join("\n")}
</ol>
<audio preload="none"></audio>
</main>
<script>${PLAYER_SCRIPT}</script>
</body>
</html>
`;
}
