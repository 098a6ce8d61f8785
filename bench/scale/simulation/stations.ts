/** The parts of a server that work takes time at: threads, and the log of a store that groups writes. */

import type { Draws } from "./draws.ts";
import type { EventQueue } from "./event-queue.ts";

interface WaitingWork {
  seconds: number;
  /** Longest turn. Longer work continues behind the work that has arrived meanwhile. */
  readonly turnSeconds: number;
  readonly onDone: () => void;
}

/** Threads that handle waiting work in the order of its arrival. */
export class Threads {
  readonly #queue: EventQueue;
  readonly #count: number;
  readonly #waiting: WaitingWork[] = [];
  #first = 0;
  #running = 0;
  #busySeconds = 0;

  constructor(queue: EventQueue, count = 1) {
    this.#queue = queue;
    this.#count = count;
  }

  /** Time that all threads together have worked. */
  get busySeconds(): number {
    return this.#busySeconds;
  }

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.#waiting.length - this.#first;
  }

  /** Adds work. @param turnSeconds longest turn, if the work can be divided into turns */
  run(seconds: number, onDone: () => void, turnSeconds = Number.POSITIVE_INFINITY): void {
    this.#waiting.push({ seconds, turnSeconds, onDone });
    this.#startNext();
  }

  #startNext(): void {
    while (this.#running < this.#count && this.waiting > 0) {
      const work = this.#waiting[this.#first++] as WaitingWork;
      if (this.#first > 1000 && this.#first * 2 > this.#waiting.length) {
        this.#waiting.splice(0, this.#first);
        this.#first = 0;
      }
      this.#running++;
      const turn = Math.min(work.seconds, work.turnSeconds);
      this.#queue.after(turn, () => {
        this.#running--;
        this.#busySeconds += turn;
        work.seconds -= turn;
        if (work.seconds > 0) this.#waiting.push(work);
        else work.onDone();
        this.#startNext();
      });
    }
  }
}

/** How long a store takes to make a group of writes durable. */
export interface GroupCommitCosts {
  /** Greatest number of writes in a group. */
  readonly groupMax: number;
  /** Returns the time of a group. */
  readonly secondsOf: (writes: number, draws: Draws) => number;
}

/** The log of a store. One group is written at a time. The writes that arrive meanwhile form the next group. */
export class GroupCommit<Write> {
  readonly #queue: EventQueue;
  readonly #draws: Draws;
  readonly #costs: GroupCommitCosts;
  readonly #onDurable: (writes: readonly Write[]) => void;
  #waiting: Write[] = [];
  #isBusy = false;
  #busySeconds = 0;
  #groups = 0;

  constructor(queue: EventQueue, draws: Draws, costs: GroupCommitCosts, onDurable: (writes: readonly Write[]) => void) {
    this.#queue = queue;
    this.#draws = draws;
    this.#costs = costs;
    this.#onDurable = onDurable;
  }

  get busySeconds(): number {
    return this.#busySeconds;
  }

  /** Groups that are durable. Each of them is a sync of the disk. */
  get groups(): number {
    return this.#groups;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Adds a write. */
  add(write: Write): void {
    this.#waiting.push(write);
    if (!this.#isBusy) this.#commit();
  }

  #commit(): void {
    const { groupMax, secondsOf } = this.#costs;
    const group = this.#waiting.slice(0, groupMax);
    this.#waiting = this.#waiting.slice(groupMax);
    this.#isBusy = true;
    const seconds = secondsOf(group.length, this.#draws);
    this.#queue.after(seconds, () => {
      this.#busySeconds += seconds;
      this.#groups++;
      this.#isBusy = false;
      this.#onDurable(group);
      if (this.#waiting.length > 0 && !this.#isBusy) this.#commit();
    });
  }
}
