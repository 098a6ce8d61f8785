/**
 * Finds out whether a transaction was carried out whose response was lost: the connection broke, or the response did
 * not come in time.
 *
 * The transaction is never sent again. A create that was carried out, and whose object was then deleted, would be
 * carried out twice. Reading the key is not enough either. If the key is unchanged, the transaction may still be on its
 * way: the member may have passed it to the leader, which carries it out later. So a watch of one key of the
 * transaction waits for the next writes of the key:
 *
 * - An update expects one revision of the key, and the key never has this revision again. So the first write after this
 *   revision decides. If it has the transaction's value, it is the transaction. Otherwise another writer was first, and
 *   the transaction can never be carried out. Two writers that store equal bytes at the same revision cannot be
 *   distinguished. The stored state is the same in both cases.
 * - A create expects that the key does not exist, which can be true again. A creation with the transaction's value is
 *   the transaction. Anything else does not decide.
 * - A deletion looks like the deletion by another writer. It has certainly failed only if the first write after the
 *   expected revision is not a deletion.
 *
 * If nothing decides within `outcomeMs`, the outcome is unknown.
 */
import type { Clock } from "../../base/clock.ts";
import { GrpcCallError } from "../../grpc/index.ts";
import type { Write } from "../engine.ts";
import type { KeySpace } from "./key-space.ts";
import { outcomeMs, watchPauseMs } from "./limits.ts";
import type { Members } from "./members.ts";
import type { EtcdEvent } from "./responses.ts";
import { rangeRpc } from "./rpcs.ts";
import type { WatchStream } from "./watch-stream.ts";

/** The outcome of a transaction. */
export type LostWriteOutcome =
  /** It was carried out at this revision. */
  | { readonly revision: number }
  /** It was not carried out, and never will be, because of this write's condition. */
  | { readonly failed: Write }
  | "unknown";

/** The parts of an engine that the search uses. */
export interface LostWriteSource {
  readonly members: Members;
  readonly keys: KeySpace;
  readonly clock: Clock;
}

/**
 * Searches for the outcome of a transaction.
 * @param since newest revision that was known when the transaction was sent
 */
export async function findOutcome(
  source: LostWriteSource,
  writes: readonly Write[],
  since: number,
): Promise<LostWriteOutcome> {
  const write = decisiveWrite(writes);
  const { members, clock } = source;
  const endMs = clock.monotonicMs() + outcomeMs;
  while (clock.monotonicMs() < endMs && !members.closing.aborted) {
    const member = members.preferred;
    try {
      if (await wasReplacedBefore(source, write, since)) return { failed: write };
      const stream = member.openWatch();
      const timer = clock.after(endMs - clock.monotonicMs(), () => stream.close());
      try {
        return await watchOutcome(stream, { source, write, since });
      } finally {
        timer.cancel();
        stream.close();
      }
    } catch (error) {
      if (!(error instanceof GrpcCallError)) throw error;
      if (clock.monotonicMs() < endMs) members.reportFailure(member, error);
      await members.pause(watchPauseMs);
    }
  }
  return "unknown";
}

/** Returns the write whose key decides most often: an update, then a create, then a deletion. */
function decisiveWrite(writes: readonly Write[]): Write {
  const update = writes.find(({ value, expected }) => value && expected > 0);
  return update ?? writes.find(({ value }) => value) ?? (writes[0] as Write);
}

/** Whether the expected revision had been replaced at `since`. Then there may be no write after `since`. */
async function wasReplacedBefore({ members, keys }: LostWriteSource, write: Write, since: number): Promise<boolean> {
  if (write.expected === 0) return false;
  const { entries } = await members.read(rangeRpc, { key: keys.encode(write.key) });
  const revision = entries[0]?.modRevision;
  return revision !== undefined && revision !== write.expected && revision <= since;
}

/** @throws GrpcCallError if the member fails, or the time is over */
async function watchOutcome(
  stream: WatchStream,
  { source, write, since }: { source: LostWriteSource; write: Write; since: number },
): Promise<LostWriteOutcome> {
  stream.send({ create: { key: source.keys.encode(write.key), startRevision: since + 1 } });
  for (;;) {
    const { events, isCanceled } = await stream.next();
    for (const event of events) {
      const outcome = outcomeOf(event, write);
      if (outcome) return outcome;
    }
    if (isCanceled) return "unknown";
  }
}

/** Returns undefined if the event does not decide, and a later one may. */
function outcomeOf({ isDeletion, entry, previous }: EtcdEvent, write: Write): LostWriteOutcome | undefined {
  const hasValue = !isDeletion && write.value !== undefined && entry.value.equals(write.value);
  if (write.expected === 0) return hasValue && entry.version === 1 ? { revision: entry.modRevision } : undefined;
  if (previous?.modRevision !== write.expected) return { failed: write };
  if (write.value === undefined) return isDeletion ? "unknown" : { failed: write };
  return hasValue ? { revision: entry.modRevision } : { failed: write };
}
