/** Metrics about the metrics of a server, with the names of the reference. */
import { Counter, type MetricDefinition, type MetricRegistry } from "../base/metrics.ts";

const registered: MetricDefinition<string> = {
  name: "registered_metrics_total",
  help: "Number of shown metrics, by stability and by the release that deprecated them.",
  stability: "BETA",
  labels: ["deprecated_version", "stability_level"],
  combine: "first",
};

const disabled: MetricDefinition<string> = {
  name: "disabled_metrics_total",
  help: "Number of metrics that the flag --disabled-metrics names.",
  stability: "BETA",
  labels: [],
  combine: "first",
};

const hidden: MetricDefinition<string> = {
  name: "hidden_metrics_total",
  help: "Number of metrics that are not shown, because they are deprecated or disabled.",
  stability: "BETA",
  labels: [],
  combine: "first",
};

const unexpectedValues: MetricDefinition<string> = {
  name: "cardinality_enforcement_unexpected_categorizations_total",
  help: "Number of label values that were recorded as unexpected, because the flag --allow-metric-labels excludes them.",
  stability: "ALPHA",
  labels: [],
};

/**
 * Adds the metrics about metrics to a registry.
 * @param others further registries whose metrics are counted
 */
export function addMetaMetrics(registry: MetricRegistry, others: readonly MetricRegistry[]): void {
  const registries = [registry, ...others];
  const sum = (count: (one: MetricRegistry) => number): number =>
    registries.reduce((total, one) => total + count(one), 0);
  registry.add(new Counter(registered), (counter) => {
    const counts = new Map<string, number>();
    for (const { deprecatedVersion = "", stability } of registries.flatMap(({ definitions }) => definitions)) {
      const key = `${deprecatedVersion} ${stability}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [key, count] of counts) counter.raise(key.split(" "), count);
  });
  registry.add(new Counter(disabled)).add([], registry.policy.disabled.length);
  registry.add(new Counter(hidden), (counter) =>
    counter.raise(
      [],
      sum((one) => one.hidden.length),
    ),
  );
  registry.add(new Counter(unexpectedValues), (counter) =>
    counter.raise(
      [],
      sum((one) => one.unexpectedCount),
    ),
  );
}
