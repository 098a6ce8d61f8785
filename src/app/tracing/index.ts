export { loadTracing } from "./load-tracing.ts";
export { RunningTracing } from "./running-tracing.ts";
export { tracedRequests } from "./traced-requests.ts";
