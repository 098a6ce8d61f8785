/** Requests to admission, and a running Admission, for tests of plugins. */
import { ManualClock } from "../../base/manual-clock.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import { StatusError } from "../../meta/status-error.ts";
import { Admission, AdmissionMetrics, type MutableRequest, type PluginDefinition } from "../index.ts";

/** Returns a create of a ConfigMap, with other parts if the test names them. */
export function configMapRequest(parts: Partial<MutableRequest> = {}): MutableRequest {
  return {
    operation: "CREATE",
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource: { group: "", version: "v1", resource: "configmaps" },
    subresource: "",
    namespace: "default",
    name: "a",
    object: { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } },
    oldObject: undefined,
    equivalents: [],
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    dryRun: false,
    user: { name: "alice", groups: [] },
    signal: new AbortController().signal,
    objectText: () => undefined,
    oldObjectText: () => undefined,
    remainingMs: () => 60_000,
    documents: () => {
      throw new Error("no test makes documents of this request");
    },
    replace: () => Promise.reject(new Error("no test replaces this object")),
    warn: () => {},
    annotate: () => {},
    annotateObjects: (key, value) => parts.annotate?.(key, value()),
    addLatency: () => {},
    ...parts,
  };
}

/** Returns an Admission that runs the plugins in this order. */
export function admissionOf(...definitions: readonly PluginDefinition[]): Admission {
  const clock = new ManualClock();
  return new Admission(definitions, { clock, metrics: new AdmissionMetrics(new MetricRegistry(), clock) });
}

/** Returns the error that the client gets. Undefined if the request is admitted. */
export async function rejectionOf(run: Promise<void>): Promise<[code: number, message: string] | undefined> {
  try {
    await run;
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return [error.code, error.message];
    throw error;
  }
}
