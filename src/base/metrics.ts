/**
 * Counters, gauges, histograms and summaries in the Prometheus text format. The usual client library would add 11 MB, an eighth
 * of an idle server's memory (docs/decisions/0002-own-metrics.md). Callers must take label values from closed sets.
 */
import type { Clock } from "./clock.ts";
import { goFloat } from "./go-float.ts";
import { everyMetric, isHidden, type MetricPolicy, restrictLabels, type Stability } from "./metric-life-cycle.ts";
import { addSizeCounts, RecentSizes, type SizeCounts, sizeAt } from "./recent-sizes.ts";

export type { MetricPolicy, Stability } from "./metric-life-cycle.ts";

/** The name, description and labels of a metric. */
export interface MetricDefinition<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly stability: Stability;
  /** Release in which the metric was deprecated, such as `1.31.0`. Absent if it is not deprecated. */
  readonly deprecatedVersion?: string;
  readonly labels: readonly L[];
  /**
   * How the values of several processes of one server become one value. `first` takes the value of the first process that
   * has one, because it describes the server and not the process. Default: `sum`.
   */
  readonly combine?: "sum" | "first";
}

/** Name, description, labels and bucket bounds of a histogram. */
export interface HistogramDefinition<L extends string> extends MetricDefinition<L> {
  /** Upper bounds in ascending order, without +Inf. */
  readonly buckets: readonly number[];
}

/** Name, description, labels and quantiles of a summary. */
export interface SummaryDefinition<L extends string> extends MetricDefinition<L> {
  /** Shown quantiles between 0 and 1. */
  readonly quantiles: readonly number[];
  /** Age above which observations have no effect on the quantiles. */
  readonly ageMsMax: number;
}

/** Values of the labels, in the order in which the metric declares them. */
export type LabelValues = readonly string[];

/** One line of a metric: a name with labels such as `requests_total{verb="GET"}`, and its value. */
export type Sample = readonly [series: string, value: number];

type MetricType = "counter" | "gauge" | "histogram" | "summary";

/** The recent observations of one series of a summary. */
export interface SummaryWindow {
  /** The series of each quantile. */
  readonly quantiles: readonly (readonly [series: string, quantile: number])[];
  readonly counts: SizeCounts;
}

interface Metric {
  readonly definition: MetricDefinition<string>;
  readonly type: MetricType;
  samples(): readonly Sample[];
  windows?(): readonly SummaryWindow[];
  hide(): void;
  restrict(restriction: (values: LabelValues) => LabelValues): void;
}

interface RegisteredMetric {
  readonly metric: Metric;
  readonly refresh?: () => void;
}

/** The present values of a metric. They can be sent between processes as JSON. */
export interface MetricFamily extends Pick<MetricDefinition<string>, "name" | "help" | "stability" | "combine"> {
  readonly type: MetricType;
  readonly samples: readonly Sample[];
  /** Recent observations of a summary. Its quantiles follow from them, because quantiles of several processes cannot be combined. */
  readonly windows?: readonly SummaryWindow[];
}

/**
 * Maximum number of series of one metric. Others are not recorded, because more series mean that a label has an
 * unbounded set of values.
 */
const seriesMax = 10_000;

/** Joins label values to a key. No label value contains the separator. */
function keyOf(values: LabelValues): string {
  return values.length === 1 ? (values[0] ?? "") : values.join("\u0000");
}

abstract class Series<T, L extends string> {
  readonly definition: MetricDefinition<L>;
  readonly #series = new Map<string, { readonly values: LabelValues; readonly state: T }>();
  #seriesLimit = seriesMax;
  #restriction: ((values: LabelValues) => LabelValues) | undefined;

  constructor(definition: MetricDefinition<L>) {
    this.definition = definition;
  }

  protected abstract create(): T;
  protected abstract samplesOf(labels: (more?: string) => string, state: T): readonly Sample[];

  /** Records nothing from now on. */
  hide(): void {
    this.#seriesLimit = 0;
    this.#series.clear();
  }

  /** Replaces label values before they are recorded. */
  restrict(restriction: (values: LabelValues) => LabelValues): void {
    this.#restriction = restriction;
  }

