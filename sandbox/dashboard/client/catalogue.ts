/// <reference lib="dom" />
import { api, attempt, type View } from "./api.ts";
import { el, field, fill, foreign, name, pairs, row, section } from "./dom.ts";
import { count, duration } from "./format.ts";
import { icon } from "./icons.ts";
import { showLatest } from "./latest.ts";
import { cover, drawWaveform, type Playable, type Player } from "./player.ts";

const KINDS = ["tracks", "users", "playlists"] as const;
const PAGE = 20;

type Kind = typeof KINDS[number];

interface Item extends Playable {
  readonly permalink: string;
  readonly sharing?: string;
  readonly access?: string;
  readonly plan?: string;
  readonly playback_count: number;
  readonly track_count: number;
  readonly followers_count: number;
  readonly likes_count: number;
}

interface Found {
  readonly items: readonly Item[];
  readonly more: boolean;
}

interface Opened {
  readonly fields: Readonly<Record<string, string | number | null>>;
  readonly audience: string;
  readonly rows: Readonly<Record<string, number>>;
}

export class CatalogueView implements View {
  readonly element: HTMLElement;
  readonly #player: Player;
  readonly #list = el("ul", { id: "list", class: "card", "aria-label": "Catalogue" });
  readonly #search = el("input", { type: "search" });
  readonly #back = el("button", { onclick: attempt(() => this.#go(this.#offset - PAGE)) }, "Back");
  readonly #edges = el("button", { "aria-pressed": "false", onclick: attempt(() => this.#showEdges()) }, "Edge cases");
  readonly #opened = el("dialog", { class: "record", "aria-labelledby": "record-title" });
  readonly #more = el("button", { onclick: attempt(() => this.#go(this.#offset + PAGE)) }, "More");
  readonly #kinds: readonly HTMLButtonElement[];
  readonly #inSight = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: "200px" });
  readonly #waveforms = new WeakMap<Element, Item>();
  #kind: Kind = "tracks";
  #offset = 0;

  constructor(player: Player) {
    this.#player = player;
    this.#kinds = KINDS.map((kind) =>
      el("button", { onclick: attempt(() => this.#choose(kind)) }, kind[0]?.toUpperCase() + kind.slice(1))
    );
    this.#search.addEventListener("input", attempt(() => this.#go(0)));
    const kinds = el("div", { class: "segmented", role: "group", "aria-label": "What to show" }, ...this.#kinds);
    const tools = row(kinds, field("Search", this.#search, "grow"), this.#edges);
    this.element = section("Catalogue", tools, this.#list, row(this.#back, this.#more), this.#opened);
  }

  refresh(): Promise<void> {
    const query = new URLSearchParams({
      limit: String(PAGE),
      offset: String(this.#offset),
      q: this.#search.value,
      edges: this.#edges.getAttribute("aria-pressed") ?? "",
    });
    return showLatest(this, api<Found>(`catalogue/${this.#kind}?${query}`), (found) => this.#draw(found));
  }

  #draw({ items, more }: Found): void {
    this.#inSight.disconnect();
    fill(this.#list, items.map((item) => this.#row(item)), "Nothing found", "Try another word.");
    this.#back.disabled = this.#offset === 0;
    this.#more.disabled = !more;
    for (const [i, button] of this.#kinds.entries()) {
      button.setAttribute("aria-pressed", String(KINDS[i] === this.#kind));
    }
  }

  #choose(kind: Kind): Promise<void> {
    this.#kind = kind;
    return this.#go(0);
  }

  #showEdges(): Promise<void> {
    this.#edges.setAttribute("aria-pressed", String(this.#edges.getAttribute("aria-pressed") !== "true"));
    return this.#go(0);
  }

  async #open({ id, title }: Item): Promise<void> {
    const { fields, audience, rows } = await api<Opened>(`catalogue/${this.#kind}?id=${id}`);
    this.#opened.replaceChildren(
      el("button", { onclick: () => this.#opened.close() }, "Close"),
      el("h2", { id: "record-title" }, foreign(title)),
      el("p", {}, `Seen by ${audience}.`),
      pairs(rows),
      pairs(fields),
    );
    this.#opened.showModal();
  }

  #go(offset: number): Promise<void> {
    this.#offset = Math.max(0, offset);
    return this.refresh();
  }

  #row(item: Item): HTMLElement {
    const { title, user, permalink, picture } = item;
    const told = this.#facts(item).join(" · ");
    const open = el(
      "button",
      { class: "quiet soft facts", "aria-label": `Open ${title}: ${told}`, onclick: attempt(() => this.#open(item)) },
      told,
    );
    const shared = [name(foreign(title), foreign(user ?? permalink)), open] as const;
    if (this.#kind !== "tracks") {
      return el("li", { class: `row item columns ${this.#kind}` }, cover(picture), ...shared);
    }
    return el("li", { class: "row item columns" }, this.#playButton(item), shared[0], this.#waveform(item), shared[1]);
  }

  #playButton(item: Item): HTMLElement {
    const play = attempt(() => this.#player.play(item));
    const attributes = { class: "quiet cover-button", "aria-label": `Play ${item.title}`, onclick: play };
    return el("button", attributes, cover(item.picture), icon("play"));
  }

  #waveform(item: Item): HTMLElement {
    const place = el("div", { class: "waveform", "aria-hidden": "true" });
    this.#waveforms.set(place, item);
    this.#inSight.observe(place);
    return place;
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const item = this.#waveforms.get(target);
      if (!isIntersecting || item === undefined) continue;
      this.#inSight.unobserve(target);
      void drawWaveform(target as HTMLElement, item);
    }
  }

  #facts(item: Item): string[] {
    const { id, sharing, access, plan } = item;
    const special = [sharing === "private" && "private", access !== undefined && access !== "playable" && access];
    const kinds: Record<Kind, () => string[]> = {
      tracks: () => [duration(item.duration), count(item.playback_count, "play")],
      users: () => [`${plan}`, count(item.track_count, "track"), count(item.followers_count, "follower")],
      playlists: () => [count(item.track_count, "track"), count(item.likes_count, "like")],
    };
    return [`id ${id}`, ...kinds[this.#kind](), ...special.filter((word) => word !== false)];
  }
}
