// The environments of other programs; none contains tonearm's credentials. A command of the user's own (a hook, a
// pager) gets the user's environment, and a player or browser only the variables for files, display and audio.
import type { Environment } from "./host.ts";

/** The variables that hold credentials. Windows ignores the case of names. */
const CREDENTIALS = /^TONEARM_(?:TOKEN|CLIENT_ID|CLIENT_SECRET|WEBHOOK_KEY)$/i;

// deno-fmt-ignore: a list of names
const NAMES = [
  "PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
  "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_DATA_DIRS",
  "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "PULSE_SERVER", "PULSE_COOKIE", "PIPEWIRE_REMOTE", "SDL_AUDIODRIVER",
  "MPV_HOME", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "no_proxy", "BROWSER", "WSL_DISTRO_NAME",
  "WSL_INTEROP", "SystemRoot", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP",
] as const;

export function usersOwn(env: Environment): Record<string, string> {
  const own = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return Object.fromEntries(own.filter(([name]) => !CREDENTIALS.test(name)));
}

export function inherited(env: Environment): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  }));
}
