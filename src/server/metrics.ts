/** What the server counts about itself, under the reference's names. */
import {
  Counter,
  Gauge,
  Histogram,
  type HistogramDefinition,
  type MetricDefinition,
  MetricRegistry,
} from "../base/metrics.ts";
import type { Call } from "./call.ts";
import type { PathHandler } from "./route.ts";

const requestLabels = ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component"] as const;

const requestTotal: MetricDefinition<string> = {
  name: "apiserver_request_total",
  help: "Number of answered requests, by what they were about and the status of the answer.",
  stability: "STABLE",
  labels: [...requestLabels, "code"],
};

const requestDuration: HistogramDefinition<string> = {
  name: "apiserver_request_duration_seconds",
  help: "Time from the arrival of a request to the end of its answer, in seconds.",
  stability: "STABLE",
  labels: requestLabels,
  buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
};

const inFlight: MetricDefinition<string> = {
  name: "apiserver_current_inflight_requests",
  help: "Number of requests under way, by kind: mutating or readOnly.",
  stability: "STABLE",
  labels: ["request_kind"],
};

const longRunning: MetricDefinition<string> = {
  name: "apiserver_longrunning_requests",
  help: "Number of requests under way that are meant to last, such as watches.",
  stability: "STABLE",
  labels: ["verb", "group", "version", "resource", "subresource", "scope", "component"],
};

const deprecatedApis: MetricDefinition<string> = {
  name: "apiserver_requested_deprecated_apis",
  help: "1 for each version of a resource that was asked for and is on its way out, with the release that removes it.",
  stability: "STABLE",
  labels: ["group", "version", "resource", "subresource", "removed_release"],
};

const residentMemory: MetricDefinition<string> = {
  name: "process_resident_memory_bytes",
  help: "Resident memory of the process, in bytes.",
  stability: "ALPHA",
  labels: [],
};

const cpuSeconds: MetricDefinition<string> = {
  name: "process_cpu_seconds_total",
  help: "User and system CPU time of the process, in seconds.",
  stability: "ALPHA",
  labels: [],
};

const startTime: MetricDefinition<string> = {
  name: "process_start_time_seconds",
  help: "When the process started, in seconds since the Unix epoch.",
  stability: "ALPHA",
  labels: [],
};

/** Figures of the process, which only the composing room may read. */
export interface ProcessFigures {
  readonly residentBytes: () => number;
  readonly cpuSeconds: () => number;
  readonly startedSeconds: number;
}

export class ServerMetrics {
  readonly registry = new MetricRegistry();
  readonly #requests = this.registry.add(new Counter(requestTotal));
  readonly #durations = this.registry.add(new Histogram(requestDuration));
  readonly #inFlight = this.registry.add(new Gauge(inFlight));
  readonly #longRunning = this.registry.add(new Gauge(longRunning));
  readonly #deprecatedApis = this.registry.add(new Gauge(deprecatedApis));

  constructor(figures: ProcessFigures) {
    this.registry.add(new Gauge(residentMemory), (gauge) => gauge.set([], figures.residentBytes()));
    this.registry.add(new Gauge(cpuSeconds), (gauge) => gauge.set([], figures.cpuSeconds()));
    this.registry.add(new Gauge(startTime), (gauge) => gauge.set([], figures.startedSeconds));
  }

  /** Counts an answered request. */
  answered(call: Call, durationMs: number): void {
    const labels = requestLabelsOf(call);
    this.#requests.add([...labels, String(call.status)]);
    this.#durations.observe(labels, durationMs / 1000);
    const { deprecation, target } = call;
    if (!deprecation || !target) return;
    const { group, version, resource, subresource } = target;
    this.#deprecatedApis.set([group, version, resource, subresource, deprecation.removedRelease], 1);
  }

  /** @param by 1 when a request of this kind begins, -1 when it ends */
  changeInFlight(kind: "mutating" | "readOnly", by: 1 | -1): void {
    this.#inFlight.add([kind], by);
  }

  changeLongRunning(call: Call, by: 1 | -1): void {
    const [verb = "", , ...rest] = requestLabelsOf(call);
    this.#longRunning.add([verb, ...rest], by);
  }
}

/** Serves `/metrics`. */
export function metricsHandler(metrics: ServerMetrics): PathHandler {
  return async (call) => {
    call.respond(
      200,
      { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      Buffer.from(metrics.registry.render()),
    );
  };
}

/** Labels of closed sets only: what a path names that nobody serves is left empty. */
function requestLabelsOf(call: Call): readonly string[] {
  const { target, info } = call;
  const dryRun = call.dryRun ? "All" : "";
  if (!target || !info.isResource) return [methodLabel(call.method), dryRun, "", "", "", "", "", "apiserver"];
  const { group, version, resource, subresource } = target;
  const scope = info.name !== "" ? "resource" : info.namespace !== "" ? "namespace" : "cluster";
  return [verbLabel(info.verb), dryRun, group, version, resource, subresource, scope, "apiserver"];
}

const verbLabels: Readonly<Record<string, string>> = {
  get: "GET",
  list: "LIST",
  watch: "WATCH",
  create: "POST",
  update: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  deletecollection: "DELETECOLLECTION",
};

function verbLabel(verb: string): string {
  return verbLabels[verb] ?? "other";
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function methodLabel(method: string): string {
  return methods.has(method) ? method : "other";
}
