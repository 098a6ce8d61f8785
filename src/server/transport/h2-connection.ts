/** An HTTP/2 connection: what it has under way, and what becomes of it when nothing happens. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { Peer } from "../exchange.ts";
import type { TransportLimits } from "./limits.ts";
import { headerBytes, headersTooLarge, refusalHeaders } from "./unreadable-request.ts";

export class H2Connection {
  readonly peer: Peer;
  readonly #session: ServerHttp2Session;
  readonly #limits: TransportLimits;
  #openStreams = 0;
  /** The client was asked whether it is there, and has not answered. */
  #isAsked = false;

  constructor(session: ServerHttp2Session, peer: Peer, limits: TransportLimits) {
    this.#session = session;
    this.peer = peer;
    this.#limits = limits;
    session.on("error", () => session.destroy());
    session.on("timeout", () => this.#lookAfterIdle());
    session.setTimeout(limits.idleTimeoutMs);
  }

  /** @param handle answers the request */
  async take(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, handle: () => Promise<void>): Promise<void> {
    const { headerBytesMax, answerTimeoutMs } = this.#limits;
    this.#openStreams++;
    stream.once("close", () => this.#openStreams--);
    // Node holds a client to the limit only once the client has confirmed that it knows it.
    if (headerBytes(headers) > headerBytesMax) return refuseHeaders(stream);
    await handle();
    if (!stream.closed) stream.setTimeout(answerTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL));
  }

  /** A connection with nothing to do is closed; one on which only watches wait, when nobody is at its other end. */
  #lookAfterIdle(): void {
    const session = this.#session;
    if (session.destroyed) return;
    if (session.closed || this.#isAsked) {
      session.destroy();
    } else if (this.#openStreams === 0) {
      session.close();
    } else {
      this.#isAsked = true;
      // A ping does not count as something that happens.
      session.setTimeout(this.#limits.idleTimeoutMs);
      session.ping((error) => {
        this.#isAsked = error !== null;
      });
    }
  }
}

function refuseHeaders(stream: ServerHttp2Stream): void {
  stream.respond({ ":status": 431, ...refusalHeaders });
  stream.end(headersTooLarge);
}
