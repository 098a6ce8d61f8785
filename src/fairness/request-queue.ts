/** One of the queues of a priority level. */
import { type ListLinks, RequestList } from "./request-list.ts";

/** The work of a waiting request. */
export interface QueuedWork<T> extends ListLinks<T> {
  readonly initialSeats: number;
  readonly seats: number;
  readonly work: number;
  /** Virtual time of the arrival. */
  readonly arrivalR: number;
}

/** The waiting requests of a queue, and sums over its requests. */
export class RequestQueue<T extends QueuedWork<T>> {
  readonly index: number;
  readonly waiting = new RequestList<T>();
  /** Number of requests that are being handled. */
  executingCount = 0;
  /** Seats of requests that are being handled, and of those whose events are still being sent. */
  seatsInUse = 0;
  /** Virtual time at which the next request is dispatched. */
  nextDispatchR = 0;
  initialSeatsSum = 0;
  seatsSum = 0;
  workSum = 0;

  constructor(index: number) {
    this.index = index;
  }

  /** Whether the queue has no request that waits or is being handled. */
  get isIdle(): boolean {
    return this.waiting.size === 0 && this.executingCount === 0;
  }

  /** Appends a waiting request. */
  add(request: T): void {
    this.waiting.add(request);
    this.initialSeatsSum += request.initialSeats;
    this.seatsSum += request.seats;
    this.workSum += request.work;
  }

  /** Removes a waiting request. */
  remove(request: T): void {
    this.waiting.remove(request);
    this.initialSeatsSum -= request.initialSeats;
    this.seatsSum -= request.seats;
    this.workSum -= request.work;
  }

  /**
   * Lets the next dispatch not precede the arrival of the oldest waiting request. Otherwise a queue that does not use
   * its share for some time would be preferred afterwards.
   */
  boundNextDispatch(): void {
    const oldest = this.waiting.first;
    if (oldest && this.nextDispatchR < oldest.arrivalR) this.nextDispatchR = oldest.arrivalR;
  }
}
