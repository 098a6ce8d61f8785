/** Counts the events that watches send, under the reference's names. */
import {
  Counter,
  Histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricRegistry,
} from "../../base/metrics.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { DocumentType } from "../served/document-type.ts";

const eventTotal: MetricDefinition<string> = {
  name: "apiserver_watch_events_total",
  help: "Number of events that were sent to watches, including bookmarks.",
  stability: "ALPHA",
  labels: ["group", "version", "kind"],
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
  readonly #counters = new Map<string, (bytes: number) => void>();

  constructor(registry: MetricRegistry) {
    this.#events = registry.add(new Counter(eventTotal));
    this.#sizes = registry.add(new Histogram(eventSizes));
  }

  /** Returns a function that counts an event of a kind by its size. All watches of the kind share it. */
  eventCounter({ apiVersion, kind }: DocumentType["kind"]): (bytes: number) => void {
    const key = `${apiVersion} ${kind}`;
    let counter = this.#counters.get(key);
    if (!counter) {
      const { group = "", version = "" } = parseGroupVersion(apiVersion) ?? {};
      const labels = [group, version, kind];
      const [count, observe] = [this.#events.adder(labels), this.#sizes.recorder(labels)];
      counter = (bytes) => {
        count();
        observe(bytes);
      };
      this.#counters.set(key, counter);
    }
    return counter;
  }
}
