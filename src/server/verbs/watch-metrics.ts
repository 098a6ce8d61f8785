/** Counts the events that watches send, under the reference's names. */
import {
  Counter,
  Histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricRegistry,
} from "../../base/metrics.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { Call } from "../requests/call.ts";
import { scopeOf } from "../requests/request-info.ts";
import type { DocumentType } from "../served/document-type.ts";

const eventTotal: MetricDefinition<string> = {
  name: "apiserver_watch_events_total",
  help: "Number of events that were sent to watches, including bookmarks.",
  stability: "ALPHA",
  labels: ["group", "version", "kind"],
};

const listDurations: HistogramDefinition<string> = {
  name: "apiserver_watch_list_duration_seconds",
  help: "Time from the arrival of a watch to the mark at the end of its initial events, in seconds.",
  stability: "ALPHA",
  labels: ["group", "version", "resource", "scope"],
  buckets: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60],
};

const eventSizes: HistogramDefinition<string> = {
  ...eventTotal,
  name: "apiserver_watch_events_sizes",
  help: "Size of the events that were sent to watches, in bytes.",
  buckets: Array.from({ length: 8 }, (_, power) => 1024 * 2 ** power),
};

/** Counts the events of watches. */
export class WatchMetrics {
  readonly #events: Counter;
  readonly #sizes: Histogram;
  readonly #listDurations: Histogram;
  readonly #counters = new Map<string, (bytes: number) => void>();

  constructor(registry: MetricRegistry) {
    this.#events = registry.add(new Counter(eventTotal));
    this.#sizes = registry.add(new Histogram(eventSizes));
    this.#listDurations = registry.add(new Histogram(listDurations));
  }

  /** Returns a function that counts an event of a kind by its size. All watches of the kind share it. */
  eventCounter({ apiVersion, kind }: DocumentType["kind"]): (bytes: number) => void {
    const key = `${apiVersion} ${kind}`;
    let counter = this.#counters.get(key);
    if (!counter) {
      const { group = "", version = "" } = parseGroupVersion(apiVersion) ?? {};
      const labels = [group, version, kind];
      // As in the reference, the series exist from the first event on.
      let series: { readonly count: () => void; readonly observe: (bytes: number) => void } | undefined;
      counter = (bytes) => {
        series ??= { count: this.#events.adder(labels), observe: this.#sizes.recorder(labels) };
        series.count();
        series.observe(bytes);
      };
      this.#counters.set(key, counter);
    }
    return counter;
  }

  /** Records that the initial events of a watch, and the mark at their end, were sent. */
  observeInitialEvents({ target, info }: Call, durationMs: number): void {
    if (!target || !info.isResource) return;
    this.#listDurations.observe([target.group, target.version, target.resource, scopeOf(info)], durationMs / 1000);
  }
}
