/** The metrics about priority and fairness, with the names and labels of the reference. */
import type { HistogramDefinition, MetricDefinition, Stability } from "../base/metrics.ts";

const prefix = "apiserver_flowcontrol_";
const level = ["priority_level"];
const flow = ["flow_schema", "priority_level"];
const durations = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];

function define(name: string, stability: Stability, labels: readonly string[], help: string): MetricDefinition<string> {
  return { name: prefix + name, help, stability, labels };
}

function defineHistogram(
  name: string,
  stability: Stability,
  labels: readonly string[],
  { help, buckets }: Pick<HistogramDefinition<string>, "help" | "buckets">,
): HistogramDefinition<string> {
  return { ...define(name, stability, labels, help), buckets };
}

/** Metrics of the requests of a FlowSchema. */
export const flowMetrics = {
  rejected: define(
    "rejected_requests_total",
    "BETA",
    ["flow_schema", "priority_level", "reason"],
    "Number of requests that priority and fairness rejected.",
  ),
  dispatched: define(
    "dispatched_requests_total",
    "BETA",
    flow,
    "Number of requests that priority and fairness let execute.",
  ),
  inQueue: define("current_inqueue_requests", "BETA", flow, "Number of requests that wait in queues."),
  inQueueSeats: define("current_inqueue_seats", "ALPHA", flow, "Number of seats of requests that wait in queues."),
  executing: define(
    "current_executing_requests",
    "BETA",
    flow,
    "Number of requests that execute. Watches are counted only while they start.",
  ),
  executingSeats: define(
    "current_executing_seats",
    "BETA",
    flow,
    "Number of seats that requests take. Watches are counted only while they start.",
  ),
  noAccommodation: define(
    "request_dispatch_no_accommodation_total",
    "ALPHA",
    flow,
    "Number of times that the next request needed more seats than were free.",
  ),
  queueLength: defineHistogram("request_queue_length_after_enqueue", "ALPHA", flow, {
    help: "Length of a queue after a request was added.",
    buckets: [0, 10, 25, 50, 100, 250, 500, 1000],
  }),
  waiting: defineHistogram("request_wait_duration_seconds", "BETA", ["execute", "flow_schema", "priority_level"], {
    help: "Time that a request waited in its queue, in seconds.",
    buckets: durations,
  }),
  execution: defineHistogram("request_execution_seconds", "ALPHA", ["flow_schema", "priority_level", "type"], {
    help: "Duration of a request after its wait, in seconds. That of a watch ends when it has started.",
    buckets: durations,
  }),
  watchCount: defineHistogram("watch_count_samples", "ALPHA", flow, {
    help: "Number of watches that receive the event of a write.",
    buckets: [0, 1, 10, 100, 1000, 10_000],
  }),
  estimatedSeats: defineHistogram("work_estimated_seats", "ALPHA", flow, {
    help: "Largest number of seats that a request is expected to take.",
    buckets: [1, 2, 4, 10],
  }),
};

/** Metrics of a priority level that are set when its limits are adjusted. */
export const limitMetrics = {
  nominal: define(
    "nominal_limit_seats",
    "BETA",
    level,
    "Number of seats that the configuration gives a priority level.",
  ),
  lower: define("lower_limit_seats", "ALPHA", level, "Smallest number of seats, when the level lends all it may."),
  upper: define("upper_limit_seats", "ALPHA", level, "Largest number of seats, when the level borrows all it may."),
  current: define("current_limit_seats", "ALPHA", level, "Present number of seats of a priority level."),
  highWatermark: define("demand_seats_high_watermark", "ALPHA", level, "Largest demand for seats in the last period."),
  average: define("demand_seats_average", "ALPHA", level, "Average demand for seats in the last period."),
  deviation: define(
    "demand_seats_stdev",
    "ALPHA",
    level,
    "Standard deviation of the demand for seats in the last period.",
  ),
  smoothed: define("demand_seats_smoothed", "ALPHA", level, "Demand for seats, smoothed over periods."),
  target: define(
    "target_seats",
    "ALPHA",
    level,
    "Number of seats that a level should have, if all targets can be met.",
  ),
};

/** Metrics of the virtual time of a priority level. */
export const virtualTimeMetrics = {
  currentR: define("current_r", "ALPHA", level, "Virtual time at the last change, in seconds of a seat."),
  dispatchR: define("dispatch_r", "ALPHA", level, "Virtual time at the last dispatch."),
  latestS: define("latest_s", "ALPHA", level, "Virtual begin of the last dispatched request."),
  nextBounds: define(
    "next_s_bounds",
    "ALPHA",
    ["bound", "priority_level"],
    "Lowest and highest virtual begin of the next request of a queue, at the last dispatch.",
  ),
  discountedBounds: define(
    "next_discounted_s_bounds",
    "ALPHA",
    ["bound", "priority_level"],
    "Lowest and highest virtual begin of the next request of a queue, less the expected work of its executing requests.",
  ),
  epochs: define(
    "epoch_advance_total",
    "ALPHA",
    ["priority_level", "success"],
    "Number of times that virtual time was set back.",
  ),
};

/** Proportion of seats and demand. */
export const fairFraction: MetricDefinition<string> = {
  ...define("seat_fair_frac", "ALPHA", [], "Common proportion of the seats of priority levels and their targets."),
  combine: "first",
};

/** Histograms of ratios over time. */
export const timingMetrics = {
  requests: defineHistogram("priority_level_request_utilization", "ALPHA", ["phase", "priority_level"], {
    help: "Number of requests, as a fraction of its limit, at the end of each nanosecond.",
    buckets: [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1],
  }),
  seats: defineHistogram("priority_level_seat_utilization", "ALPHA", ["phase", "priority_level"], {
    help: "Number of taken seats, as a fraction of the seats, at the end of each nanosecond.",
    buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
  }),
  demand: defineHistogram("demand_seats", "ALPHA", level, {
    help: "Number of seats that a level could use, as a fraction of its seats, at the end of each nanosecond.",
    buckets: [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6],
  }),
  readsAndWrites: defineHistogram("read_vs_write_current_requests", "ALPHA", ["phase", "request_kind"], {
    help: "Number of reads or writes, as a fraction of its limit, at the end of each nanosecond.",
    buckets: [0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
  }),
};
