/**
 * The environment of players and browsers: variables for the user's files, display and audio. It contains no
 * credentials.
 *
 * @module
 */

import type { Environment } from "./host.ts";

/** The variables that such programs read. */
const NAMES = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TMPDIR",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_CACHE_HOME",
  "XDG_DATA_DIRS",
  "XDG_CURRENT_DESKTOP",
  "DESKTOP_SESSION",
  "PULSE_SERVER",
  "PULSE_COOKIE",
  "PIPEWIRE_REMOTE",
  "SDL_AUDIODRIVER",
  "MPV_HOME",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "BROWSER",
  "WSL_DISTRO_NAME",
  "WSL_INTEROP",
  "SystemRoot",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "TEMP",
] as const;

/** Returns the part of an environment that a player or a browser inherits. */
export function inherited(env: Environment): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  }));
}
