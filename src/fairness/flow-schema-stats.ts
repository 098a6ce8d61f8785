/** The figures of the requests of a FlowSchema. */

/** Place of a value that is changed directly, so that no request looks it up. */
export interface MetricCell {
  value: number;
}

/** Why a request was rejected. */
export type RejectionReason = "concurrency-limit" | "queue-full" | "time-out";

/** Figures of the requests of one FlowSchema. Durations are in milliseconds. */
export interface FlowSchemaStats {
  readonly dispatched: MetricCell;
  readonly executing: MetricCell;
  readonly executingSeats: MetricCell;
  readonly inQueue: MetricCell;
  readonly inQueueSeats: MetricCell;
  readonly queueLength: (length: number) => void;
  readonly watchCount: (count: number) => void;
  readonly estimatedSeats: (seats: number) => void;
  readonly waited: (durationMs: number, isExecuted: boolean) => void;
  readonly executed: (durationMs: number, isWatch: boolean) => void;
  readonly countRejection: (reason: RejectionReason) => void;
  readonly noAccommodation: () => void;
}
