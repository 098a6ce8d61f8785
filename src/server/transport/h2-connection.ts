/** An HTTP/2 connection: what it has under way, and what becomes of it when nothing happens. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { systemClock } from "../../base/clock.ts";
import type { Peer } from "../exchange.ts";
import type { TransportLimits } from "./limits.ts";
import { headerBytes, headersTooLarge, refusalHeaders } from "./unreadable-request.ts";

export class H2Connection {
  readonly peer: Peer;
  readonly #session: ServerHttp2Session;
  readonly #limits: TransportLimits;
  #openStreams = 0;
  /** Something was asked since the connection was last looked at. */
  #isUsed = true;
  /** The client was asked whether it is there, and has not answered. */
  #isAsked = false;

  constructor(session: ServerHttp2Session, peer: Peer, limits: TransportLimits) {
    this.#session = session;
    this.peer = peer;
    this.#limits = limits;
    session.on("error", () => session.destroy());
    this.#lookAgain();
  }

  /** @param handle answers the request */
  async take(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, handle: () => Promise<void>): Promise<void> {
    const { headerBytesMax, answerTimeoutMs } = this.#limits;
    this.#openStreams++;
    this.#isUsed = true;
    stream.once("close", () => this.#openStreams--);
    // Node holds a client to the limit only once the client has confirmed that it knows it.
    if (headerBytes(headers) > headerBytesMax) return refuseHeaders(stream);
    await handle();
    if (!stream.closed) stream.setTimeout(answerTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL));
  }

  /** Node's own timeout of a session is wound up anew with every piece that is written, on every stream. */
  #lookAgain(): void {
    const timer = systemClock.after(this.#limits.idleTimeoutMs, () => {
      this.#session.off("close", cancel);
      this.#lookAfter();
    });
    const cancel = (): void => timer.cancel();
    this.#session.once("close", cancel);
  }

  /** A connection with nothing to do is closed; one on which only watches wait, when nobody is at its other end. */
  #lookAfter(): void {
    const session = this.#session;
    if (session.closed || this.#isAsked) {
      session.destroy();
      return;
    }
    if (this.#openStreams === 0 && !this.#isUsed) session.close();
    else if (this.#openStreams > 0) this.#ask();
    this.#isUsed = false;
    this.#lookAgain();
  }

  #ask(): void {
    this.#isAsked = true;
    this.#session.ping((error) => {
      this.#isAsked = error !== null;
    });
  }
}

function refuseHeaders(stream: ServerHttp2Stream): void {
  stream.respond({ ":status": 431, ...refusalHeaders });
  stream.end(headersTooLarge);
}
