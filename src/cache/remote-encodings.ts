/** Events that another thread is encoding. Watchers that need the same bytes at the same time share one encoding. */
import { assert } from "../base/assert.ts";
import type { BatchEncodings, EventEncoder } from "./audience.ts";
import type { VisibleEvent } from "./cache-event.ts";

/** The pending encodings of one resource's events. */
export class RemoteEncodings {
  readonly #pending = new Map<string, Promise<Buffer>>();

  /** Encodes events in the other thread and puts the bytes into `encodings`. @throws what the encoder throws */
  async encodeAll(events: readonly VisibleEvent[], encoder: EventEncoder, encodings: BatchEncodings): Promise<void> {
    const encode = async (event: VisibleEvent): Promise<void> =>
      encodings.keep(event, encoder, await this.encode(event, encoder));
    await Promise.all(events.map(encode));
  }

  /** Returns the bytes of an event, encoded in the other thread. @throws what the encoder throws */
  encode(event: VisibleEvent, { id, remoteEncoder }: EventEncoder): Promise<Buffer> {
    assert(remoteEncoder, "the encoder has another thread");
    const { key, revision } = event.object;
    const name = JSON.stringify([id, event.type, key, revision]);
    let pending = this.#pending.get(name);
    if (!pending) {
      pending = remoteEncoder.encode(event).finally(() => this.#pending.delete(name));
      this.#pending.set(name, pending);
    }
    return pending;
  }
}
