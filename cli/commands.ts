// The commands of the program, one line each: its name, its group in the help, and how it is loaded.
// The program, the help, the completions, the man pages and `docs/command-line/commands.md` follow this table.
import type { AnyCommand } from "./command.ts";
import type { Rows } from "./output/help.ts";

const GROUPS = [
  "Find",
  "Listen",
  "User lists",
  "Personal",
  "Reactions",
  "Publish",
  "Catalogue",
  "Account",
  "Develop",
] as const;

/** The place in the help: a group, only below its command (`""`), or none for the second name of another command. */
type Place = typeof GROUPS[number] | "" | "second name";

/** A command. A summary instead of a loader makes a command that only groups others. */
export type Row = readonly [path: string, place: Place, load: (() => Promise<AnyCommand>) | string];

// deno-fmt-ignore: one line for each command
export const COMMANDS: readonly Row[] = [
  ["search", "Find", async () => (await import("./commands/lists/search.ts")).search()],
  ["resolve", "Find", async () => (await import("./commands/resolve.ts")).resolve()],
  ["track", "Find", async () => (await import("./commands/track/show.ts")).show()],
  ["track show", "second name", async () => (await import("./commands/track/show.ts")).show()],
  ["track comments", "second name", async () => (await import("./commands/lists/lists.ts")).listCommand("comments")],
  ["track likers", "", async () => (await import("./commands/lists/lists.ts")).listCommand("track likers")],
  ["track reposters", "", async () => (await import("./commands/lists/lists.ts")).listCommand("track reposters")],
  ["track edit", "Publish", async () => (await import("./commands/edit.ts")).edit("track")],
  ["track delete", "", async () => (await import("./commands/delete.ts")).deletion("track")],
  ["user", "Find", async () => (await import("./commands/user/show.ts")).show()],
  ["user show", "second name", async () => (await import("./commands/user/show.ts")).show()],
  ["playlist", "Find", async () => (await import("./commands/playlist/show.ts")).show()],
  ["playlist show", "second name", async () => (await import("./commands/playlist/show.ts")).show()],
  ["playlist reposters", "", async () => (await import("./commands/lists/lists.ts")).listCommand("playlist reposters")],
  ["playlist create", "Publish", async () => (await import("./commands/playlist/create.ts")).create()],
  ["playlist add", "Publish", async () => (await import("./commands/playlist/tracks.ts")).editTracks("add")],
  ["playlist remove", "", async () => (await import("./commands/playlist/tracks.ts")).editTracks("remove")],
  ["playlist move", "", async () => (await import("./commands/playlist/tracks.ts")).editTracks("move")],
  ["playlist edit", "", async () => (await import("./commands/edit.ts")).edit("playlist")],
  ["playlist delete", "", async () => (await import("./commands/delete.ts")).deletion("playlist")],
  ["comments", "Find", async () => (await import("./commands/lists/lists.ts")).listCommand("comments")],
  ["related", "Find", async () => (await import("./commands/lists/lists.ts")).listCommand("related")],
  ["station", "Find", async () => (await import("./commands/station.ts")).station()],
  ["web-profiles", "Find", async () => (await import("./commands/lists/lists.ts")).listCommand("web-profiles")],
  ["play", "Listen", async () => (await import("./commands/play.ts")).play()],
  ["stream", "Listen", async () => (await import("./commands/stream.ts")).stream()],
  ["open", "Listen", async () => (await import("./commands/open.ts")).open()],
  ["me", "Personal", async () => (await import("./commands/me.ts")).me()],
  ["likes", "User lists", async () => (await import("./commands/lists/lists.ts")).listCommand("likes")],
  ["tracks", "User lists", async () => (await import("./commands/lists/lists.ts")).listCommand("tracks")],
  ["playlists", "User lists", async () => (await import("./commands/lists/lists.ts")).listCommand("playlists")],
  ["reposts", "User lists", async () => (await import("./commands/lists/lists.ts")).listCommand("reposts")],
  ["followers", "User lists", async () => (await import("./commands/lists/lists.ts")).listCommand("followers")],
  ["following", "User lists", async () => (await import("./commands/lists/lists.ts")).listCommand("following")],
  ["feed", "Personal", async () => (await import("./commands/lists/feed.ts")).feed()],
  ["watch", "Personal", async () => (await import("./commands/watch.ts")).watch()],
  ["history", "Personal", async () => (await import("./commands/lists/lists.ts")).listCommand("history")],
  ["like", "Reactions", async () => (await import("./commands/reactions.ts")).reaction("like")],
  ["unlike", "Reactions", async () => (await import("./commands/reactions.ts")).reaction("unlike")],
  ["repost", "Reactions", async () => (await import("./commands/reactions.ts")).reaction("repost")],
  ["unrepost", "Reactions", async () => (await import("./commands/reactions.ts")).reaction("unrepost")],
  ["follow", "Reactions", async () => (await import("./commands/reactions.ts")).reaction("follow")],
  ["unfollow", "Reactions", async () => (await import("./commands/reactions.ts")).reaction("unfollow")],
  ["comment", "Reactions", async () => (await import("./commands/comment.ts")).comment()],
  ["upload", "Publish", async () => (await import("./commands/upload.ts")).upload()],
  ["storefront", "Publish", async () => (await import("./commands/catalogue/storefront.ts")).storefront()],
  ["pull", "Catalogue", async () => (await import("./commands/catalogue/pull.ts")).pull()],
  ["plan", "Catalogue", async () => (await import("./commands/catalogue/plan.ts")).plan()],
  ["apply", "Catalogue", async () => (await import("./commands/catalogue/apply.ts")).apply()],
  ["insights", "Catalogue", async () => (await import("./commands/insights/show.ts")).show()],
  ["insights record", "", async () => (await import("./commands/insights/record.ts")).record()],
  ["insights report", "", async () => (await import("./commands/insights/report.ts")).report()],
  ["insights export", "", async () => (await import("./commands/insights/keep.ts")).exportCounts()],
  ["insights import", "", async () => (await import("./commands/insights/keep.ts")).importFile()],
  ["insights backup", "", async () => (await import("./commands/insights/keep.ts")).backup()],
  ["insights thin", "", async () => (await import("./commands/insights/keep.ts")).thin()],
  ["insights forget", "", async () => (await import("./commands/insights/keep.ts")).forget()],
  ["auth", "Account", async () => (await import("./commands/auth/auth.ts")).auth()],
  ["auth status", "", async () => (await import("./commands/auth/status.ts")).status()],
  ["login", "Account", async () => (await import("./commands/auth/login.ts")).login()],
  ["logout", "Account", async () => (await import("./commands/auth/logout.ts")).logout()],
  ["profile", "Account", "List, choose and remove profiles"],
  ["profile list", "", async () => (await import("./commands/auth/profile.ts")).list()],
  ["profile use", "", async () => (await import("./commands/auth/profile.ts")).use()],
  ["profile remove", "", async () => (await import("./commands/auth/profile.ts")).remove()],
  ["config", "Account", "List, set and remove defaults and aliases"],
  ["config list", "", async () => (await import("./commands/config/config.ts")).list()],
  ["config set", "", async () => (await import("./commands/config/config.ts")).set()],
  ["config unset", "", async () => (await import("./commands/config/config.ts")).unset()],
  ["api", "Develop", async () => (await import("./commands/api.ts")).api()],
  ["sandbox", "Develop", "Run the SoundCloud API on this machine"],
  ["sandbox start", "", async () => (await import("./commands/sandbox/start.ts")).start()],
  ["sandbox init", "", async () => (await import("./commands/sandbox/init.ts")).init()],
  ["sandbox env", "", async () => (await import("./commands/sandbox/env.ts")).env()],
  ["sandbox reset", "", async () => (await import("./commands/sandbox/reset.ts")).reset()],
  ["sandbox exec", "", async () => (await import("./commands/sandbox/exec.ts")).exec()],
  ["sandbox proxy", "", async () => (await import("./commands/sandbox/proxy.ts")).proxy()],
  ["sandbox users", "", async () => (await import("./commands/sandbox/users.ts")).users()],
  ["mcp", "Develop", async () => (await import("./commands/mcp.ts")).mcp()],
  ["doctor", "Develop", async () => (await import("./commands/doctor/doctor.ts")).doctor()],
  ["upgrade", "Develop", async () => (await import("./commands/upgrade.ts")).upgrade()],
  ["completions", "Develop", async () => (await import("./commands/completions/completions.ts")).completions()],
  ["help", "", async () => (await import("./commands/help/help.ts")).help()],
];

export function groupedNames(): Rows {
  return GROUPS.map((group) =>
    [group, COMMANDS.filter(([, place]) => place === group).map(([path]) => path).join(", ")] as const
  );
}
