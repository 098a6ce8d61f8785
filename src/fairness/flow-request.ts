/** A request on its way through the queues of a priority level. */
import type { User } from "../meta/user.ts";
import type { FlowSchemaStats } from "./flow-schema-stats.ts";
import type { RequestQueue } from "./request-queue.ts";

/** The seats that a request is expected to take. */
export interface WorkEstimate {
  /** Seats that it takes while it is handled. */
  readonly initialSeats: number;
  /** Seats that it takes afterwards, for `additionalMs`, because its watchers still receive events. */
  readonly finalSeats: number;
  readonly additionalMs: number;
}

/** Verb and target of a request, for the rules of FlowSchemas and for dumps. */
export interface RequestDescription {
  readonly isResource: boolean;
  readonly verb: string;
  readonly path: string;
  readonly group?: string;
  readonly version?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly resource?: string;
  readonly subresource?: string;
}

/** The flow of a request. */
export interface Flow {
  readonly schemaName: string;
  /** User or namespace that distinguishes the flow from the others of its schema. */
  readonly distinguisher: string;
  /** Indices of the queues that the flow uses. Empty if its level has no queues. */
  readonly hand: readonly number[];
  readonly stats: FlowSchemaStats;
}

/** `cancelled` requests have left their queue without a seat. `rejected` ones have never been in one. */
export type FlowRequestState = "new" | "waiting" | "executing" | "finished" | "rejected" | "cancelled";

/** A request, its flow and its seats. Only `QueueSet` changes its state. */
export class FlowRequest {
  readonly flow: Flow;
  readonly user: User;
  readonly info: RequestDescription;
  initialSeats: number;
  finalSeats: number;
  additionalMs: number;
  /** Largest number of seats that it takes at a time. */
  seats: number;
  state: FlowRequestState = "new";
  queue: RequestQueue<FlowRequest> | undefined;
  /** Work of the request, and the part of it that follows the response. */
  work = 0;
  finalWork = 0;
  /** Monotonic times in milliseconds. */
  arrivedMs = 0;
  startedMs = 0;
  finishedMs = 0;
  /** Virtual time of the arrival. */
  arrivalR = 0;
  /** Called when a waiting request gets its seats. */
  onStart: (() => void) | undefined;
  previous: FlowRequest | undefined;
  next: FlowRequest | undefined;

  constructor(flow: Flow, user: User, info: RequestDescription, estimate: WorkEstimate) {
    this.flow = flow;
    this.user = user;
    this.info = info;
    this.initialSeats = estimate.initialSeats;
    this.finalSeats = estimate.finalSeats;
    this.additionalMs = estimate.additionalMs;
    this.seats = Math.max(estimate.initialSeats, estimate.finalSeats);
  }
}
