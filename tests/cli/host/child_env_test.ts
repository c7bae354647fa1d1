import { assertEquals } from "@std/assert";
import { inherited, usersOwn } from "../../../cli/host/child_env.ts";

const APP = { TONEARM_CLIENT_ID: "id", TONEARM_CLIENT_SECRET: "s", TONEARM_TOKEN: "t", TONEARM_WEBHOOK_KEY: "k" };

Deno.test("inherited() passes on files, display, sound and proxies, and nothing else", () => {
  const names = "PATH HOME LANG LC_ALL TMPDIR TEMP SystemRoot USERPROFILE APPDATA LOCALAPPDATA WSL_DISTRO_NAME " +
    "WSL_INTEROP XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR XDG_CURRENT_DESKTOP " +
    "DESKTOP_SESSION DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS BROWSER PULSE_SERVER PULSE_COOKIE " +
    "PIPEWIRE_REMOTE SDL_AUDIODRIVER MPV_HOME HTTP_PROXY HTTPS_PROXY http_proxy https_proxy no_proxy";
  const passed = Object.fromEntries(names.split(" ").map((name) => [name, `its ${name}`]));
  assertEquals(
    inherited({ ...passed, ...APP, AWS_SECRET_ACCESS_KEY: "x", NODE_OPTIONS: "-r x", USER: undefined }),
    passed,
  );
});

Deno.test("usersOwn() passes on everything except credentials of tonearm, however they are spelled", () => {
  const passed = { AWS_PROFILE: "mine", TONEARM_CONFIG_DIR: "/c", PATH: "/bin" };
  assertEquals(usersOwn({ ...passed, ...APP, Tonearm_Token: "t", EMPTY: undefined }), passed);
});
