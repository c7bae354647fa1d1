/** The groups of operations, but for `auth`. */
export const GROUPS = [
  "likes",
  "me",
  "playlists",
  "reposts",
  "resolve",
  "search",
  "systemPlaylists",
  "tracks",
  "users",
] as const;

/** The arguments of operations, where they aren't one id. */
export const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  "me.getConnections": [],
  "me.getMe": [],
  "me.getTracks": [],
  "playlists.addTracks": [1, [2]],
  "playlists.create": [{ title: "a" }],
  "playlists.moveTrack": [1, 2, 0],
  "playlists.removeTracks": [1, [2]],
  "playlists.update": [1, { title: "a" }],
  "resolve.resolveUrl": ["https://soundcloud.com/a"],
  "tracks.createComment": [1, "a"],
  "tracks.getTracks": [[1]],
  "tracks.update": [1, { title: "a" }],
  "tracks.updateStorefront": [1, { title: "a", type: "vinyl", link: "https://shop.example" }],
  "tracks.upload": [{ title: "a", asset_data: new Blob(["x"]) }],
  "users.getFollowing": [1, 2],
};

/** Returns the operations of a client, or of the library's modules: `group.name`, sorted. */
export function operationNames(source: object): string[] {
  const groups = source as Readonly<Record<string, object>>;
  return ["auth", ...GROUPS].flatMap((group) => Object.keys(groups[group]!).map((name) => `${group}.${name}`)).sort();
}
