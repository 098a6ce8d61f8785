/** The metrics of the server, under the reference's names. */
import { AuthenticationMetrics } from "../authn/index.ts";
import {
  Counter,
  combineFamilies,
  Gauge,
  Histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricFamily,
  type MetricPolicy,
  MetricRegistry,
  renderFamilies,
} from "../base/metrics.ts";
import { AuthorizationMetrics } from "./authorization-metrics.ts";
import { addProcessMetrics, type ProcessFigures, shownStartSeconds } from "./process-metrics.ts";
import type { Call, CallTarget } from "./requests/call.ts";
import { opensConnection } from "./requests/long-running.ts";
import { type ResourceRequestInfo, scopeOf } from "./requests/request-info.ts";
import type { PathHandler } from "./route.ts";
import type { VersionInfo } from "./version.ts";

const requestLabels = ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component"] as const;

const labelsWithoutDryRun = requestLabels.filter((label) => label !== "dry_run");

const requestTotal: MetricDefinition<string> = {
  name: "apiserver_request_total",
  help: "Number of requests, by verb, resource and response code.",
  stability: "STABLE",
  labels: [...requestLabels, "code"],
};

const requestDuration: HistogramDefinition<string> = {
  name: "apiserver_request_duration_seconds",
  help: "Time from the arrival of a request to the end of its response, in seconds.",
  stability: "STABLE",
  labels: requestLabels,
  buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
};

const requestSliDuration: HistogramDefinition<string> = {
  name: "apiserver_request_sli_duration_seconds",
  help: "Same as apiserver_request_duration_seconds, but without the time of webhooks and of queues of priority levels.",
  stability: "ALPHA",
  labels: labelsWithoutDryRun,
  buckets: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
};

const requestSloDuration: HistogramDefinition<string> = {
  ...requestSliDuration,
  name: "apiserver_request_slo_duration_seconds",
  help: "Same as apiserver_request_sli_duration_seconds.",
  deprecatedVersion: "1.27.0",
};

const responseSizes: HistogramDefinition<string> = {
  name: "apiserver_response_sizes",
  help: "Size of the responses to GET and LIST requests, in bytes after compression.",
  stability: "STABLE",
  labels: labelsWithoutDryRun,
  buckets: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9],
};

const requestBodySizes: HistogramDefinition<"resource" | "verb"> = {
  name: "apiserver_request_body_size_bytes",
  help: "Size of the bodies of requests that were read completely, in bytes.",
  stability: "ALPHA",
  labels: ["resource", "verb"],
  buckets: Array.from({ length: 31 }, (_, index) => 50_000 + index * 100_000),
};

const storageObjects: MetricDefinition<string> = {
  name: "apiserver_storage_objects",
  help: "Number of stored objects of each resource that has been read since the start.",
  stability: "STABLE",
  labels: ["resource"],
  combine: "first",
};

const storageSize: MetricDefinition<string> = {
  name: "apiserver_storage_size_bytes",
  help: "Size of the store's file, or of etcd's database, in bytes.",
  stability: "STABLE",
  labels: ["storage_cluster_id"],
  combine: "first",
};

const formerStorageSize: MetricDefinition<string> = {
  ...storageSize,
  name: "apiserver_storage_db_total_size_in_bytes",
  stability: "ALPHA",
  deprecatedVersion: "1.28.0",
  labels: ["endpoint"],
};

const buildInfo: MetricDefinition<string> = {
  name: "kubernetes_build_info",
  help: "Always 1. The labels contain the version of the server, with the values of /version.",
  stability: "ALPHA",
  labels: [
    "build_date",
    "compiler",
    "git_commit",
    "git_tree_state",
    "git_version",
    "go_version",
    "major",
    "minor",
    "platform",
  ],
  combine: "first",
};

const featureEnabled: MetricDefinition<string> = {
  name: "kubernetes_feature_enabled",
  help: "State of each feature gate: 1 if it is on, 0 if it is off.",
  stability: "BETA",
  labels: ["name", "stage"],
  combine: "first",
};

const inFlight: MetricDefinition<string> = {
  name: "apiserver_current_inflight_requests",
  help: "Number of requests in flight, by kind: mutating or readOnly.",
  stability: "STABLE",
  labels: ["request_kind"],
};

const waitingRequests: MetricDefinition<string> = {
  name: "apiserver_current_inqueue_requests",
  help: "Number of requests that wait for others to end, by kind: mutating or readOnly.",
  stability: "ALPHA",
  labels: ["request_kind"],
};

