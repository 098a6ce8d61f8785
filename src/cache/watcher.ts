/** One watch: where it stands, and whether its client can take more. */
import type { Audience } from "./audience.ts";
import type { CachedObject } from "./cached-object.ts";

/** Why a watch ended that its client did not end. */
export type WatchEnd =
  /** The client read too slowly: while it took nothing, everything that was at hand has been replaced. */
  | { readonly reason: "lagging" }
  /** The stream of changes had a gap, or the server stops: the client lists or resumes. */
  | { readonly reason: "interrupted" }
  /** History that the watch needs is gone, or an object cannot be read. */
  | { readonly reason: "failed"; readonly error: unknown };

/** Where a watch is written to. */
export interface WatchSink {
  /** @returns false when the client should be given time; `Watch.resume()` says that it can take more */
  send(bytes: Buffer): boolean;
  /** The initial state, if there is one, has been sent. */
  initialSent?(): void;
  /** Called once, unless the watch was closed by its owner. */
  end(why: WatchEnd): void;
}

export interface WatcherStart {
  readonly audience: Audience<Watcher>;
  readonly sink: WatchSink;
  readonly after: number;
  readonly initial: Iterator<CachedObject> | undefined;
}

export class Watcher {
  readonly audience: Audience<Watcher>;
  readonly sink: WatchSink;
  /** What is left of the state that is sent first. */
  initial: Iterator<CachedObject> | undefined;
  /** While not live: every event up to this revision was sent. */
  cursor: number;
  /** While the client has not taken what it was sent: the newest revision when that began. */
  #fullSince: number | undefined;
  #ended = false;
  /** Made when somebody asks for the signal: most watches never wait for anything that has to be broken off. */
  #stop: AbortController | undefined;
  #wake: (() => void) | undefined;

  constructor({ audience, sink, after, initial }: WatcherStart) {
    this.audience = audience;
    this.sink = sink;
    this.cursor = after;
    this.initial = initial;
  }

  get live(): boolean {
    return this.audience.live.has(this);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Aborted when the watch has ended. */
  get signal(): AbortSignal {
    if (!this.#stop) {
      this.#stop = new AbortController();
      if (this.#ended) this.#stop.abort();
    }
    return this.#stop.signal;
  }

  get full(): boolean {
    return this.#fullSince !== undefined;
  }

  /** True when the client has taken nothing since before `revision`. */
  isStalledSinceBefore(revision: number): boolean {
    return this.#fullSince !== undefined && this.#fullSince < revision;
  }

  /**
   * @param newest the newest revision of the resource, by which a stall is measured
   * @returns false when the client should be given time
   */
  send(bytes: Buffer, newest: number): boolean {
    if (this.sink.send(bytes)) return true;
    this.#fullSince ??= Math.max(newest, this.cursor);
    return false;
  }

  resume(): void {
    this.#fullSince = undefined;
    this.#wake?.();
  }

  /** Resolves when the client can take more, or the watch has ended. */
  async drained(): Promise<void> {
    while (this.full && !this.ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
  }

  /** @returns false when it had ended before */
  finish(): boolean {
    if (this.ended) return false;
    this.#ended = true;
    this.#stop?.abort();
    this.audience.live.delete(this);
    this.#wake?.();
    return true;
  }
}
