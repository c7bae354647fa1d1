/**
 * Every command by name. The commands themselves are loaded when they are needed.
 *
 * @module
 */

import type { Command, Entry } from "./command.ts";

function entry(name: string, summary: string, load: () => Promise<Command>, commands?: readonly Entry[]): Entry {
  return { name, summary, load, ...(commands ? { commands } : {}) };
}

const marks = () => import("./commands/marks.ts");
const playlist = () => import("./commands/playlist.ts");
const profile = () => import("./commands/profile.ts");
const sandbox = () => import("./commands/sandbox.ts");
const authStatus = async () => (await import("./commands/auth/status.ts")).authStatus;

async function completions(shell: "bash" | "zsh" | "fish"): Promise<Command> {
  return (await import("./commands/completions.ts")).completions(shell, COMMANDS);
}

/** The commands, in the order of the help. */
export const COMMANDS: readonly Entry[] = [
  entry("search", "Search tracks, users or playlists", async () => (await import("./commands/search.ts")).search),
  entry("track", "Show tracks", async () => (await import("./commands/track.ts")).track),
  entry("user", "Show users", async () => (await import("./commands/user.ts")).user),
  entry("playlist", "Show and change playlists", async () => (await playlist()).showPlaylist, [
    entry("show", "Show a playlist and its tracks", async () => (await playlist()).showPlaylist),
    entry("create", "Make a playlist", async () => (await playlist()).create),
    entry("add", "Put tracks into a playlist", async () => (await playlist()).add),
    entry("remove", "Take tracks out of a playlist", async () => (await playlist()).remove),
    entry("edit", "Rename, describe, hide or publish a playlist", async () => (await playlist()).edit),
    entry("delete", "Delete a playlist", async () => (await playlist()).deletePlaylist),
  ]),
  entry("play", "Play tracks, playlists or what a search finds", async () => (await import("./commands/play.ts")).play),
  entry("stream", "Show where tracks stream from", async () => (await import("./commands/stream.ts")).stream),
  entry("resolve", "Look web addresses up", async () => (await import("./commands/resolve.ts")).resolve),
  entry("comments", "Show the comments of a track", async () => (await import("./commands/comments.ts")).comments),
  entry("me", "Show the signed-in user", async () => (await import("./commands/me.ts")).me),
  entry("likes", "Show liked tracks or playlists", async () => (await import("./commands/likes.ts")).likes),
  entry("feed", "Show what is new from those you follow", async () => (await import("./commands/feed.ts")).feed),
  entry("like", "Like tracks and playlists", async () => (await marks()).like),
  entry("unlike", "Take likes back", async () => (await marks()).unlike),
  entry("repost", "Repost tracks and playlists", async () => (await marks()).repost),
  entry("unrepost", "Take reposts back", async () => (await marks()).unrepost),
  entry("follow", "Follow users", async () => (await marks()).follow),
  entry("unfollow", "Unfollow users", async () => (await marks()).unfollow),
  entry("upload", "Upload tracks", async () => (await import("./commands/upload.ts")).upload),
  entry("comment", "Comment on a track", async () => (await import("./commands/comment.ts")).comment),
  entry("open", "Open a page in the browser", async () => (await import("./commands/open.ts")).open),
  entry("api", "Send any request", async () => (await import("./commands/api.ts")).api),
  entry(
    "auth",
    "Set up the credentials of an application",
    async () => (await import("./commands/auth/auth.ts")).auth,
    [
      entry("status", "Say which credentials are in use and whether they work", authStatus),
    ],
  ),
  entry("login", "Sign in with the browser", async () => (await import("./commands/login.ts")).login),
  entry("logout", "Sign out", async () => (await import("./commands/logout.ts")).logout),
  entry("doctor", "Look for what keeps the program from working", async () => {
    return (await import("./commands/doctor/doctor.ts")).doctor;
  }),
  {
    name: "profile",
    summary: "List, choose and remove profiles",
    commands: [
      entry("list", "List the profiles", async () => (await profile()).list),
      entry("use", "Choose the profile to use from now on", async () => (await profile()).use),
      entry("remove", "Remove a profile", async () => (await profile()).remove),
    ],
  },
  {
    name: "sandbox",
    summary: "Run the service on this machine",
    commands: [
      entry("start", "Serve the sandbox until it is stopped", async () => (await sandbox()).start),
      entry("env", "Print the environment of the running sandbox", async () => (await sandbox()).env),
      entry("reset", "Put the catalogue back to its seed", async () => (await sandbox()).reset),
      entry("exec", "Run a command against a sandbox of its own", async () => (await sandbox()).exec),
      entry("users", "List the users of the catalogue", async () => (await sandbox()).users),
    ],
  },
  {
    name: "completions",
    summary: "Print a completion script for a shell",
    commands: [
      entry("bash", "Print the script for bash", () => completions("bash")),
      entry("zsh", "Print the script for zsh", () => completions("zsh")),
      entry("fish", "Print the script for fish", () => completions("fish")),
    ],
  },
];
