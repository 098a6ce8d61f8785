/**
 * Metrics of work queues, with the names of the reference.
 * @see k8s.io/component-base/metrics/prometheus/workqueue/metrics.go
 */
import { Counter, Gauge, Histogram, type MetricDefinition, type MetricRegistry } from "../../base/metrics.ts";

/** A queue whose work in progress is measured when the metrics are read. */
export interface WorkInProgress {
  readonly name: string;
  /** For each key in progress, how long it has been processed, in seconds. */
  runningSeconds(): readonly number[];
}

/** Ten bounds from 1e-8 to 10, with the rounding errors of the reference, because the bounds are values of a label. */
const buckets: number[] = [];
for (let bound = 1e-8; buckets.length < 10; bound *= 10) buckets.push(bound);

function definition(name: string, help: string): MetricDefinition<"name"> {
  return { name: `workqueue_${name}`, help, stability: "ALPHA", labels: ["name"] };
}

/**
 * The metrics of all work queues of a process, labelled with the queue's name.
 * @example
 * ```ts
 * const registry = new MetricRegistry();
 * const queue = new WorkQueue({ name: "greeter", metrics: new WorkQueueMetrics(registry) });
 * queue.add("default/settings");
 * console.log(registry.render());
 * ```
 */
export class WorkQueueMetrics {
  readonly depth = new Gauge(definition("depth", "Current depth of workqueue"));
  readonly adds = new Counter(definition("adds_total", "Total number of adds handled by workqueue"));
  readonly retries = new Counter(definition("retries_total", "Total number of retries handled by workqueue"));
  readonly queueSeconds = new Histogram({
    ...definition("queue_duration_seconds", "How long in seconds an item stays in workqueue before being requested."),
    buckets,
  });
  readonly workSeconds = new Histogram({
    ...definition("work_duration_seconds", "How long in seconds processing an item from workqueue takes."),
    buckets,
  });
  readonly #queues = new Set<WorkInProgress>();

  /** @param registry the registry that renders the metrics */
  constructor(registry: MetricRegistry) {
    for (const metric of [this.depth, this.adds, this.retries]) registry.add(metric);
    for (const metric of [this.queueSeconds, this.workSeconds]) registry.add(metric);
    const unfinished =
      "How many seconds of work has been done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.";
    registry.add(new Gauge(definition("unfinished_work_seconds", unfinished)), (gauge) =>
      this.#measure(gauge, (seconds) => seconds.reduce((sum, one) => sum + one, 0)),
    );
    const longest = "How many seconds has the longest running processor for workqueue been running.";
    registry.add(new Gauge(definition("longest_running_processor_seconds", longest)), (gauge) =>
      this.#measure(gauge, (seconds) => seconds.reduce((most, one) => Math.max(most, one), 0)),
    );
  }

  /**
   * Adds a queue to the metrics of work in progress until the result is disposed. @param queue its name must be unique
   */
  track(queue: WorkInProgress): Disposable {
    this.#queues.add(queue);
    return { [Symbol.dispose]: () => this.#queues.delete(queue) };
  }

  #measure(gauge: Gauge<"name">, measure: (seconds: readonly number[]) => number): void {
    for (const queue of this.#queues) gauge.set([queue.name], measure(queue.runningSeconds()));
  }
}
