/** Uses another encoding only where smaller bodies save time. */
import type { Clock } from "../../base/clock.ts";
import type { StatusError } from "../../meta/status-error.ts";
import type { BodyEncoding, EncodedBody } from "../encoding/body-encoding.ts";
import type { RequestParts } from "../requests.ts";
import type { TransportResponse } from "../transport.ts";
import { TransferRate } from "./transfer-rate.ts";

/** Reads lists in another encoding after a large body has arrived slowly. */
export class SlowListEncoding implements BodyEncoding {
  readonly mediaType: string;
  readonly #inner: BodyEncoding;
  readonly #rate: TransferRate;

  constructor(inner: BodyEncoding, clock: Clock) {
    this.mediaType = inner.mediaType;
    this.#inner = inner;
    this.#rate = new TransferRate(clock);
  }

  covers(parts: RequestParts): boolean {
    const isList = parts.method === "GET" && parts.target.name === "";
    return isList && this.#rate.isSlow && this.#inner.covers(parts);
  }

  encode(parts: RequestParts): EncodedBody | undefined {
    return this.#inner.encode(parts);
  }

  reads(mediaType: string): boolean {
    return this.#inner.reads(mediaType);
  }

  async read(response: TransportResponse): Promise<unknown> {
    return await this.#inner.read(response);
  }

  async readError(response: TransportResponse): Promise<StatusError> {
    return await this.#inner.readError(response);
  }

  readEvents(response: TransportResponse): AsyncIterable<unknown> {
    return this.#inner.readEvents(response);
  }

  observe(response: TransportResponse): TransportResponse {
    return this.#rate.measured(response);
  }
}
