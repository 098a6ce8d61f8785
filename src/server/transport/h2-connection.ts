/** An HTTP/2 connection: its open requests, and its end if it is idle, broken or abused. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { systemClock } from "../../base/clock.ts";
import { LinkedSet } from "../../base/linked-set.ts";
import type { Logger } from "../../base/logger.ts";
import { resumeReading } from "../../http2/index.ts";
import type { Peer } from "../requests/exchange.ts";
import { H2Exchange } from "./h2-exchange.ts";
import { IdleInput } from "./idle-input.ts";
import type { TransportLimits } from "./limits.ts";
import { abortIfOverdue } from "./overdue-response.ts";
import { type Lane, newLane, type RequestPacer } from "./request-pacer.ts";
import { type OpenedAt, ResetLimit, type TurnResets } from "./reset-limit.ts";
import { headerBytes, headersTooLargeStatus, rejectionHeaders } from "./unreadable-request.ts";

/** Options of an HTTP/2 connection. */
export interface H2ConnectionOptions {
  readonly peer: Peer;
  readonly limits: TransportLimits;
  readonly logger: Logger;
  /** Starts the requests. */
  readonly pacer: RequestPacer;
  /** Shared by all connections. */
  readonly turnResets: TurnResets;
}

/** Passes the requests of one HTTP/2 connection to the pacer. */
export class H2Connection {
  readonly #session: ServerHttp2Session;
  readonly #options: H2ConnectionOptions;
  readonly #streams = new LinkedSet<ServerHttp2Stream>();
  readonly #lane: Lane = newLane();
  readonly #resets: ResetLimit;
  readonly #idleInput = new IdleInput();
  /** Whether a request has begun since the last check. */
  #isUsed = true;
  /** Whether the client has not yet responded to the last ping. */
  #isPingPending = false;
  /** Whether the connection accepts no more requests. */
  #isEnding = false;
  /** Whether the connection ends because of its client's behaviour. */
  #isHostile = false;

  constructor(session: ServerHttp2Session, options: H2ConnectionOptions) {
    this.#session = session;
    this.#options = options;
    this.#resets = new ResetLimit(options.turnResets);
    session.on("error", () => session.destroy());
    session.on("close", () => options.pacer.abandon(this.#lane));
    this.#scheduleCheck();
  }

  get #hasEnded(): boolean {
    return this.#isHostile || this.#session.destroyed;
  }

  /** @param rawHeaders names and values in turn, as the client sent them */
  handleStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]): void {
    if (this.#hasEnded) return;
    const { limits, pacer, peer } = this.#options;
    const exchange = new H2Exchange(stream, { headers, rawHeaders }, peer);
    const entry = this.#streams.add(stream);
    const openedAt = { turn: pacer.turn, ms: pacer.turnStartedMs };
    this.#isUsed = true;
    this.#idleInput.noteRequest();
    stream.on("close", () => {
      this.#streams.remove(entry);
      if (isReset(stream) && !exchange.isAborted) this.#countReset(openedAt);
      exchange.notifyClose();
      if (this.#isEnding) this.#endAfter(stream);
    });
    // Node enforces this limit only after the client has acknowledged it.
    if (headerBytes(rawHeaders) > limits.headerBytesMax) rejectHeaders(stream);
    else pacer.submit(this.#lane, exchange);
  }

  /** Accepts no more requests. Closes the connection when its open requests have ended. */
  end(): void {
    this.#isEnding = true;
    this.#session.close();
    this.#endWhenIdle();
  }

  /** Closes the connection if it has no requests. Node would first decode and reject everything that has arrived. */
  #endWhenIdle(): void {
    if (this.#streams.size === 0) this.#session.destroy();
  }

  /** Closes the connection after the last stream. The end of a response is written only after its stream has closed. */
  #endAfter(stream: ServerHttp2Stream): void {
    if (isReset(stream)) this.#endWhenIdle();
    else setImmediate(() => this.#endWhenIdle());
  }

  #countReset(openedAt: OpenedAt): void {
    const { pacer } = this.#options;
    if (this.#hasEnded) return;
    const now = { turn: pacer.turn, ms: pacer.turnStartedMs };
    if (this.#resets.count(openedAt, now)) this.#endHostile("resets too many requests");
  }

  /**
   * Ends the connection if its client sends much data but no requests. The listener calls it periodically.
   * @returns whether it has ended the connection
   */
  endFlood(): boolean {
    const session = this.#session;
    if (this.#hasEnded || !this.#idleInput.isFlood(this.#streams.size > 0, session.socket.bytesRead)) return false;
    this.#endHostile("sends much data but no requests");
    return true;
  }

  /**
   * Ends the connection in the next turn of the event loop. A stream that its client resets closes while Node is processing the frame.
   * If the other streams were destroyed then, Node would first send what is pending. If data of the closing stream is pending, Node
   * would send empty frames for ever.
   */
  #endHostile(behavior: string): void {
    const { logger, peer } = this.#options;
    logger.warning(`ended the connection of a client that ${behavior}`, { client: peer.address });
    this.#isHostile = true;
    const error = new Error(`the client ${behavior}`);
    setImmediate(() => this.#session.destroy(error, constants.NGHTTP2_ENHANCE_YOUR_CALM));
  }

  /** Aborts complete responses that the client does not read. Must be called periodically. */
  abortOverdueResponses(): void {
    const { responseTimeoutMs } = this.#options.limits;
    for (const stream of this.#streams) {
      abortIfOverdue(stream, responseTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL));
    }
  }

  /** Makes Node notice a broken connection. Must be called periodically. */
  resumeReading(): void {
    if (this.#streams.size > 0) resumeReading(this.#session);
  }

  /**
   * Schedules the next check. Node's timeout of a session is not used, because every write on every stream would
   * restart it.
   */
  #scheduleCheck(): void {
    const timer = systemClock.after(this.#options.limits.idleTimeoutMs, () => {
      this.#session.off("close", cancel);
      this.#check();
    });
    const cancel = (): void => timer.cancel();
    this.#session.once("close", cancel);
  }

  /**
   * Closes the connection if it had no request since the last check. If its requests take longer, as watches do, pings
   * the client. If the client has not responded to the last ping, the connection is broken and is destroyed.
   */
  #check(): void {
    const session = this.#session;
    if (session.closed || this.#isPingPending) {
      session.destroy();
      return;
    }
    if (this.#streams.size === 0 && !this.#isUsed) session.close();
    else if (this.#streams.size > 0) this.#ping();
    this.#isUsed = false;
    this.#scheduleCheck();
  }

  #ping(): void {
    this.#isPingPending = true;
    this.#session.ping((error) => {
      this.#isPingPending = error !== null;
    });
  }
}

/**
 * Whether the client reset the request: before the response began, or with an error code. A client that closes a stream
 * without an error while the last bytes are sent has not reset it.
 */
function isReset(stream: ServerHttp2Stream): boolean {
  return !stream.headersSent || stream.rstCode !== constants.NGHTTP2_NO_ERROR;
}

function rejectHeaders(stream: ServerHttp2Stream): void {
  stream.respond({ ":status": 431, ...rejectionHeaders });
  stream.end(headersTooLargeStatus);
}
