/**
 * The queues and the seats of one priority level. Fair queuing: each queue has a virtual time at which its next request would
 * begin if all queues shared the seats equally. The request with the earliest virtual end gets the next free seats.
 * Requests are dispatched in the calls of `start`, `finish`, `cancel` and `configure`, so there is no other thread of
 * control. A level without contention dispatches a request without touching any list of waiting requests.
 */
import type { Clock } from "../base/clock.ts";
import type { FlowRequest } from "./flow-request.ts";
import { RequestList } from "./request-list.ts";
import { RequestQueue } from "./request-queue.ts";
import { seatWork, workMs } from "./seat-seconds.ts";

/** The queues of a level. */
export interface QueueConfig {
  /** 0: requests over the limit are rejected. -1: no limit applies. */
  readonly queues: number;
  readonly handSize: number;
  /** Largest number of waiting requests in a queue. */
  readonly queueLengthLimit: number;
}

/** Virtual times of a dispatch. A bound is the lowest or highest value of the queues in which requests wait. */
export interface Dispatch {
  currentR: number;
  /** Virtual begin of the request. */
  beginR: number;
  /** Bounds of the virtual begin of the next request of a queue. */
  nextMin: number;
  nextMax: number;
  /** Bounds of the same, less the work that the queue's executing requests are expected to take. */
  discountedMin: number;
  discountedMax: number;
}

/** Receives the figures of the dispatches of a level. */
export interface QueueSetObserver {
  /** Called after each change of the numbers of requests or seats. @param nowMs monotonic time */
  changed(set: QueueSet, nowMs: number): void;
  /** Called for each dispatch from a queue. `dispatch` is valid only during the call. */
  dispatched(dispatch: Dispatch): void;
  /** Called when virtual time was set back. */
  epochAdvanced(): void;
}

/** Duration for which a request takes its seats, before it is known. */
const assumedServiceMs = 3;
/** Virtual time is set back before numbers lose their exactness. */
const setBackR = 2 ** 51;
const highestR = 1.5 * setBackR;

