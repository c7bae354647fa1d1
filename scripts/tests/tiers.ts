/**
 * The test files and their tiers.
 *
 * @module
 */

const ROOT = new URL("../../", import.meta.url);

/** `test` is `unit` and `processes`; `.ci/run` runs `slow` as well. */
export type Tier = "unit" | "processes" | "slow";

/**
 * Files that take 5 s or more alone on a core (fleets of processes, players, browsers, large uploads, the matrix of
 * faults), and those that need no process, but repeat one thing hundreds of times.
 */
const SLOW: readonly string[] = [
  "tests/bench/entered_test.ts",
  "tests/cli/catalogue/killed_test.ts",
  "tests/cli/checks_test.ts",
  "tests/cli/docs_test.ts",
  "tests/cli/help_examples_test.ts",
  "tests/cli/interrupted_uploads_test.ts",
  "tests/cli/mcp/session_test.ts",
  "tests/cli/media_keys_test.ts",
  "tests/cli/play_elsewhere_test.ts",
  "tests/cli/play_test.ts",
  "tests/cli/watch_test.ts",
  "tests/faults/fuzz_test.ts",
  "tests/faults/matrix_test.ts",
  "tests/properties/retry_test.ts",
  "tests/properties/tokens_test.ts",
  "tests/sandbox/audio/sound_test.ts",
  "tests/sandbox/browser_test.ts",
  "tests/sandbox/dashboard/access_test.ts",
  "tests/sandbox/dashboard/browser_test.ts",
  "tests/sandbox/dashboard/catalogue_browser_test.ts",
  "tests/sandbox/dashboard/latest_browser_test.ts",
  "tests/sandbox/audio/hls_browser_test.ts",
  "tests/sandbox/kit/runners_test.ts",
  "tests/sandbox/many_calls_test.ts",
  "tests/sandbox/world/namespaces_rounds_test.ts",
  "tests/sandbox/routes/player_browser_test.ts",
  "tests/sandbox/host/proxy/programs_test.ts",
  "tests/sandbox/streams_test.ts",
  "tests/sandbox/uploads_test.ts",
  "tests/scripts/gates_test.ts",
  "tests/scripts/mutate_run_test.ts",
  "tests/scripts/sources_test.ts",
  "tests/scripts/written_files_test.ts",
  "tests/security/control_plane_test.ts",
  "tests/security/permissions_test.ts",
  "tests/sign_in_examples_test.ts",
  "tests/sign_in_frameworks_test.ts",
  "tests/site/site_test.ts",
  "tests/stores/app_fleet_test.ts",
  "tests/stores/down_test.ts",
  "tests/stores/fleet_test.ts",
  "tests/stores/killed_test.ts",
  "tests/stores/limited_fleet_test.ts",
  "tests/support/cli_test.ts",
  "tests/upload_from_browser_test.ts",
  "tests/uploading_from_ci_test.ts",
  "tests/watch/sandbox_test.ts",
];

/** Files that start processes or third-party servers, which `unit` has no permission for. */
const PROCESSES: readonly string[] = [
  "tests/bench/bundle_test.ts",
  "tests/cli/batch_test.ts",
  "tests/cli/bytewise_test.ts",
  "tests/cli/closed_files_test.ts",
  "tests/cli/commands_test.ts",
  "tests/cli/completions_test.ts",
  "tests/cli/authorize_test.ts",
  "tests/cli/credentials_test.ts",
  "tests/cli/exit_codes_test.ts",
  "tests/cli/keychain_test.ts",
  "tests/cli/launched_test.ts",
  "tests/cli/lists_test.ts",
  "tests/cli/login_test.ts",
  "tests/cli/mcp/tools_test.ts",
  "tests/cli/pager_test.ts",
  "tests/cli/early_answer_test.ts",
  "tests/cli/picker_test.ts",
  "tests/cli/players_test.ts",
  "tests/cli/refresh_test.ts",
  "tests/cli/sandbox_kept_test.ts",
  "tests/cli/sandbox_test.ts",
  "tests/cli/start_test.ts",
  "tests/cli/streams_test.ts",
  "tests/cli/tables_test.ts",
  "tests/cli/upload_test.ts",
  "tests/cli/upgrade_test.ts",
  "tests/cli/usage_test.ts",
  "tests/cli/waiting_test.ts",
  "tests/cli/watch/hook_test.ts",
  "tests/docs_test.ts",
  "tests/examples_test.ts",
  "tests/faults/memory_test.ts",
  "tests/faults/reliability_test.ts",
  "tests/install/install_test.ts",
  "tests/install/recipes_test.ts",
  "tests/install/shells_test.ts",
  "tests/page_commands_test.ts",
  "tests/readme_test.ts",
  "tests/scripts/reference_test.ts",
  "tests/sandbox/aac_streams_test.ts",
  "tests/sandbox/world/archive_test.ts",
  "tests/sandbox/audio/catalogue_test.ts",
  "tests/sandbox/audio/ffmpeg_test.ts",
  "tests/sandbox/store/database_test.ts",
  "tests/sandbox/document/openapi_test.ts",
  "tests/sandbox/host/disk/full_disk_test.ts",
  "tests/sandbox/audio/hls_rules_test.ts",
  "tests/sandbox/world/namespaces_memory_test.ts",
  "tests/sandbox/oauth_processes_test.ts",
  "tests/sandbox/serve_test.ts",
  "tests/sandbox/document/sources_test.ts",
  "tests/sandbox/host/disk/temporary_test.ts",
  "tests/scripts/ci_test.ts",
  "tests/scripts/compile_test.ts",
  "tests/scripts/demo_test.ts",
  "tests/scripts/deno_test.ts",
  "tests/scripts/notices_test.ts",
  "tests/scripts/oracle_test.ts",
  "tests/scripts/plain_test.ts",
  "tests/scripts/project_files_test.ts",
  "tests/scripts/rollup_test.ts",
  "tests/scripts/site_reference_test.ts",
  "tests/scripts/stress_test.ts",
  "tests/scripts/test_test.ts",
  "tests/scripts/upstream_test.ts",
  "tests/scripts/version_test.ts",
  "tests/security/command_line_test.ts",
  "tests/security/errors_test.ts",
  "tests/security/files_test.ts",
  "tests/security/supply_chain_test.ts",
  "tests/stores/file_lock_test.ts",
  "tests/stores/file_test.ts",
  "tests/stores/lost_test.ts",
  "tests/stores/redis_rate_limiter_plays_test.ts",
  "tests/stores/redis_rate_limiter_test.ts",
  "tests/stores/redis_test.ts",
  "tests/stores/store_contract_test.ts",
];

/** Every test file of a folder, from the root of the repository. */
export async function testFiles(folder: string = "tests"): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    if (isDirectory) found.push(...await testFiles(`${folder}/${name}`));
    else if (isTestFile(name)) found.push(`${folder}/${name}`);
  }
  return found.sort();
}

/** Whether a file holds tests. */
export function isTestFile(path: string): boolean {
  return /_test\.(?:ts|mjs)$/.test(path);
}

/** The tier of a file. Default: `unit`. */
export function tierOf(file: string): Tier {
  if (SLOW.includes(file)) return "slow";
  return PROCESSES.includes(file) ? "processes" : "unit";
}

/** Listed files that don't exist. */
export function staleEntries(files: readonly string[]): string[] {
  return [...SLOW, ...PROCESSES].filter((file) => !files.includes(file));
}
