/**
 * Counts requests that a client resets soon after it sent them. Such a request costs the server about as much as the
 * client. However, a client can send any number of them, because reset requests do not count against the limit of open
 * streams.
 */

/** Requests that are reset later than this, such as watches, are not counted. */
const earlyResetMs = 1000;
/** Number of requests that one connection may send and reset within one turn of the event loop. */
const perTurnMax = 100;
/** Number of such requests of all connections. Above it, `perTurnStrictMax` applies to each connection. */
const perTurnSumMax = 400;
const perTurnStrictMax = 20;
/** Number of requests that one connection may reset in a burst. */
const burstMax = 400;
/** Number of requests per second that one connection may reset in the long run. */
const restoredPerSecond = 100;

/** Resets of all connections in the current turn of the event loop. */
export class TurnResets {
  turn = 0;
  count = 0;
}

/** When a request was opened. */
export interface OpenedAt {
  readonly turn: number;
  readonly ms: number;
}

/** Counts the early resets of one connection. */
export class ResetLimit {
  readonly #turnResets: TurnResets;
  #turn = 0;
  #countOfTurn = 0;
  #tokens = burstMax;
  #refilledMs = 0;

  constructor(turnResets: TurnResets) {
    this.#turnResets = turnResets;
  }

  /** Counts a request that its client has reset. @returns whether the client has reset too many */
  count(opened: OpenedAt, now: OpenedAt): boolean {
    if (now.ms - opened.ms > earlyResetMs) return false;
    return (opened.turn === now.turn && this.#countInTurn(now.turn)) || this.#takeToken(now.ms);
  }

  #countInTurn(turn: number): boolean {
    if (this.#turn !== turn) [this.#turn, this.#countOfTurn] = [turn, 0];
    if (this.#turnResets.turn !== turn) [this.#turnResets.turn, this.#turnResets.count] = [turn, 0];
    const max = ++this.#turnResets.count > perTurnSumMax ? perTurnStrictMax : perTurnMax;
    return ++this.#countOfTurn > max;
  }

  #takeToken(nowMs: number): boolean {
    const refill = ((nowMs - this.#refilledMs) / 1000) * restoredPerSecond;
    this.#refilledMs = nowMs;
    this.#tokens = Math.min(burstMax, this.#tokens + refill) - 1;
    return this.#tokens < 0;
  }
}
