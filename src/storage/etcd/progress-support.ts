/**
 * Whether a member's progress notifications can be trusted. Older releases may send a notification for a revision before
 * the last events up to it (etcd issue 15220). Release candidates of the repaired releases count as older.
 */
import { statusMs } from "./limits.ts";
import type { Member } from "./member.ts";
import { statusRpc } from "./rpcs.ts";

/** The first patch release with the repair, of the minor releases that have existed without it. */
const repairedPatches: Readonly<Record<string, number>> = { "3.4": 31, "3.5": 13 };

/** Whether a release notifies of progress only after all events. @param version such as `3.5.16` */
export function hasSafeProgress(version: string): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)(-|\+|$)/.exec(version);
  if (!parts) return false;
  const [major, minor, patch] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const repairedPatch = repairedPatches[`${major}.${minor}`];
  if (repairedPatch === undefined) return major > 3 || (major === 3 && minor > 5);
  return patch > repairedPatch || (patch === repairedPatch && parts[4] !== "-");
}

/** Asks a member for its release. @throws GrpcCallError */
export async function canReportProgress(member: Member): Promise<boolean> {
  const { version } = await member.call(statusRpc, undefined, statusMs);
  return hasSafeProgress(version);
}
