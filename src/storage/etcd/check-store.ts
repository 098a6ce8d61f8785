/** Implements `Engine.check` for etcd. */
import { reasonOf } from "../../base/reason-of.ts";
import { isCompacted } from "./errors.ts";
import { statusMs } from "./limits.ts";
import type { Member } from "./member.ts";
import type { Members } from "./members.ts";
import { alarmsRpc, hashRpc } from "./rpcs.ts";

interface MemberHash {
  readonly url: string;
  readonly hash: number;
  readonly compactRevision: number;
}

/**
 * Compares the members. Returns one sentence for each alarm, for each member that does not answer, and for each member
 * whose keys differ from the first one's at `revision`. A member that has compacted more than another one is not compared
 * with it, because their hashes differ without a fault. Nor is one that has compacted all revisions.
 */
export async function checkStore(members: Members, revision: number): Promise<readonly string[]> {
  const alarms = await members.read(alarmsRpc, undefined);
  const problems = alarms.map((alarm) => `a member of etcd has raised the alarm ${alarm}`);
  const hashes: MemberHash[] = [];
  for (const member of members.all) {
    try {
      hashes.push(await hashOf(member, revision));
    } catch (error) {
      if (isCompacted(error)) continue;
      problems.push(`the member ${member.url} cannot be checked: ${reasonOf(error)}`);
    }
  }
  const [first, ...others] = hashes;
  for (const other of others) {
    if (!first || other.compactRevision !== first.compactRevision || other.hash === first.hash) continue;
    problems.push(`the members ${first.url} and ${other.url} have different keys at revision ${revision}`);
  }
  return problems;
}

async function hashOf(member: Member, revision: number): Promise<MemberHash> {
  const { hash, compactRevision } = await member.call(hashRpc, { revision }, statusMs);
  return { url: member.url, hash, compactRevision };
}