  protected state(given: LabelValues): T {
    const values = this.#restriction ? this.#restriction(given) : given;
    const key = keyOf(values);
    const known = this.#series.get(key);
    if (known) return known.state;
    const state = this.create();
    if (this.#series.size < this.#seriesLimit) this.#series.set(key, { values, state });
    return state;
  }

  /**
   * Returns a function that returns the state of one series. This saves looking it up. Only if labels are restricted, it is looked
   * up each time, because each replaced value is counted.
   */
  protected place(values: LabelValues): () => T {
    if (this.#restriction) return () => this.state(values);
    const state = this.state(values);
    return () => state;
  }

  protected forget(values: LabelValues): void {
    this.#series.delete(keyOf(this.#restriction ? this.#restriction(values) : values));
  }

  /** Returns the present values. */
  samples(): readonly Sample[] {
    return this.eachSeries((labels, state) => this.samplesOf(labels, state)).flat();
  }

  /** Returns the present values, a line each. */
  render(): readonly string[] {
    return this.samples().map(renderSample);
  }

  /** Returns the results of a function for all series. */
  protected eachSeries<R>(resultOf: (labels: (more?: string) => string, state: T) => R): readonly R[] {
    return [...this.#series.values()].map(({ values, state }) =>
      resultOf((more = "") => this.#labels(values, more), state),
    );
  }

  #labels(values: LabelValues, more: string): string {
    const pairs = this.definition.labels.map((label, index) => `${label}="${escapeLabel(values[index] ?? "")}"`);
    if (more !== "") pairs.push(more);
    return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  }
}

/** A metric that only increases. */
export class Counter<L extends string = string> extends Series<{ value: number }, L> {
  readonly type = "counter";

  /** Increases the counter. */
  add(values: LabelValues = [], amount = 1): void {
    this.state(values).value += amount;
  }

  /** Returns the place of a value, which callers may increase directly. This saves looking it up. */
  cell(values: LabelValues): { value: number } {
    return this.state(values);
  }

  /** Returns a function that increases the counter of one series. This saves looking it up. */
  adder(values: LabelValues): () => void {
    const state = this.place(values);
    return () => void state().value++;
  }

  /** Raises the counter to a total that was counted elsewhere. It never decreases. */
  raise(values: LabelValues, total: number): void {
    const state = this.state(values);
    state.value = Math.max(state.value, total);
  }

  protected create(): { value: number } {
    return { value: 0 };
  }

  protected samplesOf(labels: () => string, { value }: { value: number }): readonly Sample[] {
    return [[`${this.definition.name}${labels()}`, value]];
  }
}

/** A metric that can increase and decrease. */
export class Gauge<L extends string = string> extends Series<{ value: number }, L> {
  readonly type = "gauge";

  /** Sets the value. */
  set(values: LabelValues, value: number): void {
    this.state(values).value = value;
  }

  /** Leaves the value out until it is set again. */
  remove(values: LabelValues): void {
    this.forget(values);
  }

  /** Adds to the value; negative amounts decrease it. */
  add(values: LabelValues, amount: number): void {
    this.state(values).value += amount;
  }

  /** Returns the place of a value, which callers may change directly. This saves looking it up. */
  cell(values: LabelValues): { value: number } {
    return this.state(values);
  }

  protected create(): { value: number } {
    return { value: 0 };
  }

  protected samplesOf(labels: () => string, { value }: { value: number }): readonly Sample[] {
    return [[`${this.definition.name}${labels()}`, value]];
  }
}

interface Observations {
  /** Number of observations in each bucket, not cumulative. The last bucket has no upper bound. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/** A metric that counts observations by size. */
export class Histogram<L extends string = string> extends Series<Observations, L> {
  readonly type = "histogram";
  readonly #buckets: readonly number[];

  constructor(definition: HistogramDefinition<L>) {
    super(definition);
    this.#buckets = definition.buckets;
  }

  /** Records an observation. */
  observe(values: LabelValues, value: number): void {
    this.#record(this.state(values), value, 1);
  }

  /**
   * Returns a function that records observations of one series. This saves looking it up.
   * @returns `weight` counts the observation as many equal ones. Default: 1
   */
  recorder(values: LabelValues): (value: number, weight?: number) => void {
    const state = this.place(values);
    return (value, weight = 1) => this.#record(state(), value, weight);
  }

  #record(state: Observations, value: number, weight: number): void {
    let bucket = 0;
    while (bucket < this.#buckets.length && value > (this.#buckets[bucket] ?? 0)) bucket++;
    state.counts[bucket] = (state.counts[bucket] ?? 0) + weight;
    state.sum += value * weight;
    state.count += weight;
  }

  protected create(): Observations {
    return { counts: [...this.#buckets, Number.POSITIVE_INFINITY].map(() => 0), sum: 0, count: 0 };
  }

  protected samplesOf(labels: (more?: string) => string, { counts, sum, count }: Observations): readonly Sample[] {
    const { name } = this.definition;
    let cumulative = 0;
    const buckets = [...this.#buckets.map(goFloat), "+Inf"].map((bound, index): Sample => {
      cumulative += counts[index] ?? 0;
      return [`${name}_bucket${labels(`le="${bound}"`)}`, cumulative];
    });
    return [...buckets, [`${name}_sum${labels()}`, sum], [`${name}_count${labels()}`, count]];
  }
}

interface SummaryState {
  readonly recent: RecentSizes;
  sum: number;
  count: number;
}

/** A metric that shows quantiles of recent observations, with a relative error of at most 1 %. */
export class Summary<L extends string = string> extends Series<SummaryState, L> {
  readonly type = "summary";
  readonly #definition: SummaryDefinition<L>;
  readonly #clock: Pick<Clock, "monotonicMs">;

  constructor(definition: SummaryDefinition<L>, clock: Pick<Clock, "monotonicMs">) {
    super(definition);
    this.#definition = definition;
    this.#clock = clock;
  }

  /** Records an observation. */
  observe(values: LabelValues, value: number): void {
    const state = this.state(values);
    state.recent.add(value, this.#clock.monotonicMs());
    state.sum += value;
    state.count++;
  }

  /** Returns the recent observations of all series. */
  windows(): readonly SummaryWindow[] {
    const { name, quantiles } = this.#definition;
    const nowMs = this.#clock.monotonicMs();
    return this.eachSeries((labels, { recent }) => ({
      quantiles: quantiles.map((quantile) => [`${name}${labels(`quantile="${quantile}"`)}`, quantile] as const),
      counts: recent.countsAt(nowMs),
    }));
  }

  protected create(): SummaryState {
    return { recent: new RecentSizes(this.#definition.ageMsMax), sum: 0, count: 0 };
  }

  protected samplesOf(labels: () => string, { sum, count }: SummaryState): readonly Sample[] {
    const { name } = this.definition;
    return [
      [`${name}_sum${labels()}`, sum],
      [`${name}_count${labels()}`, count],
    ];
  }
}

/**
 * The metrics of one server or client.
 * @example
 * ```ts
 * const registry = new MetricRegistry();
 * const queue = new WorkQueue({ name: "pods", metrics: new WorkQueueMetrics(registry) });
 * console.log(registry.render());
 * ```
 */
export class MetricRegistry {
  readonly #shared = new Map<unknown, unknown>();
  readonly #metrics: RegisteredMetric[] = [];
  readonly #policy: MetricPolicy;
  readonly #hidden: MetricDefinition<string>[] = [];
  #unexpectedCount = 0;

  /** @param policy which metrics are shown. Default: all of them, as if none was deprecated in an earlier release */
  constructor(policy: MetricPolicy = everyMetric) {
    this.#policy = policy;
  }

  /**
   * Adds a metric and returns it. A metric that is disabled or hidden is not shown and records nothing.
   * @param metric counter, gauge, histogram or summary, whose name no other metric of the registry has
   * @param refresh updates the metric before it is rendered
   */
  add<M extends Metric>(metric: M, refresh?: (metric: M) => void): M {
    const { definition } = metric;
    if (isHidden(definition, this.#policy)) {
      this.#hidden.push(definition);
      metric.hide();
      return metric;
    }
    const restriction = restrictLabels(definition, this.#policy, () => void this.#unexpectedCount++);
    if (restriction) metric.restrict(restriction);
    if (definition.deprecatedVersion !== undefined) this.#policy.onDeprecated?.(definition.name);
    this.#metrics.push({ metric, ...(refresh ? { refresh: () => refresh(metric) } : {}) });
    return metric;
  }

  /** Definitions of the metrics that are not shown. */
  get hidden(): readonly MetricDefinition<string>[] {
    return this.#hidden;
  }

  /** How many label values were replaced because they are not allowed. */
  get unexpectedCount(): number {
    return this.#unexpectedCount;
  }

  /** The policy that decides which metrics are shown. */
  get policy(): MetricPolicy {
    return this.#policy;
  }

  /**
   * Returns the metrics of a class. Parts that count the same things share them.
   * @param type class whose constructor adds the metrics. It is called once
   */
  shared<T>(type: new (registry: MetricRegistry) => T): T {
    let metrics = this.#shared.get(type) as T | undefined;
    if (!metrics) {
      metrics = new type(this);
      this.#shared.set(type, metrics);
    }
    return metrics;
  }

  /** The definitions of all added metrics. */
  get definitions(): readonly MetricDefinition<string>[] {
    return this.#metrics.map(({ metric }) => metric.definition);
  }

  /** Returns the present values of all metrics. */
  collect(): readonly MetricFamily[] {
    return this.#metrics.map(({ metric, refresh }) => {
      refresh?.();
      const { name, stability, combine = "sum" } = metric.definition;
      return {
        name,
        help: helpOf(metric.definition),
        stability,
        combine,
        type: metric.type,
        samples: metric.samples(),
        ...(metric.windows ? { windows: metric.windows() } : {}),
      };
    });
  }

  /** Returns all metrics in the Prometheus text format, version 0.0.4. */
  render(): string {
    return renderFamilies(this.collect());
  }
}

/** Returns the help text, which names the release of a deprecation. */
function helpOf({ help, deprecatedVersion }: MetricDefinition<string>): string {
  return deprecatedVersion === undefined ? help : `(Deprecated since ${deprecatedVersion}) ${help}`;
}

/** Returns metrics in the Prometheus text format, version 0.0.4. */
export function renderFamilies(families: readonly MetricFamily[]): string {
  const lines = families.flatMap(({ name, help, stability, type, samples, windows = [] }) => [
    `# HELP ${name} [${stability}] ${help}`,
    `# TYPE ${name} ${type}`,
    ...windows.flatMap(quantileSamples).map(renderSample),
    ...samples.map(renderSample),
  ]);
  return `${lines.join("\n")}\n`;
}

/**
 * Returns the metrics of a server from those of its processes.
 * @param processes the metrics of each process, with the main process first
 */
export function combineFamilies(processes: readonly (readonly MetricFamily[])[]): readonly MetricFamily[] {
  const combined = new Map<string, { readonly family: MetricFamily; readonly values: Map<string, number> }>();
  for (const family of processes.flat()) {
    const known = combined.get(family.name) ?? { family, values: new Map() };
    combined.set(family.name, known);
    for (const [series, value] of family.samples) {
      const earlier = known.values.get(series);
      if (earlier === undefined) known.values.set(series, value);
      else if (family.combine === "sum") known.values.set(series, earlier + value);
    }
  }
  return Array.from(combined.values(), ({ family, values }) => ({
    ...family,
    samples: [...values],
    ...(family.windows ? { windows: combineWindows(processes, family.name) } : {}),
  }));
}

/**
 * Returns the values that must not decrease when processes end: counters, and what histograms and summaries have counted. The
 * other values end with their process.
 * @param processes the last metrics of processes that have ended
 */
export function accumulatedFamilies(processes: readonly (readonly MetricFamily[])[]): readonly MetricFamily[] {
  const accumulated = processes.map((families) =>
    families.filter(({ type, combine }) => type !== "gauge" && combine === "sum"),
  );
  return combineFamilies(accumulated).map(({ windows: _windows, ...family }) => family);
}

/** Returns the recent observations of a summary in all processes. */
function combineWindows(processes: readonly (readonly MetricFamily[])[], name: string): readonly SummaryWindow[] {
  const combined = new Map<string, SummaryWindow>();
  for (const family of processes.flat()) {
    if (family.name !== name) continue;
    for (const window of family.windows ?? []) {
      const key = window.quantiles[0]?.[0] ?? "";
      const known = combined.get(key);
      combined.set(key, known ? { ...known, counts: addSizeCounts([known.counts, window.counts]) } : window);
    }
  }
  return [...combined.values()];
}

function quantileSamples({ quantiles, counts }: SummaryWindow): readonly Sample[] {
  return quantiles.map(([series, quantile]) => [series, sizeAt(counts, quantile)]);
}

function renderSample([series, value]: Sample): string {
  return `${series} ${value}`;
}

function escapeLabel(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/"/g, '\\"');
}
