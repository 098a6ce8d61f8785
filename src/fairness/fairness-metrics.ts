/** Records the figures of FlowSchemas and priority levels. */
import type { Clock } from "../base/clock.ts";
import { Counter, Gauge, Histogram, type MetricRegistry } from "../base/metrics.ts";
import type { FlowSchemaStats, MetricCell } from "./flow-schema-stats.ts";
import type { AdjustedLevel } from "./level-limits.ts";
import { fairFraction, flowMetrics, limitMetrics, timingMetrics, virtualTimeMetrics } from "./metric-definitions.ts";
import type { Dispatch, QueueSet, QueueSetObserver } from "./queue-set.ts";
import { unitsPerSecond } from "./seat-seconds.ts";
import { TimingMeter } from "./timing-meter.ts";

/** Kinds of requests that are counted together. */
export type RequestKind = "mutating" | "readOnly";

/** All metrics about priority and fairness of one server. */
export class FairnessMetrics {
  readonly #clock: Clock;
  readonly #flow;
  readonly #limits;
  readonly #virtual;
  readonly #timing;
  readonly #fairFraction: Gauge;
  readonly #meters = new Set<TimingMeter>();
  readonly #readsAndWrites;

  constructor(registry: MetricRegistry, clock: Clock) {
    this.#clock = clock;
    const gauge = (definition: ConstructorParameters<typeof Gauge>[0]): Gauge => registry.add(new Gauge(definition));
    const counter = (definition: ConstructorParameters<typeof Counter>[0]): Counter =>
      registry.add(new Counter(definition));
    const histogram = (definition: ConstructorParameters<typeof Histogram>[0]): Histogram =>
      registry.add(new Histogram(definition));
    const timing = (definition: ConstructorParameters<typeof Histogram>[0]): Histogram =>
      registry.add(new Histogram(definition), () => this.#flush());
    this.#flow = {
      rejected: counter(flowMetrics.rejected),
      dispatched: counter(flowMetrics.dispatched),
      inQueue: gauge(flowMetrics.inQueue),
      inQueueSeats: gauge(flowMetrics.inQueueSeats),
      executing: gauge(flowMetrics.executing),
      executingSeats: gauge(flowMetrics.executingSeats),
      noAccommodation: counter(flowMetrics.noAccommodation),
      queueLength: histogram(flowMetrics.queueLength),
      waiting: histogram(flowMetrics.waiting),
      execution: histogram(flowMetrics.execution),
      watchCount: histogram(flowMetrics.watchCount),
      estimatedSeats: histogram(flowMetrics.estimatedSeats),
    };
    this.#limits = {
      nominal: gauge(limitMetrics.nominal),
      lower: gauge(limitMetrics.lower),
      upper: gauge(limitMetrics.upper),
      current: gauge(limitMetrics.current),
      highWatermark: gauge(limitMetrics.highWatermark),
      average: gauge(limitMetrics.average),
      deviation: gauge(limitMetrics.deviation),
      smoothed: gauge(limitMetrics.smoothed),
      target: gauge(limitMetrics.target),
    };
    this.#virtual = {
      currentR: gauge(virtualTimeMetrics.currentR),
      dispatchR: gauge(virtualTimeMetrics.dispatchR),
      latestS: gauge(virtualTimeMetrics.latestS),
      nextBounds: gauge(virtualTimeMetrics.nextBounds),
      discountedBounds: gauge(virtualTimeMetrics.discountedBounds),
      epochs: counter(virtualTimeMetrics.epochs),
    };
    this.#timing = {
      requests: timing(timingMetrics.requests),
      seats: timing(timingMetrics.seats),
      demand: timing(timingMetrics.demand),
      readsAndWrites: timing(timingMetrics.readsAndWrites),
    };
    this.#fairFraction = gauge(fairFraction);
    const kindMeters = (phase: string): Record<RequestKind, KindMeter> => ({
      mutating: new KindMeter(this.#meter(this.#timing.readsAndWrites, [phase, "mutating"]), clock),
      readOnly: new KindMeter(this.#meter(this.#timing.readsAndWrites, [phase, "readOnly"]), clock),
    });
    this.#readsAndWrites = { executing: kindMeters("executing"), waiting: kindMeters("waiting") };
  }

  /** Returns the figures of a FlowSchema. */
  ofSchema(schemaName: string, levelName: string): FlowSchemaStats {
    const flow = this.#flow;
    const labels = [schemaName, levelName];
    const waited = {
      true: recorderOnUse(flow.waiting, ["true", ...labels]),
      false: recorderOnUse(flow.waiting, ["false", ...labels]),
    };
    const executed = {
      regular: recorderOnUse(flow.execution, [...labels, "regular"]),
      watch: recorderOnUse(flow.execution, [...labels, "watch"]),
    };
    return {
      dispatched: flow.dispatched.cell(labels),
      executing: flow.executing.cell(labels),
      executingSeats: flow.executingSeats.cell(labels),
      inQueue: flow.inQueue.cell(labels),
      inQueueSeats: flow.inQueueSeats.cell(labels),
      queueLength: recorderOnUse(flow.queueLength, labels),
      watchCount: recorderOnUse(flow.watchCount, labels),
      estimatedSeats: recorderOnUse(flow.estimatedSeats, labels),
      waited: (durationMs, isExecuted) => waited[isExecuted ? "true" : "false"](durationMs / 1000),
      executed: (durationMs, isWatch) => executed[isWatch ? "watch" : "regular"](durationMs / 1000),
      countRejection: (reason) => flow.rejected.add([...labels, reason]),
      noAccommodation: () => flow.noAccommodation.add(labels),
    };
  }

  /** Returns the figures of a priority level, as long as it exists. */
  ofLevel(name: string): LevelMetrics {
    return new LevelMetrics(
      {
        waiting: this.#meter(this.#timing.requests, ["waiting", name]),
        executing: this.#meter(this.#timing.requests, ["executing", name]),
        seats: this.#meter(this.#timing.seats, ["executing", name]),
        demand: this.#meter(this.#timing.demand, [name]),
      },
      {
        currentR: this.#virtual.currentR.cell([name]),
        dispatchR: this.#virtual.dispatchR.cell([name]),
        latestS: this.#virtual.latestS.cell([name]),
        nextMin: this.#virtual.nextBounds.cell(["min", name]),
        nextMax: this.#virtual.nextBounds.cell(["max", name]),
        discountedMin: this.#virtual.discountedBounds.cell(["min", name]),
        discountedMax: this.#virtual.discountedBounds.cell(["max", name]),
      },
      { countEpoch: () => this.#virtual.epochs.add([name, "true"]), forget: (meter) => this.#meters.delete(meter) },
    );
  }

  /** Shows the limits and the demand of a level. */
  showLimits(name: string, { nominal, min, max, demand }: AdjustedLevel, current: number, target?: number): void {
    const limits = this.#limits;
    limits.nominal.set([name], nominal);
    limits.lower.set([name], min);
    limits.upper.set([name], max);
    limits.current.set([name], current);
    limits.highWatermark.set([name], demand.highWatermark);
    limits.average.set([name], demand.average);
    limits.deviation.set([name], demand.deviation);
    limits.smoothed.set([name], demand.smoothed);
    if (target !== undefined) limits.target.set([name], target);
  }

  showFairFraction(value: number): void {
    this.#fairFraction.set([], value);
  }

  /** Sets the numbers of requests that all levels together can execute, and can let wait. */
  setRequestLimits(executing: number, waiting: number): void {
    for (const kind of ["mutating", "readOnly"] as const) {
      this.#readsAndWrites.executing[kind].setLimit(executing);
      this.#readsAndWrites.waiting[kind].setLimit(waiting);
    }
  }

  /** Counts the reads and writes that execute or wait. @param change 1 at the begin, -1 at the end */
  change(phase: "executing" | "waiting", kind: RequestKind, change: 1 | -1): void {
    this.#readsAndWrites[phase][kind].change(change);
  }

  #meter(histogram: Histogram, labels: readonly string[]): TimingMeter {
    const meter = new TimingMeter(histogram, labels, this.#clock.monotonicMs());
    this.#meters.add(meter);
    return meter;
  }

  #flush(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const meter of this.#meters) meter.flush(nowMs);
  }
}

