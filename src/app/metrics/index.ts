/** The policy of metrics, with its file. */
export { logDeprecatedMetrics } from "./deprecated-metrics.ts";
export { loadMetrics } from "./load-metrics.ts";
