/** Long-running requests. No deadline applies to them, and they do not count as requests in flight. */
import type { Call } from "./call.ts";

/** Path at which the server sends a backup of the whole store. */
export const backupPath = "/store/backup";

/** Paths of profiles, which take as long as the client says. */
const profilesPath = "/debug/pprof/";

/** Whether a request is long-running: a watch, a backup or a profile. */
export function isLongRunning(call: Call): boolean {
  const { info } = call;
  return info.isResource ? info.verb === "watch" : info.path === backupPath || info.path.startsWith(profilesPath);
}