/** Returns a recorder of a series that begins with the first observation. */
function recorderOnUse(histogram: Histogram, labels: readonly string[]): (value: number) => void {
  let record: ((value: number) => void) | undefined;
  return (value) => {
    record ??= histogram.recorder(labels);
    record(value);
  };
}

/** The number of reads or writes over time. */
class KindMeter {
  readonly #meter: TimingMeter;
  readonly #clock: Clock;
  #count = 0;

  constructor(meter: TimingMeter, clock: Clock) {
    this.#meter = meter;
    this.#clock = clock;
  }

  change(change: 1 | -1): void {
    this.#count += change;
    this.#meter.set(this.#count, this.#clock.monotonicMs());
  }

  setLimit(limit: number): void {
    this.#meter.setDenominator(Math.max(1, limit), this.#clock.monotonicMs());
  }
}

interface LevelMeters {
  readonly waiting: TimingMeter;
  readonly executing: TimingMeter;
  readonly seats: TimingMeter;
  readonly demand: TimingMeter;
}

interface VirtualTime {
  readonly currentR: MetricCell;
  readonly dispatchR: MetricCell;
  readonly latestS: MetricCell;
  readonly nextMin: MetricCell;
  readonly nextMax: MetricCell;
  readonly discountedMin: MetricCell;
  readonly discountedMax: MetricCell;
}

