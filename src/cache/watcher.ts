/** The state of one watch: how far it has been sent, and whether its client can take more. */
import type { Audience } from "./audience.ts";
import type { InitialState } from "./initial-chunks.ts";

/** The reason why the server ended a watch. */
export type WatchEnd =
  /** The client read too slowly. While it took nothing, all events of the ring were replaced. */
  | { readonly reason: "lagging" }
  /** The stream of changes had a gap, or the server is stopping. The client must list again or resume. */
  | { readonly reason: "interrupted" }
  /** The history that the watch needs was compacted, or an object cannot be read. */
  | { readonly reason: "failed"; readonly error: unknown };

/** Receives the encoded events of a watch. */
export interface WatchSink {
  /** @returns false if the client cannot take more at present. `Watch.resume()` reports when it can. */
  send(bytes: Buffer): boolean;
  /** Called when the initial state, if the watch has one, was sent. */
  initialSent?(): void;
  /** Called once when the server ends the watch. Not called if its owner closes it. */
  end(why: WatchEnd): void;
}

/** The start of a watch. */
export interface WatcherStart {
  readonly audience: Audience<Watcher>;
  readonly sink: WatchSink;
  readonly after: number;
  readonly initial: InitialState | undefined;
}

/** One watch. */
export class Watcher {
  readonly audience: Audience<Watcher>;
  readonly sink: WatchSink;
  /** The initial state. Undefined once it was sent. */
  initial: InitialState | undefined;
  /** All events up to this revision were sent. Not updated while the watcher is live. */
  sentRevision: number;
  /** The newest revision when the client stopped taking data. Undefined while it takes data. */
  #fullSinceRevision: number | undefined;
  #hasEnded = false;
  /** Created when `signal` is first read. Most watches never need it. */
  #stop: AbortController | undefined;
  #wake: (() => void) | undefined;

  constructor({ audience, sink, after, initial }: WatcherStart) {
    this.audience = audience;
    this.sink = sink;
    this.sentRevision = after;
    this.initial = initial;
  }

  get isLive(): boolean {
    return this.audience.live.has(this);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Aborted when the watch ends. */
  get signal(): AbortSignal {
    if (!this.#stop) {
      this.#stop = new AbortController();
      if (this.#hasEnded) this.#stop.abort();
    }
    return this.#stop.signal;
  }

  get isFull(): boolean {
    return this.#fullSinceRevision !== undefined;
  }

  /** Whether the client has taken nothing since before `revision`. */
  isStalledSinceBefore(revision: number): boolean {
    return this.#fullSinceRevision !== undefined && this.#fullSinceRevision < revision;
  }

  /**
   * Sends bytes to the client.
   * @param newest the newest revision of the resource, recorded if the client stalls
   * @returns false if the client cannot take more at present
   */
  send(bytes: Buffer, newest: number): boolean {
    if (this.sink.send(bytes)) return true;
    this.#fullSinceRevision ??= Math.max(newest, this.sentRevision);
    return false;
  }

  resume(): void {
    this.#fullSinceRevision = undefined;
    this.#wake?.();
  }

  /** Resolves when the client can take more, or the watch has ended. */
  async drained(): Promise<void> {
    while (this.isFull && !this.hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
  }

  /** Ends the watch. @returns false if it had ended before */
  finish(): boolean {
    if (this.hasEnded) return false;
    this.#hasEnded = true;
    this.#stop?.abort();
    this.audience.live.delete(this);
    this.#wake?.();
    return true;
  }
}
