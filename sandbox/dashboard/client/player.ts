/// <reference lib="dom" />
import { addressOf, attempt, IS_SERVED, say, send } from "./api.ts";
import { div, drawing, el, foreign, span } from "./dom.ts";
import { duration } from "./format.ts";
import { icon } from "./icons.ts";

export interface Playable {
  readonly id: number;
  readonly title: string;
  readonly user: string;
  readonly duration: number;
  readonly picture: string | null;
  readonly waveform: string;
}

const BARS = 120;

function bars({ samples, height }: { readonly samples: readonly number[]; readonly height: number }): string {
  const size = Math.max(1, Math.floor(samples.length / BARS));
  const path: string[] = [];
  for (let i = 0; i < BARS; i++) {
    const loud = Math.max(0, ...samples.slice(i * size, (i + 1) * size)) / height;
    const half = Math.max(0.6, loud * 19);
    path.push(`M${i * 3 + 1.5} ${(20 - half).toFixed(1)}V${(20 + half).toFixed(1)}`);
  }
  return path.join("");
}

const waveforms = new Map<string, Promise<string>>();

/** Returns the control plane's path of a file on the media host, whose requests aren't logged. */
function mediaAddress(path: string): string {
  return `media/${encodeURIComponent(path.slice(1))}`;
}

async function load(path: string): Promise<string> {
  const reply = await send(mediaAddress(path));
  return bars(await reply.json());
}

/** Draws a waveform once it is available; that of a track in processing stays empty. */
export async function drawWaveform(place: HTMLElement, { waveform }: Playable): Promise<void> {
  if (!waveforms.has(waveform)) waveforms.set(waveform, load(waveform));
  const path = await waveforms.get(waveform)?.catch(() => void waveforms.delete(waveform));
  if (!path) return;
  const layer = (name: string) =>
    drawing(path, `0 0 ${BARS * 3} 40`, { class: `wave ${name}`, preserveAspectRatio: "none" });
  place.replaceChildren(layer("rest"), layer("played"));
}

export function cover(picture: string | null): HTMLElement {
  if (!picture?.startsWith("/")) return span("cover", icon("catalogue"));
  const src = mediaAddress(picture.replace(/-large(\.\w+)$/, "-t300x300$1"));
  const shown = { class: "cover", src: IS_SERVED && src, alt: "", loading: "lazy", width: 56, height: 56 };
  const image = el("img", shown);
  if (!IS_SERVED) void addressOf(src).then((address) => image.src = address);
  return image;
}

export class Player {
  readonly element: HTMLElement = el("aside", { class: "card row player", "aria-label": "Player", hidden: true });
  readonly #audio = new Audio();
  readonly #toggle = el("button", { class: "round main", onclick: () => this.#toggleSound() });
  readonly #seek = el("input", { type: "range", min: 0, max: 1000, value: 0, "aria-label": "Position" });
  readonly #time = span("soft mono");
  readonly #wave = div("waveform");
  #playing: Playable | undefined;

  constructor() {
    for (const name of ["play", "pause", "ended"]) this.#audio.addEventListener(name, () => this.#showState());
    this.#audio.addEventListener("timeupdate", () => this.#showTime());
    this.#audio.addEventListener("error", () => {
      if (this.#playing) say(`Cannot play ${this.#playing.title}: it has no sound yet`, true);
    });
    this.#seek.addEventListener("input", () => {
      const length = this.#audio.duration || 0;
      this.#audio.currentTime = Number(this.#seek.value) / 1000 * length;
    });
  }

  async play(track: Playable): Promise<void> {
    this.#playing = track;
    this.#audio.src = await addressOf(`listen/${track.id}`);
    const close = attempt(() => {
      this.#audio.pause();
      this.element.hidden = true;
    });
    this.#wave.replaceChildren();
    this.element.replaceChildren(
      cover(track.picture),
      this.#toggle,
      el("p", { class: "playing" }, el("strong", {}, foreign(track.title)), el("span", {}, foreign(track.user))),
      div("seek", this.#wave, this.#seek),
      this.#time,
      el("button", { class: "quiet round", "aria-label": "Close the player", onclick: close }, icon("close")),
    );
    this.element.hidden = false;
    this.#showTime();
    this.#showState();
    void drawWaveform(this.#wave, track);
    // A browser without audio rejects; the `error` event has the reason.
    await this.#audio.play().catch(() => {});
  }

  #toggleSound(): void {
    if (this.#audio.paused) void this.#audio.play().catch(() => {});
    else this.#audio.pause();
  }

  #showState(): void {
    const { paused } = this.#audio;
    this.#toggle.replaceChildren(icon(paused ? "play" : "pause"));
    this.#toggle.setAttribute("aria-label", paused ? "Play" : "Pause");
  }

  #showTime(): void {
    const { currentTime } = this.#audio;
    const length = this.#audio.duration || (this.#playing?.duration ?? 0) / 1000;
    const part = length > 0 ? currentTime / length : 0;
    this.#seek.value = String(Math.round(part * 1000));
    this.#seek.setAttribute("aria-valuetext", `${duration(currentTime * 1000)} of ${duration(length * 1000)}`);
    this.#wave.style.setProperty("--played", `${(part * 100).toFixed(2)}%`);
    this.#time.textContent = `${duration(currentTime * 1000)} / ${duration(length * 1000)}`;
  }
}