const longRunning: MetricDefinition<string> = {
  name: "apiserver_longrunning_requests",
  help: "Number of open long-running requests, such as watches.",
  stability: "STABLE",
  labels: labelsWithoutDryRun,
};

const deprecatedApis: MetricDefinition<string> = {
  name: "apiserver_requested_deprecated_apis",
  help: "1 for each requested resource in a deprecated version. The label removed_release names the release without it.",
  stability: "STABLE",
  labels: ["group", "version", "resource", "subresource", "removed_release"],
  combine: "first",
};

const processes: MetricDefinition<string> = {
  name: "apiserver_processes",
  help: "Number of processes of the server that can serve connections.",
  stability: "ALPHA",
  labels: [],
};

const damagedObjects: MetricDefinition<string> = {
  name: "apiserver_storage_damaged_objects",
  help: "Number of stored objects that cannot be read, by the prefix of their keys.",
  stability: "ALPHA",
  labels: ["prefix"],
  combine: "first",
};

/** Sizes of the store. */
export interface StorageFigures {
  /**
   * Number of objects of each resource, such as `deployments.apps`. Counts only resources whose objects are in memory.
   */
  readonly objectCounts: () => Iterable<readonly [resource: string, count: number]>;
  /** Size of the store's file, or of etcd's database. Undefined if it is not known. */
  readonly bytes: () => number | undefined;
}

/** A feature gate and its state. */
export interface GateFigure {
  readonly name: string;
  /** `ALPHA`, `BETA`, or empty for GA. */
  readonly stage: string;
  readonly isEnabled: boolean;
}

/** The metrics that the server counts. `registry` renders them. */
export class ServerMetrics {
  readonly registry: MetricRegistry;
  readonly authentication: AuthenticationMetrics;
  readonly authorization: AuthorizationMetrics;
  readonly #requests: Counter;
  readonly #durations: Histogram;
  readonly #sliDurations: Histogram;
  /** Undefined unless deprecated metrics are shown, so that requests do not record it in vain. */
  readonly #sloDurations: Histogram | undefined;
  readonly #responseSizes: Histogram;
  readonly #bodySizes: Histogram<"resource" | "verb">;
  /** The series of requests for each resource, by verb, scope, status and dry run. Looking up label values takes longer. */
  readonly #resourceSeries = new WeakMap<CallTarget, Map<string, RequestSeries>>();
  readonly #inFlight: Gauge;
  readonly #waiting: Gauge;
  readonly #longRunning: Gauge;
  readonly #deprecatedApis: Gauge;

  /** @param policy which metrics are shown. Default: all of them */
  constructor(figures: ProcessFigures, policy?: MetricPolicy) {
    const registry = new MetricRegistry(policy);
    this.registry = registry;
    this.authentication = new AuthenticationMetrics(registry);
    this.authorization = new AuthorizationMetrics(registry);
    this.#requests = registry.add(new Counter(requestTotal));
    this.#durations = registry.add(new Histogram(requestDuration));
    this.#sliDurations = registry.add(new Histogram(requestSliDuration));
    const sloDurations = registry.add(new Histogram(requestSloDuration));
    this.#sloDurations = registry.hidden.includes(requestSloDuration) ? undefined : sloDurations;
    this.#responseSizes = registry.add(new Histogram(responseSizes));
    this.#bodySizes = registry.add(new Histogram(requestBodySizes));
    this.#inFlight = registry.add(new Gauge(inFlight));
    this.#waiting = registry.add(new Gauge(waitingRequests));
    this.#longRunning = registry.add(new Gauge(longRunning));
    this.#deprecatedApis = registry.add(new Gauge(deprecatedApis));
    registry.add(new Gauge(processes)).set([], 1);
    addProcessMetrics(registry, figures);
  }

  /** Adds metrics of the store. */
  showStorage({ objectCounts, bytes }: StorageFigures): void {
    this.registry.add(new Gauge(storageObjects), (gauge) => {
      for (const [resource, count] of objectCounts()) gauge.set([resource], count);
    });
    for (const definition of [storageSize, formerStorageSize]) {
      this.registry.add(new Gauge(definition), (gauge) => {
        const size = bytes();
        if (size === undefined) gauge.remove(["etcd-0"]);
        else gauge.set(["etcd-0"], size);
      });
    }
  }

