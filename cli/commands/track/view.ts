import type { Comment, ServiceTrack } from "@tonearm/client";
import type { Connection, Context } from "../../context.ts";
import { find, trackOf } from "../../ids.ts";
import { drawPicture, fetchPicture, pictureProtocol } from "../../output/artwork.ts";
import { drawCard, trackCard } from "../../output/cards.ts";
import { clock } from "../../output/format.ts";
import { cyan, dim, joined, raw, type Styled, styled, yellow } from "../../output/style.ts";
import { clean, cut, pad } from "../../output/text.ts";
import { drawLevels, fetchLevels, fitLevels, type Levels } from "../../output/waveform.ts";

const WAVE_ROWS = 4;
const COMMENTS_READ = 200;
const COMMENTS_SHOWN = 6;
const NAME_COLUMNS = 16;

interface Timed {
  readonly at: number;
  readonly by: string;
  readonly body: string;
}

export async function showTrack(context: Context, word: string): Promise<void> {
  const track = await trackOf(await find(context, word, ["tracks"]));
  await context.print(await viewTrack(context, await context.connect(), track));
}

async function viewTrack(context: Context, { client, media }: Connection, track: ServiceTrack): Promise<Styled> {
  const { signal } = context.host;
  const protocol = pictureProtocol(context.env);
  const comments = () => client.tracks.getComments(track.urn, COMMENTS_READ, { signal });
  const [levels, timed, picture] = await Promise.all([
    fetchLevels(media, track.waveform_url, signal),
    track.comment_count === 0 ? [] : comments().then(({ collection }) => timedOf(collection, track.duration), () => []),
    protocol && fetchPicture(media, track.artwork_url, signal),
  ]);
  signal.throwIfAborted();
  return [
    picture && protocol ? raw(await drawPicture(picture, protocol)) : "",
    drawCard(trackCard(track)),
    levels ? drawSound(context, levels, timed, track.duration) : "",
    drawComments(context, timed),
  ];
}

function timedOf(comments: readonly Comment[], durationMs: number): Timed[] {
  const timed = comments.flatMap(({ timestamp, user, body }) => {
    const at = timestamp === null || timestamp === undefined ? NaN : Number(timestamp);
    return at >= 0 && at <= durationMs ? [{ at, by: user?.username ?? "", body }] : [];
  });
  return timed.sort((one, other) => one.at - other.at);
}

function drawSound(context: Context, levels: Levels, timed: readonly Timed[], durationMs: number): Styled {
  const { columns } = context;
  const rows = drawLevels(fitLevels(levels, columns), WAVE_ROWS).filter((row) => row.trim() !== "");
  const lines = rows.map((row) => cyan(row.trimEnd()));
  const marked = new Set(timed.map(({ at }) => Math.min(columns - 1, Math.floor(at / durationMs * columns))));
  const marks = Array.from({ length: columns }, (_, column) => marked.has(column) ? "╵" : " ").join("").trimEnd();
  return ["\n", joined([...lines, ...(marks ? [yellow(marks)] : [])], "\n"), "\n"];
}

function drawComments(context: Context, timed: readonly Timed[]): Styled {
  const { columns } = context;
  const lines = spread(timed, COMMENTS_SHOWN).map(({ at, by, body }) => {
    const [position, name] = [clock(at), pad(cut(clean(by), NAME_COLUMNS), NAME_COLUMNS)];
    const text = cut(clean(body), Math.max(0, columns - position.length - NAME_COLUMNS - 4));
    return styled`${yellow(position)}  ${cyan(name)}  ${text}\n`;
  });
  const rest = timed.length - lines.length;
  return [...lines, rest > 0 ? dim(`${rest} more: tonearm comments\n`) : ""];
}

function spread<T>(items: readonly T[], count: number): T[] {
  return items.filter((_, index) => {
    return items.length <= count ||
      Math.floor(index * count / items.length) !== Math.floor((index - 1) * count / items.length);
  });
}
