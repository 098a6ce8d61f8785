/**
 * One watch on one member, until the member fails. While a reader waits for a revision, the session asks the member for
 * its progress. If the member stays behind, the session ends, so that another member can be used.
 *
 * Members of older releases cannot report progress. From them, the session requests the events of all keys of the store
 * instead. As every revision has an event, the events themselves show the progress. See
 * docs/decisions/0010-progress-of-older-etcd.md.
 */
import type { Clock, Timer } from "../../base/clock.ts";
import { grpcStatus } from "../../grpc/index.ts";
import { type CompleteEvents, EventAssembler } from "./event-assembler.ts";
import { allKeys, type KeyRange } from "./key-space.ts";
import { progressIntervalMs, watchLagMsMax } from "./limits.ts";
import type { Member } from "./member.ts";
import type { WatchResponse } from "./responses.ts";
import type { WatchStream } from "./watch-stream.ts";

/** Where a session watches. */
export interface MemberWatchOptions {
  readonly member: Member;
  readonly range: KeyRange;
  readonly clock: Clock;
  /** Whether the member's progress notifications can be trusted. */
  readonly canReportProgress: boolean;
  /** All events up to this revision were delivered. */
  readonly position: number;
  /** Revision that a reader waits for. */
  readonly wanted: number;
}

/** A running session. `close()` must be called in the end. */
export class MemberWatch {
  readonly #options: MemberWatchOptions;
  readonly #stream: WatchStream;
  readonly #assembler = new EventAssembler();
  #position: number;
  #wanted: number;
  #isWaiting = false;
  #isProgressRequested = false;
  #timer: Timer | undefined;
  #lagMs = 0;

  constructor(options: MemberWatchOptions) {
    const { member, range, canReportProgress, position, wanted } = options;
    this.#options = options;
    this.#position = position;
    this.#wanted = wanted;
    this.#stream = member.openWatch();
    this.#stream.send({ create: { ...(canReportProgress ? range : allKeys), startRevision: position + 1 } });
  }

  /** A reader waits until the watch has reached this revision. */
  want(revision: number): void {
    this.#wanted = Math.max(this.#wanted, revision);
    this.#requestProgress();
  }

  /** Waits until the member has started the watch. @throws GrpcCallError */
  async started(): Promise<void> {
    for (;;) {
      const response = await this.#receive();
      if (response.isCreated) return;
    }
  }

  /**
   * Returns the next complete revisions. Some may not be newer than the position.
   * @throws GrpcCallError if the member fails
   */
  async next(): Promise<CompleteEvents | { readonly compactRevision: number }> {
    const response = await this.#receive();
    if (response.compactRevision > 0) return { compactRevision: response.compactRevision };
    if (response.isCanceled) {
      this.#stream.fail({
        code: grpcStatus.unavailable,
        details: `etcd has ended the watch: ${response.cancelReason}`,
      });
      return this.next();
    }
    const complete = this.#assembler.add(response);
    if (complete.revision > this.#position) {
      this.#position = complete.revision;
      this.#lagMs = 0;
    }
    this.#isProgressRequested = false;
    return complete;
  }

  /** Ends the session. A waiting `next()` throws. */
  close(): void {
    this.#timer?.cancel();
    this.#stream.close();
  }

  async #receive(): Promise<WatchResponse> {
    this.#isWaiting = true;
    this.#requestProgress();
    try {
      return await this.#stream.next();
    } finally {
      this.#isWaiting = false;
      this.#timer?.cancel();
      this.#timer = undefined;
    }
  }

  /** A member drops a request if it has not sent all events. So the request is repeated. */
  #requestProgress(): void {
    if (!this.#isWaiting || this.#wanted <= this.#position) return;
    if (this.#options.canReportProgress && !this.#isProgressRequested) {
      this.#isProgressRequested = true;
      this.#stream.send("progress");
    }
    this.#timer ??= this.#options.clock.after(progressIntervalMs, () => this.#onTimer());
  }

  #onTimer(): void {
    this.#timer = undefined;
    this.#isProgressRequested = false;
    this.#lagMs += progressIntervalMs;
    if (this.#lagMs < watchLagMsMax) return this.#requestProgress();
    this.#stream.fail({
      code: grpcStatus.unavailable,
      details: `the member is at revision ${this.#position}, but others are at ${this.#wanted}`,
    });
  }
}
