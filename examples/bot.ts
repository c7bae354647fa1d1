/**
 * A bot: answers each comment `!bpm` on its user's tracks with the tempo, once.
 *
 * It remembers nothing. What it has answered is what it finds answered, so it may be stopped and started at any time.
 *
 * `deno task sandbox:exec --user 1 -- deno task run examples/bot.ts` looks once; with `--watch` it goes on, once a minute.
 *
 * @module
 */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceClient, ServiceTrack } from "@tonearm/client";
import { connect } from "./connect.ts";

const MINUTE = 60_000;

/** Answers what is open on a track; gives how many answers that took. */
async function answerOn(client: ServiceClient, track: ServiceTrack, self: string): Promise<number> {
  const comments = await client.fetchAll(client.tracks.getComments(track.urn, 200));
  const said = new Set(comments.filter(({ user_urn }) => user_urn === self).map(({ body }) => body));
  let answers = 0;
  for (const { body, user, timestamp } of comments) {
    const answer = `@${user.permalink} ${track.bpm ? `${track.bpm} bpm` : "nobody has measured it"}`;
    if (body.trim() !== "!bpm" || said.has(answer)) continue;
    await client.tracks.createComment(track.urn, answer, timestamp ?? undefined);
    said.add(answer);
    answers++;
  }
  return answers;
}

/** Looks at every track of the user. */
async function answerAll(client: ServiceClient): Promise<number> {
  const { urn } = await client.me.getMe();
  let answers = 0;
  for await (const track of client.paginateItems(client.me.getTracks(200))) {
    if (track.commentable && track.comment_count !== 0) answers += await answerOn(client, track, urn);
  }
  return answers;
}

const client = await connect();
do {
  console.log(`${await answerAll(client)} answered`);
} while (process.argv.includes("--watch") && await sleep(MINUTE, true));
