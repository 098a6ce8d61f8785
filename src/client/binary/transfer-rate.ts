/** Measures how fast bodies arrive, to decide whether smaller ones save time. */
import type { Clock } from "../../base/clock.ts";
import type { TransportResponse } from "../transport.ts";

/** Smaller bodies say little about the rate. */
const measuredBytesMin = 64 * 1024;

/**
 * Rate below which protobuf saves time. A Pod has 570 bytes less in protobuf, and reading it takes 12 us longer than
 * `JSON.parse`, so both are equal at 47 bytes per microsecond. See docs/protobuf.md.
 */
const slowBytesPerMs = 20_000;

/** The rate of the bodies that arrived. */
export class TransferRate {
  readonly #clock: Clock;
  #bytesPerMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the last large body arrived slowly. False if there was none. */
  get isSlow(): boolean {
    return this.#bytesPerMs !== undefined && this.#bytesPerMs < slowBytesPerMs;
  }

  /** Returns the response. The rate is measured while its body is read. */
  measured(response: TransportResponse): TransportResponse {
    return { ...response, body: this.#measure(response.body) };
  }

  async *#measure(body: TransportResponse["body"]): AsyncIterable<Uint8Array> {
    let bytes = 0;
    let waitedMs = 0;
    let fromMs = this.#clock.monotonicMs();
    for await (const piece of body) {
      waitedMs += this.#clock.monotonicMs() - fromMs;
      bytes += piece.length;
      yield piece;
      fromMs = this.#clock.monotonicMs();
    }
    if (bytes >= measuredBytesMin) this.#bytesPerMs = bytes / Math.max(waitedMs, 1);
  }
}