  /** Adds metrics of the version that runs and of its feature gates. */
  showBuild(version: VersionInfo, gates: readonly GateFigure[]): void {
    const { buildDate, compiler, gitCommit, gitTreeState, gitVersion, goVersion, major, minor, platform } = version;
    const values = [buildDate, compiler, gitCommit, gitTreeState, gitVersion, goVersion, major, minor, platform];
    this.registry.add(new Gauge(buildInfo)).set(values, 1);
    const features = this.registry.add(new Gauge(featureEnabled));
    for (const { name, stage, isEnabled } of gates) features.set([name, stage], isEnabled ? 1 : 0);
  }

  /**
   * Adds a metric of the stored objects that cannot be read.
   * @param keys returns their keys
   */
  showDamagedObjects(keys: () => ReadonlySet<string>): void {
    let shownPrefixes: ReadonlySet<string> = new Set();
    this.registry.add(new Gauge(damagedObjects), (gauge) => {
      const counts = new Map<string, number>(Array.from(shownPrefixes, (prefix) => [prefix, 0]));
      for (const key of keys()) {
        const prefix = resourcePrefix(key);
        counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
      }
      for (const [prefix, count] of counts) gauge.set([prefix], count);
      shownPrefixes = new Set(counts.keys());
    });
  }

  /** Counts a request after its response has ended. */
  countRequest(call: Call, durationMs: number): void {
    const { deprecation, target } = call;
    const series = this.#seriesOf(call);
    series.count();
    series.duration(durationMs / 1000);
    if (series.sliDuration) {
      const ownSeconds = Math.max(durationMs - waitedMsOf(call), 0) / 1000;
      series.sliDuration(ownSeconds);
      series.sloDuration?.(ownSeconds);
    }
    series.responseSize?.(call.responseBytes);
    if (call.requestBytes !== undefined) series.bodySize?.(call.requestBytes);
    if (!deprecation || !target) return;
    const { group, version, resource, subresource } = target;
    this.#deprecatedApis.set([group, version, resource, subresource, deprecation.removedRelease], 1);
  }

  #seriesOf(call: Call): RequestSeries {
    const { target, info } = call;
    if (!target || !info.isResource) return this.#newSeries(call);
    let seriesOfTarget = this.#resourceSeries.get(target);
    if (!seriesOfTarget) {
      seriesOfTarget = new Map();
      this.#resourceSeries.set(target, seriesOfTarget);
    }
    const key = `${verbOf(call, info)} ${scopeOf(info)} ${call.status} ${dryRunOf(call)}`;
    let series = seriesOfTarget.get(key);
    if (!series) {
      series = this.#newSeries(call);
      seriesOfTarget.set(key, series);
    }
    return series;
  }

  #newSeries(call: Call): RequestSeries {
    const labels = requestLabelsOf(call);
    const [verb = "", , ...rest] = labels;
    const withoutDryRun = [verb, ...rest];
    const isWatch = verb === "WATCH";
    return {
      count: this.#requests.adder([...labels, String(call.status)]),
      duration: this.#durations.recorder(labels),
      sliDuration: isWatch ? undefined : this.#sliDurations.recorder(withoutDryRun),
      sloDuration: isWatch ? undefined : this.#sloDurations?.recorder(withoutDryRun),
      responseSize: isRead(verb) ? this.#responseSizes.recorder(withoutDryRun) : undefined,
      bodySize: this.#bodySizeRecorder(call),
    };
  }

  #bodySizeRecorder({ target, info }: Call): RequestSeries["bodySize"] {
    const verb = info.isResource ? bodyVerbs[info.verb] : undefined;
    if (!target || verb === undefined) return undefined;
    const { group, resource } = target;
    return this.#bodySizes.recorder([group === "" ? resource : `${resource}.${group}`, verb]);
  }

  /**
   * Counts the requests in flight.
   * @param change 1 when a request of this kind begins, -1 when it ends
   */
  changeInFlight(kind: "mutating" | "readOnly", change: 1 | -1): void {
    this.#inFlight.add([kind], change);
  }

  /**
   * Counts the requests that wait because of the limit of requests in flight.
   * @param change 1 when a request of this kind begins to wait, -1 when it ends
   */
  changeWaiting(kind: "mutating" | "readOnly", change: 1 | -1): void {
    this.#waiting.add([kind], change);
  }

  changeLongRunning(call: Call, change: 1 | -1): void {
    const [verb = "", , ...rest] = requestLabelsOf(call);
    this.#longRunning.add([verb, ...rest], change);
  }
}

