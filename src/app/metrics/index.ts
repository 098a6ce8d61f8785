/** The policy of metrics, with its file. */
export { loadMetrics } from "./load-metrics.ts";
