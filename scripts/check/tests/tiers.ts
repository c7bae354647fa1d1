// The test files and their tiers.
import { readdir } from "node:fs/promises";

const ROOT = new URL("../../../", import.meta.url);

/** `test` is `unit` and `processes`; `.ci/run` runs `slow` as well. */
export const TIERS = ["unit", "processes", "slow"] as const;
/** One of them. */
export type Tier = typeof TIERS[number];

/**
 * Files that take some 3 s or more alone on a core (fleets of processes, players, browsers, large uploads, the matrix of
 * faults), and those that need no process, but repeat one thing hundreds of times.
 */
const SLOW: readonly string[] = [
  "tests/cli/watch/milestones_test.ts",
  "tests/cli/insights/store_test.ts",
  "tests/cli/auth/keychain_test.ts",
  "tests/scripts/plain_test.ts",
  "tests/cli/mcp/tools_test.ts",
  "tests/sandbox/audio/catalogue_test.ts",
  "tests/simulation/simulation_test.ts",
  "tests/cli/commands/auth/login_test.ts",
  "tests/insights/killed_test.ts",
  "tests/cli/upload/sound_test.ts",
  "tests/cli/commands/sandbox/start_test.ts",
  "tests/insights/truth_test.ts",
  "tests/sandbox/living/living_test.ts",
  "tests/docs/migrating/requests_test.ts",
  "tests/sandbox/world/snapshots_test.ts",
  "tests/sandbox/audio/hls_rules_test.ts",
  "tests/insights/query_test.ts",
  "tests/session/config_test.ts",
  "tests/scripts/lab/oracle_test.ts",
  "tests/scripts/build/npm/rollup_test.ts",
  "tests/scripts/docs/site/reference_test.ts",
  "tests/cli/catalogue/deletions_test.ts",
  "tests/docs/docs_test.ts",
  "tests/cli/commands/side_by_side_test.ts",
  "tests/cli/output/dry_run_test.ts",
  "tests/sandbox/media/media_test.ts",
  "tests/insights/postgres_test.ts",
  "tests/cli/auth/refresh_test.ts",
  "tests/cli/commands/completions/completions_test.ts",
  "tests/sandbox/document/facts_test.ts",
  "tests/cli/transcripts/insights_test.ts",
  "tests/cli/commands/upload_test.ts",
  "tests/cli/commands/insights/keep_test.ts",
  "tests/cli/commands/insights/record_test.ts",
  "tests/cli/commands/insights/report_test.ts",
  "tests/cli/commands/sandbox/exec_test.ts",
  "tests/cli/commands/sandbox/serve_test.ts",
  "tests/cli/commands/sandbox/world_test.ts",
  "tests/install/recipes_test.ts",
  "tests/scripts/check/test_test.ts",
  "tests/scripts/check/ci_test.ts",
  "tests/cli/catalogue/sheets_test.ts",
  "tests/faults/memory_test.ts",
  "tests/cli/every_command_test.ts",
  "tests/cli/scenes_test.ts",
  "tests/cli/insights/report_browser_test.ts",
  "tests/scripts/lab/bench/entered_test.ts",
  "tests/cli/catalogue/apply_test.ts",
  "tests/cli/commands/doctor/checks_test.ts",
  "tests/scripts/docs/docs_test.ts",
  "tests/cli/commands/help/examples_test.ts",
  "tests/cli/catalogue/interruptions_test.ts",
  "tests/cli/mcp/session_test.ts",
  "tests/cli/play/media_keys_test.ts",
  "tests/cli/play/play_elsewhere_test.ts",
  "tests/cli/play/player_screen_test.ts",
  "tests/cli/commands/play_test.ts",
  "tests/cli/commands/watch_test.ts",
  "tests/faults/fuzz_test.ts",
  "tests/faults/matrix_test.ts",
  "tests/sandbox/world/token_worlds_test.ts",
  "tests/simulation/planted_test.ts",
  "tests/properties/retry_test.ts",
  "tests/sandbox/audio/sound_test.ts",
  "tests/sandbox/http/cors_test.ts",
  "tests/sandbox/dashboard/access_test.ts",
  "tests/sandbox/dashboard/browser_test.ts",
  "tests/sandbox/dashboard/catalogue_browser_test.ts",
  "tests/sandbox/dashboard/latest_browser_test.ts",
  "tests/sandbox/audio/hls_browser_test.ts",
  "tests/sandbox/kit/runners_test.ts",
  "tests/sandbox/document/many_calls_test.ts",
  "tests/sandbox/world/namespaces_rounds_test.ts",
  "tests/sandbox/host/proxy/programs_test.ts",
  "tests/sandbox/web_test.ts",
  "tests/sandbox/web/browser_test.ts",
  "tests/sandbox/host/proxy/environment_test.ts",
  "tests/sandbox/host/proxy/own_network_test.ts",
  "tests/sandbox/http/notes_test.ts",
  "tests/sandbox/routes/streams_test.ts",
  "tests/sandbox/routes/uploads_test.ts",
  "tests/scripts/check/gates_test.ts",
  "tests/scripts/lab/mutate_run_test.ts",
  "tests/scripts/build/notices/sources_test.ts",
  "tests/scripts/docs/written_files_test.ts",
  "tests/security/control_plane_test.ts",
  "tests/security/permissions_test.ts",
  "tests/docs/sign_in_examples_test.ts",
  "tests/docs/sign_in_frameworks_test.ts",
  "tests/scripts/docs/playground_test.ts",
  "tests/scripts/docs/site_test.ts",
  "tests/docs/comparison/comparison_test.ts",
  "tests/stores/down_test.ts",
  "tests/stores/redis_check_test.ts",
  "tests/stores/redis_token_store_test.ts",
  "tests/stores/limited_fleet_test.ts",
  "tests/session/kept_worker_test.ts",
  "tests/cli/cli_test.ts",
  "tests/docs/upload_from_browser_test.ts",
  "tests/docs/uploading_from_ci_test.ts",
  "tests/watch/sandbox_test.ts",
];

