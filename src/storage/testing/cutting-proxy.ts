/** A TCP proxy that loses responses: it passes a request on, and breaks the connection instead of answering. */
import type { Socket } from "node:net";
import { TcpProxy } from "./tcp-proxy.ts";

/** Message that is lost next. */
type NextLoss = "none" | "response" | "request";

/** A proxy that breaks connections on request. */
export class CuttingProxy extends TcpProxy {
  #nextLoss: NextLoss = "none";

  /** The next request reaches the server, but the connection breaks before its response. */
  loseNextResponse(): void {
    this.#nextLoss = "response";
  }

  /** The connection breaks before the next request reaches the server. */
  loseNextRequest(): void {
    this.#nextLoss = "request";
  }

  protected forward(client: Socket, target: Socket): void {
    let isCut = false;
    client.on("data", (data) => {
      const loss = this.#nextLoss;
      this.#nextLoss = "none";
      if (loss !== "none") isCut = true;
      if (loss === "request") client.destroy();
      else target.write(data);
    });
    target.on("data", (data) => {
      if (isCut) client.destroy();
      else client.write(data);
    });
    client.on("close", () => {
      // After a cut, the server must not notice that the client has gone.
      if (!isCut) target.destroy();
    });
    target.on("close", () => client.destroy());
  }
}
