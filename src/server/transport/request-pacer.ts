/**
 * Limits the work of one turn of the event loop. Node reads everything that has arrived on all connections before it
 * does anything else, and reports each request while it reads. If each were handled then, a client that sends thousands
 * of requests at once would delay all others. Therefore, only a few requests of each connection start while they are
 * read. The others wait until all connections have been read. Then they start, one of each connection in turn. A
 * request that its client has reset meanwhile never starts.
 */
import { systemClock } from "../../base/clock.ts";
import type { Exchange } from "../requests/exchange.ts";

/** Requests of one connection that start while they are read. */
const startsPerConnection = 64;
/** Requests of all connections that start while they are read. */
const startsPerTurn = 256;
/** Waiting requests that start in one turn. */
const waitingStartsPerTurn = 100;

/** Waiting requests of one connection. */
export interface Lane {
  /** Turn to which `startedCount` belongs. */
  turn: number;
  startedCount: number;
  waiting: Exchange[];
}

/** Returns the lane of a new connection. */
export function newLane(): Lane {
  return { turn: 0, startedCount: 0, waiting: [] };
}

/** Decides when the requests of HTTP/2 connections start. */
export class RequestPacer {
  readonly #handle: (exchange: Exchange) => Promise<void>;
  /** Lanes with requests that wait, in the order in which they are served. */
  #lanes: Lane[] = [];
  #turn = 1;
  #turnStartedMs = 0;
  #startedCount = 0;
  #isTurnOpen = false;
  readonly #onTurnEnd = (): void => this.#endTurn();

  /** @param handle handles one request; must not reject */
  constructor(handle: (exchange: Exchange) => Promise<void>) {
    this.#handle = handle;
  }

  /** Number of the current turn of the event loop. */
  get turn(): number {
    this.#openTurn();
    return this.#turn;
  }

  /** Monotonic time at which the current turn began. */
  get turnStartedMs(): number {
    this.#openTurn();
    return this.#turnStartedMs;
  }

  /** Handles a request, in this turn or in a later one. */
  submit(lane: Lane, exchange: Exchange): void {
    this.#openTurn();
    if (lane.turn !== this.#turn) {
      lane.turn = this.#turn;
      lane.startedCount = 0;
    }
    if (lane.waiting.length === 0 && lane.startedCount < startsPerConnection && this.#startedCount < startsPerTurn) {
      lane.startedCount++;
      this.#startedCount++;
      void this.#handle(exchange);
      return;
    }
    if (lane.waiting.length === 0) this.#lanes.push(lane);
    lane.waiting.push(exchange);
  }

  /** Drops the waiting requests of a lane whose connection has ended. */
  abandon(lane: Lane): void {
    if (lane.waiting.length === 0) return;
    lane.waiting = [];
    this.#lanes = this.#lanes.filter((waiting) => waiting !== lane);
  }

  #openTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    this.#turnStartedMs = systemClock.monotonicMs();
    setImmediate(this.#onTurnEnd);
  }

  #endTurn(): void {
    this.#isTurnOpen = false;
    this.#turn++;
    this.#startedCount = 0;
    if (this.#lanes.length === 0) return;
    // The next turn begins here, so that requests that are read in it wait behind those that already wait.
    this.#openTurn();
    for (let starts = 0; starts < waitingStartsPerTurn && this.#lanes.length > 0; ) starts += this.#startNext();
  }

  /** Starts the next request. @returns the number of requests that started: 0 if the client has reset it */
  #startNext(): number {
    const lane = this.#lanes.shift();
    const exchange = lane?.waiting.shift();
    if (!lane || !exchange) return 0;
    if (lane.waiting.length > 0) this.#lanes.push(lane);
    if (exchange.isClosed) return 0;
    void this.#handle(exchange);
    return 1;
  }
}
