/** The groups of operations. */
const GROUPS: readonly string[] = [
  "auth",
  "likes",
  "me",
  "playlists",
  "reposts",
  "resolve",
  "search",
  "systemPlaylists",
  "tracks",
  "users",
];

/** Returns the operations of a client, or of the library's modules: `group.name`, sorted. */
export function operationNames(source: object): string[] {
  const groups = source as Readonly<Record<string, object>>;
  return GROUPS.flatMap((group) => Object.keys(groups[group]!).map((name) => `${group}.${name}`)).sort();
}
