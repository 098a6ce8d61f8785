/**
 * Counters, gauges and histograms in Prometheus text form. Small on purpose: the usual client library costs an idle
 * server a tenth of its memory. The values of labels come from closed sets; whoever records sees to that.
 */

export type Stability = "ALPHA" | "BETA" | "STABLE";

export interface MetricDefinition<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly stability: Stability;
  readonly labels: readonly L[];
}

export interface HistogramDefinition<L extends string> extends MetricDefinition<L> {
  /** Upper bounds in ascending order, without +Inf. */
  readonly buckets: readonly number[];
}

/** Values of the labels, in the order in which the metric declares them. */
export type LabelValues = readonly string[];

interface Metric {
  readonly definition: MetricDefinition<string>;
  readonly type: "counter" | "gauge" | "histogram";
  /** Sample lines. */
  render(): readonly string[];
}

/** More series than this of one metric are not recorded: a label is not as closed as it should be. */
const seriesMax = 10_000;

/** Joins label values to a key; the separator stands in no label. */
function keyOf(values: LabelValues): string {
  return values.length === 1 ? (values[0] ?? "") : values.join("\u0000");
}

abstract class Series<T, L extends string> {
  readonly definition: MetricDefinition<L>;
  readonly #series = new Map<string, { readonly values: LabelValues; readonly state: T }>();

  constructor(definition: MetricDefinition<L>) {
    this.definition = definition;
  }

  protected abstract create(): T;
  protected abstract renderSeries(labels: (more?: string) => string, state: T): readonly string[];

  protected state(values: LabelValues): T {
    const key = keyOf(values);
    const known = this.#series.get(key);
    if (known) return known.state;
    const state = this.create();
    if (this.#series.size < seriesMax) this.#series.set(key, { values, state });
    return state;
  }

  render(): readonly string[] {
    return [...this.#series.values()].flatMap(({ values, state }) =>
      this.renderSeries((more = "") => this.#labels(values, more), state),
    );
  }

  #labels(values: LabelValues, more: string): string {
    const pairs = this.definition.labels.map((label, index) => `${label}="${escapeLabel(values[index] ?? "")}"`);
    if (more !== "") pairs.push(more);
    return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  }
}

export class Counter<L extends string = string> extends Series<{ value: number }, L> {
  readonly type = "counter";

  add(values: LabelValues = [], amount = 1): void {
    this.state(values).value += amount;
  }

  /** Brings the counter up to what something else has counted. It never falls. */
  raise(values: LabelValues, total: number): void {
    const state = this.state(values);
    state.value = Math.max(state.value, total);
  }

  protected create(): { value: number } {
    return { value: 0 };
  }

  protected renderSeries(labels: () => string, { value }: { value: number }): readonly string[] {
    return [`${this.definition.name}${labels()} ${value}`];
  }
}

export class Gauge<L extends string = string> extends Series<{ value: number }, L> {
  readonly type = "gauge";

  set(values: LabelValues, value: number): void {
    this.state(values).value = value;
  }

  add(values: LabelValues, amount: number): void {
    this.state(values).value += amount;
  }

  protected create(): { value: number } {
    return { value: 0 };
  }

  protected renderSeries(labels: () => string, { value }: { value: number }): readonly string[] {
    return [`${this.definition.name}${labels()} ${value}`];
  }
}

interface Observations {
  /** Observations per bucket, not cumulative; the last is beyond all bounds. */
  readonly counts: number[];
  sum: number;
  count: number;
}

export class Histogram<L extends string = string> extends Series<Observations, L> {
  readonly type = "histogram";
  readonly #buckets: readonly number[];

  constructor(definition: HistogramDefinition<L>) {
    super(definition);
    this.#buckets = definition.buckets;
  }

  observe(values: LabelValues, value: number): void {
    const state = this.state(values);
    let bucket = 0;
    while (bucket < this.#buckets.length && value > (this.#buckets[bucket] ?? 0)) bucket++;
    state.counts[bucket] = (state.counts[bucket] ?? 0) + 1;
    state.sum += value;
    state.count++;
  }

  protected create(): Observations {
    return { counts: [...this.#buckets, Number.POSITIVE_INFINITY].map(() => 0), sum: 0, count: 0 };
  }

  protected renderSeries(labels: (more?: string) => string, { counts, sum, count }: Observations): readonly string[] {
    const { name } = this.definition;
    let cumulative = 0;
    const lines = [...this.#buckets.map(String), "+Inf"].map((bound, index) => {
      cumulative += counts[index] ?? 0;
      return `${name}_bucket${labels(`le="${bound}"`)} ${cumulative}`;
    });
    return [...lines, `${name}_sum${labels()} ${sum}`, `${name}_count${labels()} ${count}`];
  }
}

/** The metrics of one server. */
export class MetricRegistry {
  readonly #metrics: { readonly metric: Metric; readonly refresh?: () => void }[] = [];

  /** @param refresh brings the metric up to date before it is read */
  add<M extends Metric>(metric: M, refresh?: (metric: M) => void): M {
    this.#metrics.push({ metric, ...(refresh ? { refresh: () => refresh(metric) } : {}) });
    return metric;
  }

  /** Of everything that has been added. */
  get definitions(): readonly MetricDefinition<string>[] {
    return this.#metrics.map(({ metric }) => metric.definition);
  }

  /** All metrics in the Prometheus text format, version 0.0.4. */
  render(): string {
    const lines: string[] = [];
    for (const { metric, refresh } of this.#metrics) {
      refresh?.();
      const { name, help, stability } = metric.definition;
      lines.push(`# HELP ${name} [${stability}] ${help}`, `# TYPE ${name} ${metric.type}`, ...metric.render());
    }
    return `${lines.join("\n")}\n`;
  }
}

function escapeLabel(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/"/g, '\\"');
}