/** Files that start processes or third-party servers, which `unit` has no permission for. */
const PROCESSES: readonly string[] = [
  "tests/cli/commands/sandbox/env_test.ts",
  "tests/cli/commands/sandbox/init_test.ts",
  "tests/cli/commands/sandbox/proxy_test.ts",
  "tests/cli/commands/sandbox/reset_test.ts",
  "tests/cli/host/child_test.ts",
  "tests/cli/watch/follow_test.ts",
  "tests/cli/watch/documented_test.ts",
  "tests/cli/upload/pieces_test.ts",
  "tests/scripts/accept_test.ts",
  "tests/failure_test.ts",
  "tests/scripts/lab/bench/bundle_test.ts",
  "tests/cli/batch_test.ts",
  "tests/cli/host/bytewise_test.ts",
  "tests/cli/auth/login_test.ts",
  "tests/cli/auth/credentials_test.ts",
  "tests/cli/exit_codes_test.ts",
  "tests/cli/commands/open_test.ts",
  "tests/cli/output/lists_test.ts",
  "tests/cli/host/pager_test.ts",
  "tests/cli/upload/early_answer_test.ts",
  "tests/cli/output/picker_test.ts",
  "tests/cli/play/afplay_test.ts",
  "tests/cli/play/ffplay_test.ts",
  "tests/cli/play/find_player_test.ts",
  "tests/cli/play/process_test.ts",
  "tests/cli/main_test.ts",
  "tests/cli/output/table_test.ts",
  "tests/cli/commands/upgrade_test.ts",
  "tests/cli/upgrade/replace_test.ts",
  "tests/cli/commands/doctor/stores_test.ts",
  "tests/cli/commands/usage_test.ts",
  "tests/cli/host/waiting_test.ts",
  "tests/cli/watch/hook_test.ts",
  "tests/docs/examples_test.ts",
  "tests/faults/reliability_test.ts",
  "tests/install/install_test.ts",
  "tests/install/packages_test.ts",
  "tests/install/shells_test.ts",
  "tests/docs/page_commands_test.ts",
  "tests/docs/readme_test.ts",
  "tests/scripts/docs/reference_test.ts",
  "tests/sandbox/audio/rendition_test.ts",
  "tests/sandbox/store/database_test.ts",
  "tests/sandbox/document/openapi_test.ts",
  "tests/sandbox/host/disk/full_disk_test.ts",
  "tests/cli/host/replace_file_test.ts",
  "tests/sandbox/host/ffmpeg_test.ts",
  "tests/sandbox/world/namespaces_memory_test.ts",
  "tests/sandbox/media/tar_test.ts",
  "tests/sandbox/store/oauth_test.ts",
  "tests/sandbox/host/node_adapter_test.ts",
  "tests/sandbox/document/sources_test.ts",
  "tests/sandbox/host/disk/temporary_test.ts",
  "tests/scripts/build/compile_test.ts",
  "tests/scripts/docs/demo_test.ts",
  "tests/scripts/deno_test.ts",
  "tests/scripts/lab/exit_codes_test.ts",
  "tests/scripts/project_files_test.ts",
  "tests/scripts/lab/stress_test.ts",
  "tests/scripts/release/version_test.ts",
  "tests/security/command_line_test.ts",
  "tests/security/errors_test.ts",
  "tests/security/files_test.ts",
  "tests/security/supply_chain_test.ts",
  "tests/stores/file_lock_test.ts",
  "tests/stores/file_test.ts",
  "tests/stores/redis_rate_limiter_plays_test.ts",
  "tests/stores/redis_rate_limiter_scripts_test.ts",
  "tests/stores/limiter_model_test.ts",
  "tests/stores/redis_rate_limiter_test.ts",
  "tests/stores/redis_test.ts",
  "tests/stores/store_contract_test.ts",
  "tests/surface/surface_test.ts",
];

