/**
 * Detects broken HTTP/2 connections, on both sides of them. Node does not read from a connection while it writes. If such
 * a write fails at once, because the other side has reset the connection, Node (20 to 24 at least, see nodejs/node issue
 * 61304) neither reports this nor reads again. The requests of the connection would then stay open until they time out.
 */
import type { Http2Session } from "node:http2";
import type { Clock } from "../base/clock.ts";

/** Interval of the reads that detect broken connections. Requests on such a connection count as open until then. */
export const readingIntervalMs = 500;

/** The part of Node's socket that starts reading. No public function does that. */
interface ReadSocket {
  readonly _handle?: { readStart?(): unknown } | null;
}

/**
 * Makes Node read from the connection, which shows whether it has ended. Must be called periodically while requests are
 * open. Has no effect before the connection is open, because Node then starts reading itself, and fails if something else did.
 */
export function resumeReading(session: Http2Session): void {
  if (session.destroyed || session.connecting) return;
  (session.socket as ReadSocket)._handle?.readStart?.();
}

/** Makes Node read from one connection every 500 ms while it has open requests. */
export class ReadingCheck {
  readonly #session: Http2Session;
  readonly #clock: Clock;
  readonly #hasRequests: () => boolean;
  #isScheduled = false;

  constructor(session: Http2Session, clock: Clock, hasRequests: () => boolean) {
    this.#session = session;
    this.#clock = clock;
    this.#hasRequests = hasRequests;
  }

  /** Must be called for each new request. */
  noteRequest(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.after(readingIntervalMs, () => {
      this.#isScheduled = false;
      if (this.#session.destroyed || !this.#hasRequests()) return;
      resumeReading(this.#session);
      this.noteRequest();
    });
  }
}