/** The places where requests with the same labels are counted. */
interface RequestSeries {
  readonly count: () => void;
  readonly duration: (seconds: number) => void;
  /** Undefined for watches, whose duration the client decides. */
  readonly sliDuration: ((seconds: number) => void) | undefined;
  readonly sloDuration: ((seconds: number) => void) | undefined;
  readonly responseSize: ((bytes: number) => void) | undefined;
  /** Undefined for requests without a body. */
  readonly bodySize: ((bytes: number) => void) | undefined;
}

/** Labels of the verbs whose requests have bodies. */
const bodyVerbs: Readonly<Record<string, string>> = {
  create: "create",
  update: "update",
  patch: "patch",
  delete: "delete",
  deletecollection: "delete_collection",
};

/** Returns the first two segments of a key: `/registry/configmaps` for `/registry/configmaps/default/a`. */
function resourcePrefix(key: string): string {
  return key.split("/").slice(0, 3).join("/");
}

function isRead(verb: string): boolean {
  return verb === "GET" || verb === "LIST";
}

/** The metrics of each process of a server, with those of the main process first. */
export type ProcessMetrics = readonly (readonly MetricFamily[])[];

/**
 * Returns a handler that responds with metrics in the text format of Prometheus.
 * @param registry metrics of this process
 * @param startedSeconds start time of the process, since the Unix epoch
 * @param collect collects the metrics of all processes. Default: this process is the only one.
 */
export function metricsHandler(
  registry: MetricRegistry,
  startedSeconds: number,
  collect: () => Promise<ProcessMetrics> = async () => [registry.collect()],
): PathHandler {
  return async (call) => {
    const families = combineFamilies(await collect());
    const headers = {
      "content-type": "text/plain; version=0.0.4; charset=utf-8; escaping=values",
      "process-start-time-unix": String(Math.floor(shownStartSeconds(families) ?? startedSeconds)),
    };
    call.respond(200, headers, Buffer.from(renderFamilies(families)));
  };
}

/**
 * Returns the labels of a request. They are empty for a resource that is not served, because each new label value takes
 * memory and clients could invent values.
 */
function requestLabelsOf(call: Call): readonly string[] {
  const { target, info } = call;
  const dryRun = dryRunOf(call);
  if (!target || !info.isResource) {
    const subresource = pathLabel(info.path);
    const component = subresource === "" ? "apiserver" : "";
    return [methodLabel(call.method), dryRun, "", "", "", subresource, "", component];
  }
  const { group, version, resource, subresource } = target;
  return [verbOf(call, info), dryRun, group, version, resource, subresource, scopeOf(info), "apiserver"];
}

const healthPaths: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz"]);

/** Returns what stands for a path among the subresources: of health checks their path, of most paths an empty text. */
function pathLabel(path: string): string {
  if (healthPaths.has(path)) return path;
  if (path.startsWith("/openapi/v3/")) return "openapi/v3/";
  return path === "/openapi/v3" ? "openapi/v3" : "";
}

const verbLabels: Readonly<Record<string, string>> = {
  get: "GET",
  list: "LIST",
  watch: "WATCH",
  create: "POST",
  update: "PUT",
  patch: "PATCH",
  delete: "DELETE",
  deletecollection: "DELETE",
};

const applyTypes: ReadonlySet<string> = new Set(["application/apply-patch+yaml", "application/apply-patch+cbor"]);

function verbOf(call: Call, { verb }: ResourceRequestInfo): string {
  if (opensConnection(call)) return "CONNECT";
  if (verb === "patch" && applyTypes.has(call.exchange.header("content-type") ?? "")) return "APPLY";
  return verbLabels[verb] ?? "other";
}

/** Returns the label of a dry run. Options in a body count only if they are valid. */
function dryRunOf(call: Call): string {
  if (call.dryRun) return "All";
  const requested = call.query.all("dryRun");
  if (requested.length === 0) return "";
  return requested.every((value) => value === "All") ? "All" : "invalid";
}

/** Parts of a request in which it waits for webhooks, or for other requests. */
const waits = ["mutating-webhook", "validating-webhook", "apf-queue-wait"] as const;

function waitedMsOf({ latencies }: Call): number {
  if (latencies.size === 0) return 0;
  return waits.reduce((sum, part) => sum + (latencies.get(part) ?? 0), 0);
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function methodLabel(method: string): string {
  return methods.has(method) ? method : "other";
}
