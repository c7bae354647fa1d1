/**
 * Small faults for the command line.
 *
 * @module
 */
import { faultsIn, type Mutation } from "./mutation.ts";

const at = faultsIn("cli");

/** Every fault of the command line that is tried. */
export const CLI_MUTATIONS: readonly Mutation[] = [
  ...at("arguments.ts", "cli/arguments_test.ts", [
    [
      "the value of an unknown option may be a command",
      "this.#doubtful = given === undefined",
      "this.#doubtful = false",
    ],
    ["-- ends nothing", 'if (argument === "--") break;', ""],
    ["switches can't stand together", "if (rest) this.#takeShort(`-${rest}`);", ""],
  ]),
  ...at("callback.ts", "cli/callback_answer_test.ts", [
    ["any state will do", "|| !isSame(given, state)", ""],
    ["the first of two codes counts", "return others.length > 0 ? undefined : value;", "return value;"],
  ]),
  ...at("credentials.ts", "cli/config_test.ts", [
    [
      "a profile's credentials go to any host",
      "if (url === undefined || new URL(url)",
      "if (url !== undefined || new URL(url)",
    ],
    [
      "the environment wins over --profile",
      "choice.profile === undefined ? fromEnvironment(env) : undefined",
      "fromEnvironment(env)",
    ],
  ]),
  ...at("csv.ts", "cli/csv_test.ts", [
    ["doubled quotes stay doubled", "quoted?.replaceAll('\"\"', '\"')", "quoted"],
    ["lines inside of quotes aren't counted", 'whole.split("\\n").length - 1', 'Number(end !== ",")'],
  ]),
  ...at("errors.ts", "cli/exit_codes_test.ts", [
    ["a rate limit is any failure", 'if (error.isRateLimited) return "rate_limited";', ""],
    ["a gateway that gave up is any failure", " || error.status === 504", ""],
  ]),
  ...at("ids.ts", "cli/ids_test.ts", [
    ["ids are checked when it is their turn", "ids.forEach((id) => parse(id, kinds));", ""],
  ]),
  ...at("journal.ts", "cli/manifest_test.ts", [
    ["a changed file counts as sent", "[file, size, changed]", "[file]"],
    ["a torn line ends everything", "URN_LINE.test(line) ? readEntry(line) : undefined", "JSON.parse(line)"],
  ]),
  ...at("keys.ts", "cli/keys_test.ts", [
    ["Ctrl-C is a key like any other", 'if (key === CTRL_C) throw new Failure("interrupted", "Interrupted");', ""],
    ["arrows of the other kind are passed over", '.replaceAll("\\x1bO", "\\x1b[")', ""],
  ]),
  ...at("manifest.ts", "cli/manifest_test.ts", [
    ["a file may be named twice", "if (twice !== undefined) throw", "if (twice === null) throw"],
    ["paths are relative to the caller", "file: resolve(directory, file)", "file: resolve(file)"],
  ]),
  ...at("network.ts", "cli/network_test.ts", [
    ["a request outlives the program", "[ending, init?.signal", "[init?.signal"],
    ["passwords and fragments are shown", 'url.username = url.password = url.hash = "";', ""],
    ["a request that fails never ends", "finally {", "catch (error) {\n      throw error;"],
  ]),
  ...at("output/json.ts", "cli/output_test.ts", [
    ["JSON holds what a terminal obeys", "return text.replace(UNSEEN, ", "return text.replace(/$^/g, "],
    ["fields reach into prototypes", "Object.hasOwn(current, key)", "key in current"],
  ]),
  ...at("output/progress_bar.ts", "cli/progress_test.ts", [
    ["a wide name leaves the line", "columns - width(this.#name)", "columns - this.#name.length"],
    ["the end isn't drawn", " && done < total", ""],
  ]),
  ...at("output/progress.ts", "cli/progress_test.ts", [
    ["a wait that ends twice ends another's", "if (ended) return;", ""],
    ["a spinner turns while something else moves", "this.#enabled && this.#holds === 0", "this.#enabled"],
  ]),
  ...at("output/result.ts", "cli/result_test.ts", [
    ["the items of an array aren't apart", 'before = ",\\n";', 'before = "\\n";'],
    ["an unknown field is null", "checkFields(json, fieldsOf(value, json));", ""],
  ]),
  ...at("output/table.ts", "cli/output_test.ts", [
    ["every page has headings", 'this.#widths === undefined ? this.#head(cells) : ""', "this.#head(cells)"],
    ["a pipe gets short counts", "(column.plain ?? column.value)", "(column.value)"],
  ]),
  ...at("output/text.ts", "cli/output_test.ts", [
    ["a title changes the direction of writing", '.replace(UNSEEN, "\\ufffd")', ""],
    ["a title steers the terminal", ".replace(CONTROL, picture)", ""],
    ["a family of emoji is as wide as its members", "if (characters.length > 1 && EMOJI.test(grapheme)) return 2;", ""],
  ]),
  ...at("players/afplay.ts", "cli/players_test.ts", [
    ["tags between the parts are heard", "parts.length > 1 ? withoutTag(bytes) : bytes", "bytes"],
    ["the sound stays behind", "await directory.remove();", ""],
  ]),
  ...at("players/ffplay.ts", "cli/players_test.ts", [
    ["a sound that broke off was played", "&& durationSeconds - seconds <= NEAR_SECONDS", ""],
    ["moving starts at the beginning", "wordsFor(seconds - skippedSeconds, volume)", "wordsFor(0, volume)"],
  ]),
  ...at("players/process.ts", "cli/players_test.ts", [
    ["what a player says shows signatures", ".replace(URLS, redactUrl)", ""],
  ]),
  ...at("playback.ts", "cli/playback_test.ts", [
    ["a key between two sounds is lost", "!this.#isSkipped; fruitless++", "; fruitless++"],
  ]),
  ...at("prompt.ts", "cli/keys_test.ts", [
    ["a secret is shown", "stdin.setRawMode?.(true);", ""],
    ["the terminal stays as it was for the secret", "stdin.setRawMode?.(false);", ""],
  ]),
  ...at("report.ts", "cli/network_test.ts", [
    ["an error steers the terminal", "clean(failure.message)", "failure.message"],
  ]),
  ...at("suggest.ts", "cli/arguments_test.ts", [
    ["two swapped letters are two mistakes", "swapped ? at(beforeLast, column - 2) + 1 : Infinity", "Infinity"],
  ]),
  ...at("tokens.ts", "cli/config_test.ts", [
    ["a token ends on its way", "token.expiresAt - EARLY_MS <= now", "token.expiresAt <= now"],
    ["a refresh loses the refresh token", "answer.refresh_token || before?.refreshToken", "answer.refresh_token"],
    ["what another process refreshed is refreshed again", "return usable ? token.accessToken : await", "return await"],
  ]),
];
