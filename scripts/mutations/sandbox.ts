/**
 * Small faults for the sandbox.
 *
 * @module
 */
import { faultsIn, type Mutation } from "./mutation.ts";

const at = faultsIn("sandbox");

/** Every fault of the sandbox that is tried. */
export const SANDBOX_MUTATIONS: readonly Mutation[] = [
  ...at("auth.ts", "sandbox/auth_test.ts", [
    ["a token in the query will do", "header === null || hasCredential(call)", "header === null"],
    ["an app's token is a user's", '|| (needs === "user" && caller.userId === null)', ""],
  ]),
  ...at("archive.ts", "sandbox/archive_test.ts", [
    [
      "what is exported may be swept on the way",
      "const release = media.hold(files.map(({ file }) => file));",
      "const release = () => {};",
    ],
    [
      "an archive may name any file",
      "if (asset === undefined || this.#files.has(asset)) throw",
      "if (asset === undefined) return; if (false) throw",
    ],
    ["files of a refused import stay", "    arrival.discard();\n", ""],
    ["a refused body is read on", "    await inflow.close();\n", ""],
  ]),
  ...at("audio/frames.ts", "sandbox/audio/frames_test.ts", [
    [
      "a tag's picture is taken for sound",
      "if (this.#skip === 0 && this.#available() >= 10)",
      "if (this.#available() < 0)",
    ],
  ]),
  ...at("audio/hls.ts", "sandbox/audio/hls_test.ts", [
    ["a playlist never ends", '"#EXT-X-ENDLIST", ""', '""'],
  ]),
  ...at("audio/wav.ts", "sandbox/audio/wav_test.ts", [
    ["chunks of odd length aren't padded", "8 + size + size % 2", "8 + size"],
    ["samples of one byte have a sign", "(view.getUint8(offset) - 128) / 128", "view.getInt8(offset) / 128"],
  ]),
  ...at("clock.ts", "sandbox/clock_test.ts", [
    ["a frozen clock moves", "return this.#stopped ?? Date.now()", "return Date.now()"],
  ]),
  ...at("control/guard.ts", "sandbox/control/guard_test.ts", [
    [
      "any page may control the sandbox",
      "!(URL.canParse(origin) && isSame(new URL(origin), url))",
      "!URL.canParse(origin)",
    ],
  ]),
  ...at("control/input.ts", "sandbox/control/input_test.ts", [
    ["unknown members are passed over", "if (other !== undefined) throw", "if (other === null) throw"],
    ["seconds are milliseconds", '(found[2] === "s" ? 1000 : 1)', "1"],
  ]),
  ...at("faults/active.ts", "sandbox/faults/rules_test.ts", [
    ["a fault never ends", "this.#hits >= times || ", ""],
    ["a fault for one token is for all", 'request.headers.get("authorization")?.split(" ")[1] === token', "true"],
    ["the nth request is any request", "match.nth !== undefined && match.nth !== this.#seen", "match.nth === 0"],
  ]),
  ...at("faults/paging.ts", "sandbox/faults/changes_test.ts", [
    ["a list that grows repeats nothing", "[JSON.parse(before), ...items.slice(0, -1)]", "items"],
  ]),
  ...at("field_readers.ts", "sandbox/field_readers_test.ts", [
    ["a title may be blank", 'if (given.trim() === "") throw', 'if (given === "\\n") throw'],
    ["the thirteenth month is one", "date.getUTCMonth() !== month - 1", "month < 1"],
    ["a text may hold what ends it", '&& !value.includes("\\0")', ""],
  ]),
  ...at("media/form.ts", "sandbox/uploads_test.ts", [
    ["a file may have any size", "fileSize: most", "fileSize: Infinity"],
    ["files stay behind", "for (const spool of this.#spools) await spool.discard();", ""],
  ]),
  ...at("media/tar.ts", "sandbox/archive_test.ts", [
    ["a damaged header is taken", "!== sum || !(size >= 0)", "!== sum && !(size >= 0)"],
    ["files are not padded", "(BLOCK - size % BLOCK) % BLOCK", "0"],
  ]),
  ...at("routes/apps.ts", "sandbox/apps_test.ts", [
    [
      "a user has any number of apps",
      "if (findRegisteredApp(call.db, call.user) !== undefined) throw",
      "if (false) throw",
    ],
    [
      "a browser may run a redirect",
      "URL.canParse(text) && !UNSAFE_SCHEME.test(new URL(text).protocol)",
      "URL.canParse(text)",
    ],
  ]),
  ...at("routes/pairing.ts", "sandbox/apps_test.ts", [
    [
      "a code may be used twice",
      "if (pairing.user_id !== null) return refuse(call, 410",
      "if (false) return refuse(call, 410",
    ],
    ["a code never expires for the device", "|| isExpired(call, pairing)) throw", ") throw"],
    ["any site's form decides", "if (isForeign(call)) return", "if (false) return"],
  ]),
  ...at("snapshots.ts", "sandbox/archive_test.ts", [
    [
      "a snapshot's files are swept",
      "const release = media.hold(fileAssets(db).map(({ file }) => file));",
      "const release = () => {};",
    ],
    ["a dropped snapshot keeps its files", "  snapshots.get(name)?.release();\n", ""],
  ]),
  ...at("store/apps.ts", "sandbox/apps_test.ts", [
    ["any token may poll", "client_id = ? AND poll_hash = ?", "client_id = ? AND poll_hash <> ?"],
    ["a pairing signs in twice", 'world.db.run("DELETE FROM pairings WHERE code = ?", code);', ""],
  ]),
  ...at("store/database.ts", "sandbox/database_test.ts", [
    ["a found row outlives a write", "    this.#found?.clear();\n    const result", "    const result"],
    ["a found row outlives a rollback", 'this.exec("ROLLBACK")', 'this.#db.exec("ROLLBACK")'],
    ["another connection's write is not seen", "path === undefined ? new Map() : undefined", "new Map()"],
  ]),
  ...at("store/removed.ts", "sandbox/lists_test.ts", [
    [
      "what was undone is listed for ever",
      "AND removed_at > ${until})`;\n}\n\n/** What to read a list of tracks",
      ")`;\n}\n\n/** What to read a list of tracks",
    ],
  ]),
  ...at("store/search.ts", "sandbox/search_test.ts", [
    ["a range is of the wrong ids", "if (rows.length <= FEW) return", "if (rows.length > FEW) return"],
    ["the youngest in a range is left out", "from: span.low, to: span.high }", "from: span.low, to: span.high - 1 }"],
  ]),
  ...at("media/range.ts", "sandbox/media/range_test.ts", [
    ["a range ends a byte early", "Number(last) + 1", "Number(last)"],
    ["the last bytes are the first", "Math.max(0, size - Number(last))", "0"],
  ]),
  ...at("media/signature.ts", "sandbox/streams_test.ts sandbox/media/media_test.ts", [
    ["an address for one track is for all", "&& path.startsWith(Resource.slice(1, -1))", ""],
    ["an address never ends", "&& world.clock.now() < expires * 1000", ""],
  ]),
  ...at("namespaces.ts", "sandbox/namespaces_test.ts", [
    ["all names are one world", "this.#named.set(name, world);", "this.#named.set(name, this.main);"],
    ["any text is a name", "if (!NAME.test(name)) throw", 'if (name === "") throw'],
  ]),
  ...at("page.ts", "sandbox/pages_test.ts", [
    [
      "a page has one too many",
      "return { rows: rows.slice(0, count), next: linkTo(call, changes) };",
      "return { rows, next: linkTo(call, changes) };",
    ],
    [
      "every page leads on",
      "if (rows.length <= count || last === undefined) return { rows };",
      "if (last === undefined) return { rows };",
    ],
    ["cursors may be anything", "!/^\\d{1,16}$/.test(text) || ", ""],
  ]),
  ...at("present/track.ts", "sandbox/tracks_test.ts", [
    [
      "everyone sees the secret token",
      'track.sharing === "private" && track.user_id === call.viewer',
      'track.sharing === "private"',
    ],
    ["quiet mode hides nothing", "track.reveal_stats === 1 || track.user_id === viewer", "true"],
  ]),
  ...at("redact.ts", "sandbox/request_log_test.ts", [
    ["secret links are shown", ".replace(SECRET_LINK, `$1s-${HIDDEN}`)", ""],
    ["tokens in JSON are shown", '.replace(MEMBER, `$1"${HIDDEN}"`)', ""],
    [
      "the token of a header is shown",
      "SECRET_HEADERS.has(name) ? redactCredential(value) : redactText(value)",
      "redactText(value)",
    ],
  ]),
  ...at("request_log.ts", "sandbox/request_log_test.ts", [
    ["the log keeps everything", "this.#last % KEPT", "this.#last"],
    ["requests that match aren't waited for", "this.count(query) < count && !signal.aborted", "false"],
  ]),
  ...at("store/grants.ts", "sandbox/oauth_test.ts", [
    ["a code works twice", "if (code.login_id !== null) return punishReuse(world, code.login_id);", ""],
    ["any verifier will do", "|| code.challenge !== digest(request.verifier)", ""],
    ["a code never expires", "if (code.expires_at <= world.clock.now()) return undefined;", ""],
    ["a refresh token works for ever", "if (row.used_at !== null) return repeatRefresh(world, row);", ""],
  ]),
  ...at("store/limits.ts", "sandbox/oauth_test.ts sandbox/streams_test.ts", [
    ["a window never ends", "row !== undefined && now < row.opened_at + length", "row !== undefined"],
    ["one more than the limit is allowed", "used >= limit.most", "used > limit.most"],
  ]),
  ...at("store/oauth.ts", "sandbox/oauth_test.ts", [
    ["a revoked login goes on", "WHERE hash = ? AND revoked = 0`", "WHERE hash = ?`"],
  ]),
  ...at("store/search.ts", "sandbox/search_test.ts", [
    ["a track's name finds it, private or not", "filter.add(\"x.sharing = 'public'\");\n  return", "return"],
    ["the last word must be whole", '"*" : ""', '"" : ""'],
  ]),
  ...at("validation.ts", "sandbox/pages_test.ts", [
    ["a page has as many as were asked for", "Math.min(asked, 200)", "asked"],
  ]),
  ...at("visibility.ts", "sandbox/tracks_test.ts sandbox/playlists_test.ts", [
    ["everyone may see everything", "thing.secret_token === secretToken", "true"],
    ["everyone may change every track", "track.user_id !== call.user", "track.user_id < 0"],
  ]),
];