interface LevelCallbacks {
  readonly countEpoch: () => void;
  readonly forget: (meter: TimingMeter) => void;
}

/** Figures of one priority level. */
export class LevelMetrics implements QueueSetObserver {
  readonly #meters: LevelMeters;
  readonly #virtual: VirtualTime;
  readonly #callbacks: LevelCallbacks;

  constructor(meters: LevelMeters, virtual: VirtualTime, callbacks: LevelCallbacks) {
    this.#meters = meters;
    this.#virtual = virtual;
    this.#callbacks = callbacks;
  }

  changed(set: QueueSet, nowMs: number): void {
    const { waiting, executing, seats, demand } = this.#meters;
    waiting.set(set.waitingCount, nowMs);
    executing.set(set.executing.size, nowMs);
    seats.set(set.seatsInUse, nowMs);
    demand.set(set.seatsInUse + set.seatsWaiting, nowMs);
    this.#virtual.currentR.value = set.currentR / unitsPerSecond;
  }

  dispatched({ currentR, beginR, nextMin, nextMax, discountedMin, discountedMax }: Dispatch): void {
    this.#virtual.dispatchR.value = currentR / unitsPerSecond;
    this.#virtual.latestS.value = beginR / unitsPerSecond;
    this.#virtual.nextMin.value = nextMin / unitsPerSecond;
    this.#virtual.nextMax.value = nextMax / unitsPerSecond;
    this.#virtual.discountedMin.value = discountedMin / unitsPerSecond;
    this.#virtual.discountedMax.value = discountedMax / unitsPerSecond;
  }

  epochAdvanced(): void {
    this.#callbacks.countEpoch();
  }

  /** Sets the limits that the ratios refer to. */
  setDenominators(waitingMax: number, seats: number, nowMs: number): void {
    this.#meters.waiting.setDenominator(waitingMax, nowMs);
    for (const meter of [this.#meters.executing, this.#meters.seats, this.#meters.demand]) {
      meter.setDenominator(seats, nowMs);
    }
  }

  /** Ends recording, because the level was deleted. */
  end(nowMs: number): void {
    for (const meter of Object.values(this.#meters) as TimingMeter[]) {
      meter.flush(nowMs);
      this.#callbacks.forget(meter);
    }
  }
}