/** Files that start nothing, but take a second of a core or an isolate each: without them, `unit` ends in half a minute. */
const LONG: readonly string[] = [
  "tests/sandbox/dashboard/",
  "tests/cli/transcripts/",
  "tests/security/terminal_test.ts",
  "tests/cli/auth/config_test.ts",
  "tests/properties/sharing_test.ts",
  "tests/sandbox/kit/control_test.ts",
  "tests/sandbox/http/page_test.ts",
  "tests/watch/paged_service_test.ts",
  "tests/sandbox/routes/playlists_test.ts",
  "tests/properties/pages_test.ts",
  "tests/cli/mcp/hostile_test.ts",
  "tests/offline/command_lines_test.ts",
  "tests/sandbox/audio/waveform_test.ts",
  "tests/scripts/build/notices_test.ts",
  "tests/scripts/lab/upstream_test.ts",
  "tests/sandbox/store/sqlite_image_test.ts",
  "tests/insights/store_test.ts",
  "tests/sandbox/routes/users_test.ts",
  "tests/cli/commands/field_options_test.ts",
  "tests/insights/keep_test.ts",
  "tests/operations/examples_test.ts",
  "tests/operations/independent_requests_test.ts",
  "tests/sandbox/routes/search_test.ts",
  "tests/sandbox/seed/reply_fields_test.ts",
  "tests/sandbox/world/world_test.ts",
  "tests/scripts/check/check_words_test.ts",
  "tests/upgrade/upgrade_test.ts",
];

/** Every test file of a folder, from the root of the repository. */
export async function testFiles(folder: string = "tests"): Promise<string[]> {
  const paths = await readdir(new URL(folder, ROOT), { recursive: true });
  return paths.filter(isTestFile).map((path) => `${folder}/${path}`).sort();
}

/** Whether a file holds tests. */
export function isTestFile(path: string): boolean {
  return /_test\.(?:ts|mjs)$/.test(path);
}

/** Whether a list has a file, or a folder that it is in. */
export function lists(list: readonly string[], file: string): boolean {
  return list.some((one) => file === one || (one.endsWith("/") && file.startsWith(one)));
}

/** The tier of a file. Default: `unit`. */
export function tierOf(file: string): Tier {
  if (lists(SLOW, file)) return "slow";
  return lists(PROCESSES, file) || lists(LONG, file) ? "processes" : "unit";
}

/** Whether a file leaves nothing under way, so that others may follow it in its isolate. */
export function startsNothing(file: string): boolean {
  return !lists(SLOW, file) && !lists(PROCESSES, file);
}

/** Listed files and folders that don't exist. */
export function staleEntries(files: readonly string[]): string[] {
  return [...SLOW, ...PROCESSES, ...LONG].filter((one) => !files.some((file) => lists([one], file)));
}
