/**
 * Implements `EngineReader.watch` over sessions. When a member fails, the watch continues on another one, at the
 * revision that it has delivered, so nothing is missed or repeated. Nothing is buffered for a consumer that stops
 * reading: etcd's flow control then keeps the events in etcd, which reads them from its history again.
 */

import type { Clock } from "../../base/clock.ts";
import { GrpcCallError } from "../../grpc/index.ts";
import type { Change, ChangeBatch, EngineWatchOptions } from "../engine.ts";
import { closed, compacted } from "../failures.ts";
import { isTemporary } from "./call-outcome.ts";
import { isCompacted, toStorageError } from "./errors.ts";
import type { CompleteEvents } from "./event-assembler.ts";
import type { KeySpace } from "./key-space.ts";
import { statusMs, watchPauseMs } from "./limits.ts";
import type { Member } from "./member.ts";
import { MemberWatch } from "./member-watch.ts";
import type { Members } from "./members.ts";
import { canReportProgress } from "./progress-support.ts";
import type { EtcdEvent } from "./responses.ts";
import { rangeRpc } from "./rpcs.ts";
import { toEntry } from "./transaction.ts";

/** The parts of an engine that a watch uses. */
export interface EtcdWatchSource {
  readonly members: Members;
  readonly keys: KeySpace;
  readonly clock: Clock;
  /** Running watches. The engine passes them the revisions that readers wait for. */
  readonly running: Set<EtcdWatch>;
  /** Called with each revision that the watch reaches. */
  readonly onRevision: (revision: number) => void;
  /** Called when a watch learns that history was compacted. Returns the oldest readable revision. */
  readonly findCompacted: () => Promise<number>;
}

/** One watch. */
export class EtcdWatch {
  readonly #source: EtcdWatchSource;
  readonly #prefix: string;
  readonly #signal: AbortSignal;
  #position: number;
  #wanted = 0;
  #session: MemberWatch | undefined;

  constructor(source: EtcdWatchSource, prefix: string, { after, signal }: EngineWatchOptions) {
    this.#source = source;
    this.#prefix = prefix;
    this.#position = after;
    this.#signal = signal;
  }

  /** A reader waits until the watch has reported this revision, or a later one. */
  want(revision: number): void {
    if (revision <= this.#wanted) return;
    this.#wanted = revision;
    this.#session?.want(revision);
  }

  /** Yields the batches of the watch. @throws StorageError `compacted` or `closed` */
  async *batches(): AsyncGenerator<ChangeBatch, void, undefined> {
    const { members, running } = this.#source;
    const stop = (): void => this.#session?.close();
    this.#signal.addEventListener("abort", stop, { once: true });
    members.closing.addEventListener("abort", stop, { once: true });
    running.add(this);
    try {
      while (!this.#signal.aborted) {
        if (members.closing.aborted) throw closed();
        yield* this.#batchesOfOneMember();
      }
    } finally {
      running.delete(this);
      this.#signal.removeEventListener("abort", stop);
      members.closing.removeEventListener("abort", stop);
    }
  }

  /** Yields batches until the member fails. */
  async *#batchesOfOneMember(): AsyncGenerator<ChangeBatch, void, undefined> {
    const { members } = this.#source;
    const member = members.preferred;
    try {
      const session = await this.#startSession(member);
      while (!this.#isOver) {
        const batch = await this.#nextBatch(session);
        if (batch && !this.#signal.aborted) yield batch;
      }
    } catch (error) {
      if (this.#isOver) return;
      await this.#continueAfter(error, member);
    } finally {
      this.#session?.close();
      this.#session = undefined;
    }
  }

  get #isOver(): boolean {
    return this.#signal.aborted || this.#source.members.closing.aborted;
  }

  async #startSession(member: Member): Promise<MemberWatch> {
    const { keys, clock } = this.#source;
    const isProgressSafe = await canReportProgress(member);
    const session = new MemberWatch({
      member,
      range: keys.range(this.#prefix),
      clock,
      canReportProgress: isProgressSafe,
      position: this.#position,
      wanted: this.#wanted,
    });
    this.#session = session;
    if (this.#isOver) session.close();
    await session.started();
    await this.#checkNotCompacted(member);
    return session;
  }

  /**
   * etcd starts a watch one revision too early: at the compacted revision itself, where it may have removed a deletion.
   */
  async #checkNotCompacted(member: Member): Promise<void> {
    if (this.#position === 0) return this.#checkStartOfStore(member);
    const { key } = this.#source.keys.range(this.#prefix);
    try {
      await member.call(rangeRpc, { key, isCountOnly: true, revision: this.#position }, statusMs);
    } catch (error) {
      if (isCompacted(error)) throw await this.#compactedError();
      // A future revision, or a member that is behind: nothing after the position was compacted there.
      if (!(error instanceof GrpcCallError) || !error.says("future revision")) throw error;
    }
  }

  async #checkStartOfStore(member: Member): Promise<void> {
    const { key } = this.#source.keys.range(this.#prefix);
    try {
      await member.call(rangeRpc, { key, isCountOnly: true, revision: 1 }, statusMs);
    } catch (error) {
      throw isCompacted(error) ? await this.#compactedError() : error;
    }
  }

  async #nextBatch(session: MemberWatch): Promise<ChangeBatch | undefined> {
    const next = await session.next();
    if ("compactRevision" in next) throw await this.#compactedError();
    return await this.#toBatch(next);
  }

  async #toBatch({ events, revision }: CompleteEvents): Promise<ChangeBatch | undefined> {
    if (revision <= this.#position) return undefined;
    const changes: Change[] = [];
    for (const event of events) {
      if (event.entry.modRevision <= this.#position) continue;
      const key = this.#source.keys.decode(event.entry.key);
      if (key === undefined || !key.startsWith(this.#prefix)) continue;
      if (isPreviousMissing(event)) throw await this.#compactedError();
      changes.push(toChange(key, event));
    }
    this.#position = revision;
    this.#source.onRevision(revision);
    return { changes, revision };
  }

  async #compactedError(): Promise<Error> {
    return compacted(this.#position, await this.#source.findCompacted());
  }

  /** @throws errors after which the watch cannot continue */
  async #continueAfter(error: unknown, member: Member): Promise<void> {
    const { members } = this.#source;
    if (!(error instanceof GrpcCallError)) throw error;
    if (isCompacted(error)) throw await this.#compactedError();
    if (!isTemporary(error)) throw toStorageError(error, members.closing.aborted);
    members.reportFailure(member, error);
    await members.pause(watchPauseMs);
  }
}

/** Whether the event lacks the value that it replaced, because that was compacted before etcd sent the event. */
function isPreviousMissing({ isDeletion, entry, previous }: EtcdEvent): boolean {
  return previous === undefined && (isDeletion || entry.version > 1);
}

function toChange(key: string, { isDeletion, entry, previous }: EtcdEvent): Change {
  return {
    revision: entry.modRevision,
    key,
    // A copy, because the value would otherwise keep the whole message in memory.
    value: isDeletion ? undefined : copyOf(entry.value),
    previous: previous && toEntry(key, previous),
  };
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
