/** Requests that last: watches, connections, profiles and backups. */
import type { Call } from "./call.ts";

/** Path at which the server sends a backup of the whole store. */
export const backupPath = "/store/backup";

/** Paths of profiles, which take as long as the client says. */
const profilesPath = "/debug/pprof/";

/** Whether a request is long-running: a watch, a backup or a profile. No deadline applies to it, and it is not in flight. */
export function isLongRunning(call: Call): boolean {
  const { info } = call;
  return info.isResource ? info.verb === "watch" : info.path === backupPath || isProfile(call);
}

/** Whether a request reads a profile or another page of diagnosis. */
export function isProfile({ info }: Call): boolean {
  return !info.isResource && info.path.startsWith(profilesPath);
}

const connectionSubresources: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Whether a request opens a connection to a Pod, a node or a Service, or reads a log. The connection may last. */
export function opensConnection({ info }: Call): boolean {
  return info.isResource && (info.verb === "proxy" || connectionSubresources.has(info.subresource));
}
