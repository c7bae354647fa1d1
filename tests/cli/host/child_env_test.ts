import { assertEquals } from "@std/assert";
import { inherited, usersOwn } from "../../../cli/host/child_env.ts";

const APP = { TONEARM_CLIENT_ID: "id", TONEARM_CLIENT_SECRET: "s", TONEARM_TOKEN: "t", TONEARM_WEBHOOK_KEY: "k" };

Deno.test("inherited() passes on files, display, sound and proxies, and nothing else", () => {
  const passed = {
    ...{ PATH: "/bin", HOME: "/me", LC_ALL: "C", TMPDIR: "/t", XDG_CONFIG_HOME: "/c", SystemRoot: "C:" },
    ...{ DISPLAY: ":0", WAYLAND_DISPLAY: "w", DBUS_SESSION_BUS_ADDRESS: "unix:", BROWSER: "firefox" },
    ...{ PULSE_SERVER: "p", PIPEWIRE_REMOTE: "r", SDL_AUDIODRIVER: "alsa", MPV_HOME: "/mpv" },
    ...{ HTTP_PROXY: "http://a", https_proxy: "http://b", no_proxy: "c" },
  };
  assertEquals(
    inherited({ ...passed, ...APP, AWS_SECRET_ACCESS_KEY: "x", NODE_OPTIONS: "-r x", USER: undefined }),
    passed,
  );
});

Deno.test("usersOwn() passes on everything except credentials of tonearm, however they are spelled", () => {
  const passed = { AWS_PROFILE: "mine", TONEARM_CONFIG_DIR: "/c", PATH: "/bin" };
  assertEquals(usersOwn({ ...passed, ...APP, Tonearm_Token: "t", EMPTY: undefined }), passed);
});
