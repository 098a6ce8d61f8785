/** A TCP proxy that delivers everything that its target sends late, like a long line. */
import type { Socket } from "node:net";
import { TcpProxy } from "../../src/storage/testing/tcp-proxy.ts";

/** A proxy without a delay until a test sets one. */
export class DelayingProxy extends TcpProxy {
  /** Delay of what arrives from the target from now on. */
  delayMs = 0;

  protected forward(client: Socket, target: Socket): void {
    client.on("close", () => target.destroy());
    target.on("close", () => client.destroy());
    client.on("data", (data) => target.write(data));
    // Each piece waits for the one before, so that a shorter delay does not change their order.
    let delivered: Promise<void> = Promise.resolve();
    target.on("data", (data: Buffer) => {
      delivered = this.#deliverLate(client, data, delivered);
    });
  }

  async #deliverLate(client: Socket, data: Buffer, earlier: Promise<void>): Promise<void> {
    const due = this.delayMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, this.delayMs));
    await earlier;
    await due;
    if (!client.destroyed) client.write(data);
  }
}
