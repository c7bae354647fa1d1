import { apps } from "./rows/apps.ts";
import { clocks } from "./rows/clocks.ts";
import { disks } from "./rows/disks.ts";
import { fleets } from "./rows/fleets.ts";
import { kills } from "./rows/kills.ts";
import { logins } from "./rows/logins.ts";
import { pauses } from "./rows/pauses.ts";
import { refusals } from "./rows/refusals.ts";
import { restores } from "./rows/restores.ts";
import { servers } from "./rows/servers.ts";
import { signals } from "./rows/signals.ts";
import type { Row } from "./trial.ts";

/** Every row. */
export const rows: readonly Row[] = [
  ...signals,
  ...kills,
  ...pauses,
  ...clocks,
  ...disks,
  ...servers,
  ...refusals,
  ...restores,
  ...logins,
  ...apps,
  ...fleets,
];
