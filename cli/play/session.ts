import type { ServiceClient } from "@tonearm/client";
import type { Context } from "../context.ts";
import { explain, type Failure } from "../errors.ts";
import { clean } from "../output/text.ts";
import { type KeyAction, KEYS_HELP, obeyKeys } from "./keys.ts";
import type { PlayableTrack } from "./link.ts";
import type { Playback } from "./playback.ts";
import type { PlayQueue } from "./play_queue.ts";
import type { Player } from "./player.ts";
import type { Queued } from "./queue.ts";

export interface Played {
  readonly urn: string;
  readonly title: string;
  readonly preview: boolean;
  readonly url?: string;
}

export interface Outcome {
  readonly results: Played[];
  readonly failures: { readonly name: string; readonly failure: Failure }[];
}

/** How long the key q waits for the track to end: a request or the player may hang. */
const QUIT_MS = 2000;
const SHOWN_BEFORE = 2;
const SHOWN_AFTER = 8;

/** Plays tracks in order. Unavailable tracks are skipped; a failure of the player ends playback. */
export async function through(
  context: Context,
  queue: PlayQueue,
  take: (track: PlayableTrack) => Promise<Played>,
  advance: () => Promise<Queued | undefined> = () => queue.next(),
  outcome: Outcome = { results: [], failures: [] },
): Promise<Outcome> {
  for (let queued = await queue.next(); queued; queued = await advance()) {
    try {
      if ("error" in queued) throw queued.error;
      outcome.results.push(await take(queued.track));
    } catch (error) {
      context.host.signal.throwIfAborted();
      const failure = explain(error);
      if (failure.kind === "no_player") throw failure;
      outcome.failures.push({ name: queued.word, failure });
    }
  }
  const [only] = outcome.failures;
  if (only && outcome.failures.length === 1 && outcome.results.length === 0) throw only.failure;
  return outcome;
}

export class PlaySession {
  readonly #context: Context;
  readonly #client: ServiceClient;
  readonly #playback: Playback;
  readonly #queue: PlayQueue;
  readonly #quitMs: number;
  #quit = (): void => {};
  #quitting: ReturnType<typeof setTimeout> | undefined;
  #startSeconds: number;

  /** Creates a session that starts at a position within the queue's next track. */
  constructor(
    context: Context,
    { client, playback, queue }: { client: ServiceClient; playback: Playback; queue: PlayQueue },
    startSeconds: number,
    quitMs: number = QUIT_MS,
  ) {
    this.#quitMs = quitMs;
    this.#context = context;
    this.#client = client;
    this.#playback = playback;
    this.#queue = queue;
    this.#startSeconds = startSeconds;
  }

  async run(player: Player): Promise<Outcome> {
    const outcome: Outcome = { results: [], failures: [] };
    const work = through(this.#context, this.#queue, (track) => this.#play(track), () => this.#advance(), outcome);
    const { keyboard } = this.#context;
    if (!keyboard) return await work;
    await this.#context.note(KEYS_HELP);
    const keys = obeyKeys(this.#context.keys(keyboard), player, (action) => this.#act(action));
    const quit = new Promise<Outcome>((resolve) => this.#quit = () => resolve(outcome));
    try {
      return await Promise.race([work, keys, quit]);
    } finally {
      clearTimeout(this.#quitting);
      keyboard.setRawMode?.(false);
      keys.catch(() => undefined);
      work.catch(() => undefined);
    }
  }

  async #play(track: PlayableTrack): Promise<Played> {
    const from = this.#startSeconds;
    this.#startSeconds = 0;
    const { isPreview } = await this.#playback.play(track, from);
    return { urn: track.urn, title: track.title, preview: isPreview };
  }

  #advance(): Promise<Queued | undefined> {
    const direction = this.#playback.takeDirection();
    if (this.#playback.hasQuit) return Promise.resolve(undefined);
    return direction === "previous" ? Promise.resolve(this.#queue.previous()) : this.#queue.next(direction === "next");
  }

  #act(action: KeyAction): void {
    if (action === "quit") this.#quitting ??= setTimeout(this.#quit, this.#quitMs);
    if (action === "next" || action === "previous" || action === "quit") return this.#playback.leave(action);
    // A failed key action doesn't stop playback.
    this.#do(action).catch((error) =>
      this.#context.note(`${action}: ${explain(error).message}`).catch(() => undefined)
    );
  }

  async #do(action: "shuffle" | "repeat" | "like" | "queue"): Promise<void> {
    if (action === "repeat") return await this.#context.note(`Repeat: ${this.#queue.cycleRepeat()}`);
    if (action === "queue") return await this.#show();
    if (action === "like") return await this.#like();
    await this.#queue.shuffle();
    await this.#context.note("Shuffled the remaining tracks");
  }

  async #like(): Promise<void> {
    const current = this.#queue.items[this.#queue.at];
    if (!current || "error" in current) return;
    const { urn, title } = current.track;
    await this.#client.likes.likeTrack(urn, this.#context.call);
    await this.#context.note(`Liked ${title}`);
  }

  async #show(): Promise<void> {
    await this.#queue.readAhead(SHOWN_AFTER);
    const { items, at } = this.#queue;
    const start = Math.max(0, at - SHOWN_BEFORE);
    const rows = items.slice(start, at + SHOWN_AFTER).map((item, index) => {
      const name = "error" in item ? item.word : `${item.track.title} by ${item.track.user?.username ?? ""}`;
      return `${start + index === at ? "▶" : " "} ${start + index + 1} ${clean(name)}`;
    });
    await this.#context.note(rows.join("\n"));
  }
}