/** Seats and queues of a priority level. */
export class QueueSet {
  readonly #clock: Clock;
  readonly #observer: QueueSetObserver;
  readonly #queues = new Map<number, RequestQueue<FlowRequest>>();
  readonly #waitingQueues = new Set<RequestQueue<FlowRequest>>();
  /** Requests that are being handled. */
  readonly executing = new RequestList<FlowRequest>();
  config: QueueConfig;
  /** Number of seats. */
  limit: number;
  waitingCount = 0;
  /** Seats of requests that are being handled or whose events are still being sent. */
  seatsInUse = 0;
  seatsWaiting = 0;
  dispatchedCount = 0;
  rejectedCount = 0;
  /** Requests that waited too long, or whose clients disconnected. They are also in `rejectedCount`. */
  cancelledCount = 0;
  #currentR = 0;
  #lastMs: number;
  #enqueuedCount = 0;
  #activeQueues = 0;
  /** Index of the queue of the last dispatch. The next queue after it has precedence among equal requests. */
  #robinIndex = 0;
  /** One object for all dispatches, because each request has one. */
  readonly #dispatchFigures: Dispatch = {
    currentR: 0,
    beginR: 0,
    nextMin: 0,
    nextMax: 0,
    discountedMin: 0,
    discountedMax: 0,
  };

  constructor(config: QueueConfig, limit: number, { clock, observer }: { clock: Clock; observer: QueueSetObserver }) {
    this.config = config;
    this.limit = limit;
    this.#clock = clock;
    this.#observer = observer;
    this.#lastMs = clock.monotonicMs();
  }

  /** Virtual time: the work that each active queue has got. */
  get currentR(): number {
    return this.#currentR;
  }

  /** Whether no request waits or is being handled. */
  get isIdle(): boolean {
    return this.waitingCount === 0 && this.executing.size === 0;
  }

  /** The queues that have been used, in the order of their indices. */
  get usedQueues(): readonly RequestQueue<FlowRequest>[] {
    return [...this.#queues.values()].toSorted((one, other) => one.index - other.index);
  }

  /** Changes queues and seats. Requests in queues that no longer exist keep their places. */
  configure(config: QueueConfig, limit: number): void {
    const nowMs = this.#sync();
    this.config = config;
    this.limit = limit;
    for (const queue of this.#queues.values()) this.#removeIfExcess(queue);
    this.#dispatchAll(nowMs);
    this.#observer.changed(this, nowMs);
  }

  /** Lets a new request execute, wait or be rejected, according to its state afterwards. */
  start(request: FlowRequest): void {
    const nowMs = this.#sync();
    request.arrivedMs = nowMs;
    request.arrivalR = this.#currentR;
    request.finalWork = seatWork(request.finalSeats, request.additionalMs);
    request.work = seatWork(request.initialSeats, assumedServiceMs) + request.finalWork;
    if (this.config.queues < 1) this.#startWithoutQueue(request, nowMs);
    else this.#startInQueue(request, nowMs);
    this.#observer.changed(this, nowMs);
  }

  /** Takes the seats of a request back, at once or after its additional time. */
  finish(request: FlowRequest): void {
    if (request.state !== "executing") return;
    const nowMs = this.#sync();
    request.state = "finished";
    request.finishedMs = nowMs;
    this.executing.remove(request);
    request.flow.stats.executing.value--;
    const { queue } = request;
    if (queue) {
      queue.executingCount--;
      queue.nextDispatchR -= seatWork(request.initialSeats, assumedServiceMs - (nowMs - request.startedMs));
      queue.boundNextDispatch();
      if (queue.isIdle) this.#activeQueues--;
    }
    if (request.additionalMs > 0) {
      this.#clock.after(request.additionalMs, () => {
        const laterMs = this.#sync();
        this.#releaseSeats(request);
        this.#dispatchAll(laterMs);
        this.#observer.changed(this, laterMs);
      });
    } else this.#releaseSeats(request);
    this.#dispatchAll(nowMs);
    this.#observer.changed(this, nowMs);
  }

  /** Removes a waiting request from its queue. Does nothing if it does not wait. */
  cancel(request: FlowRequest): void {
    const { queue } = request;
    if (request.state !== "waiting" || !queue) return;
    const nowMs = this.#sync();
    request.state = "cancelled";
    this.#removeWaiting(request, queue);
    queue.boundNextDispatch();
    if (queue.isIdle) this.#activeQueues--;
    this.#removeIfExcess(queue);
    this.rejectedCount++;
    this.cancelledCount++;
    request.flow.stats.countRejection("time-out");
    // The request may have been the one for which there were not enough free seats.
    this.#dispatchAll(nowMs);
    this.#observer.changed(this, nowMs);
  }

  #startWithoutQueue(request: FlowRequest, nowMs: number): void {
    if (this.config.queues < 0 || this.#hasSeats(request.seats)) this.#execute(request, nowMs);
    else this.#reject(request, "concurrency-limit");
  }

  #startInQueue(request: FlowRequest, nowMs: number): void {
    const queue = this.#chooseQueue(request.flow.hand);
    if (this.seatsInUse >= this.limit && queue.waiting.size >= this.config.queueLengthLimit) {
      this.#reject(request, "queue-full");
      return;
    }
    if (queue.isIdle) {
      queue.nextDispatchR = this.#currentR;
      this.#activeQueues++;
    }
    request.queue = queue;
    if (this.waitingCount === 0 && this.seatsInUse < this.limit && this.#hasSeats(request.seats)) {
      if (queue.nextDispatchR < request.arrivalR) queue.nextDispatchR = request.arrivalR;
      request.flow.stats.queueLength(1);
      this.#robinIndex = queue.index;
      this.#resetBounds();
      this.#extendBounds(queue);
      this.#dispatch(request, queue, nowMs);
      return;
    }
    request.state = "waiting";
    queue.add(request);
    if (queue.waiting.size === 1) this.#waitingQueues.add(queue);
    this.waitingCount++;
    this.seatsWaiting += request.seats;
    request.flow.stats.inQueue.value++;
    request.flow.stats.inQueueSeats.value += request.seats;
    request.flow.stats.queueLength(queue.waiting.size);
    queue.boundNextDispatch();
    this.#dispatchAll(nowMs);
  }

  #reject(request: FlowRequest, reason: "concurrency-limit" | "queue-full"): void {
    request.state = "rejected";
    this.rejectedCount++;
    request.flow.stats.countRejection(reason);
  }

  /** Returns the queue of a hand with the least waiting work. Equal queues are chosen in turn. */
  #chooseQueue(hand: readonly number[]): RequestQueue<FlowRequest> {
    const offset = this.#enqueuedCount++ % hand.length;
    let best = this.#queue(hand[offset] ?? 0);
    for (let step = 1; step < hand.length && best.workSum > 0; step++) {
      const queue = this.#queue(hand[(offset + step) % hand.length] ?? 0);
      if (queue.workSum < best.workSum) best = queue;
    }
    return best;
  }

  #queue(index: number): RequestQueue<FlowRequest> {
    let queue = this.#queues.get(index);
    if (!queue) {
      queue = new RequestQueue(index);
      this.#queues.set(index, queue);
    }
    return queue;
  }

  #dispatchAll(nowMs: number): void {
    while (this.waitingCount > 0 && this.seatsInUse < this.limit) {
      const queue = this.#queueToDispatch();
      const request = queue?.waiting.first;
      if (!queue || !request) return;
      if (!this.#hasSeats(request.seats)) {
        request.flow.stats.noAccommodation();
        return;
      }
      this.#removeWaiting(request, queue);
      if (request.finalSeats > this.limit) {
        request.finalSeats = this.limit;
        request.seats = Math.max(request.initialSeats, this.limit);
        request.additionalMs = workMs(request.finalWork, this.limit);
      }
      this.#robinIndex = queue.index;
      this.#dispatch(request, queue, nowMs);
      queue.boundNextDispatch();
      request.onStart?.();
    }
  }

  #dispatch(request: FlowRequest, queue: RequestQueue<FlowRequest>, nowMs: number): void {
    this.#dispatchFigures.currentR = this.#currentR;
    this.#dispatchFigures.beginR = queue.nextDispatchR;
    this.#observer.dispatched(this.#dispatchFigures);
    queue.executingCount++;
    queue.seatsInUse += request.seats;
    queue.nextDispatchR += request.work;
    this.#execute(request, nowMs);
  }

  #execute(request: FlowRequest, nowMs: number): void {
    request.state = "executing";
    request.startedMs = nowMs;
    this.executing.add(request);
    this.seatsInUse += request.seats;
    this.dispatchedCount++;
    const { stats } = request.flow;
    stats.executing.value++;
    stats.executingSeats.value += request.seats;
    stats.dispatched.value++;
  }

  /** Whether there are enough free seats. A request that needs more seats than there are may only execute alone. */
  #hasSeats(seats: number): boolean {
    if (seats > this.limit) return this.executing.size === 0;
    return this.seatsInUse + seats <= this.limit;
  }

  #resetBounds(): void {
    this.#dispatchFigures.nextMin = Number.POSITIVE_INFINITY;
    this.#dispatchFigures.nextMax = Number.NEGATIVE_INFINITY;
    this.#dispatchFigures.discountedMin = Number.POSITIVE_INFINITY;
    this.#dispatchFigures.discountedMax = Number.NEGATIVE_INFINITY;
  }

  /** Extends the bounds so that they include a queue with a waiting request. */
  #extendBounds({ nextDispatchR, seatsInUse }: RequestQueue<FlowRequest>): void {
    const figures = this.#dispatchFigures;
    const discountedR = nextDispatchR - seatWork(seatsInUse, assumedServiceMs);
    if (nextDispatchR < figures.nextMin) figures.nextMin = nextDispatchR;
    if (nextDispatchR > figures.nextMax) figures.nextMax = nextDispatchR;
    if (discountedR < figures.discountedMin) figures.discountedMin = discountedR;
    if (discountedR > figures.discountedMax) figures.discountedMax = discountedR;
  }

  /** Returns the queue whose oldest request has the earliest virtual end. Sets the bounds of the next dispatch. */
  #queueToDispatch(): RequestQueue<FlowRequest> | undefined {
    let best: RequestQueue<FlowRequest> | undefined;
    let bestEnd = Number.POSITIVE_INFINITY;
    this.#resetBounds();
    for (const queue of this.#waitingQueues) {
      this.#extendBounds(queue);
      const end = queue.nextDispatchR + (queue.waiting.first?.work ?? 0);
      if (end < bestEnd || (end === bestEnd && best && this.#turn(queue) < this.#turn(best))) {
        best = queue;
        bestEnd = end;
      }
    }
    return best;
  }

  /** Returns how many queues are before this one, beginning after that of the last dispatch. */
  #turn({ index }: RequestQueue<FlowRequest>): number {
    return index > this.#robinIndex ? index - this.#robinIndex : index - this.#robinIndex + Number.MAX_SAFE_INTEGER / 2;
  }

  #removeWaiting(request: FlowRequest, queue: RequestQueue<FlowRequest>): void {
    queue.remove(request);
    if (queue.waiting.size === 0) this.#waitingQueues.delete(queue);
    this.waitingCount--;
    this.seatsWaiting -= request.seats;
    request.flow.stats.inQueue.value--;
    request.flow.stats.inQueueSeats.value -= request.seats;
  }

  #releaseSeats(request: FlowRequest): void {
    const { queue, seats } = request;
    this.seatsInUse -= seats;
    request.flow.stats.executingSeats.value -= seats;
    if (!queue) return;
    queue.seatsInUse -= seats;
    this.#removeIfExcess(queue);
  }

  /** Removes a queue that is beyond the configured number, if it is no longer used. */
  #removeIfExcess(queue: RequestQueue<FlowRequest>): void {
    const isExcess = queue.index >= this.config.queues;
    if (isExcess && queue.isIdle && queue.seatsInUse === 0) this.#queues.delete(queue.index);
  }

  /** Advances virtual time. Returns the monotonic time in milliseconds. */
  #sync(): number {
    const nowMs = this.#clock.monotonicMs();
    const elapsedMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (this.#activeQueues === 0 || elapsedMs <= 0) return nowMs;
    const seats = Math.min(this.seatsInUse + this.seatsWaiting, this.limit);
    this.#currentR += seatWork(seats / this.#activeQueues, elapsedMs);
    while (this.#currentR >= highestR) this.#setBack();
    return nowMs;
  }

  #setBack(): void {
    this.#currentR -= setBackR;
    for (const queue of this.#queues.values()) {
      queue.nextDispatchR = queue.isIdle ? 0 : queue.nextDispatchR - setBackR;
      for (const request of queue.waiting) request.arrivalR -= setBackR;
    }
    this.#observer.epochAdvanced();
  }
}
