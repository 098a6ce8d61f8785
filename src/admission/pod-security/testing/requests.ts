/** Requests to the plugin, and its services over objects that a test lists. */
import type { Namespace, Pod } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { MetricRegistry } from "../../../base/metrics.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import type { AdmissionRequest } from "../../plugin.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import { defaultSettings, type PodSecuritySettings } from "../configuration.ts";
import { podSecurity } from "../pod-security.ts";

/** Prefix of the labels of namespaces. */
export const labelPrefix = "pod-security.kubernetes.io/";

/** Returns labels with the prefix. */
export function policyOf(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [`${labelPrefix}${name}`, value]));
}

/** The answer to a request. */
interface Answer {
  /** Undefined if the request was admitted. */
  readonly rejection: readonly [code: number, message: string] | undefined;
  readonly warnings: readonly string[];
}

/** Objects and settings of a plugin under test. */
export interface TestedPluginOptions {
  /** Labels of the namespace `shop`, without their prefix. Undefined: there is no such namespace. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly pods?: readonly object[];
  readonly settings?: Partial<PodSecuritySettings>;
  readonly trustsUserNamespaces?: boolean;
  /** How long it takes to read a Pod. Default: no time. */
  readonly podReadMs?: number;
}

/** A plugin, over one namespace. */
export class TestedPlugin {
  readonly metrics = new MetricRegistry();
  readonly #plugin;

  constructor({ labels, pods = [], settings, trustsUserNamespaces = false, podReadMs = 0 }: TestedPluginOptions) {
    const namespace = labels && { metadata: { name: "shop", labels: policyOf(labels) } };
    let elapsedMs = 0;
    const reads = pods.map((pod) => () => {
      elapsedMs += podReadMs;
      return pod as DeepReadonly<Pod>;
    });
    this.#plugin = podSecurity({
      vocabulary: vocabularies.kubernetes,
      clock: { monotonicMs: () => elapsedMs },
      metrics: this.metrics,
      namespaces: { get: async (_, name) => (name === "shop" ? (namespace as DeepReadonly<Namespace>) : undefined) },
      pods: { scan: async () => reads },
      settings: { ...defaultSettings, ...settings },
      trustsUserNamespaces,
    });
  }

  /** Sends a request. */
  async send(request: Partial<AdmissionRequest<ApiObject>>): Promise<Answer> {
    const warnings: string[] = [];
    const whole = {
      ...configMapRequest({ namespace: "shop" }),
      warn: (text: string) => void warnings.push(text),
      ...request,
    };
    const rejection = await rejectionOf(this.#plugin.validate?.(whole) ?? Promise.resolve());
    return { rejection, warnings };
  }

  /** Creates or updates a Pod. */
  async sendPod(spec: object, request: Partial<AdmissionRequest<ApiObject>> = {}): Promise<Answer> {
    const object = { kind: "Pod", apiVersion: "v1", metadata: { name: "a", namespace: "shop" }, spec };
    const resource = { group: "", version: "v1", resource: "pods" };
    return await this.send({ kind: { group: "", version: "v1", kind: "Pod" }, resource, object, ...request });
  }

  /** Creates the namespace, or updates its labels. */
  async label(
    labels: Readonly<Record<string, string>>,
    old?: Readonly<Record<string, string>>,
    name = "shop",
  ): Promise<Answer> {
    const namespace = (own: Readonly<Record<string, string>>): ApiObject => ({
      kind: "Namespace",
      apiVersion: "v1",
      metadata: { name, labels: policyOf(own) },
    });
    return await this.send({
      operation: old ? "UPDATE" : "CREATE",
      kind: { group: "", version: "v1", kind: "Namespace" },
      resource: { group: "", version: "v1", resource: "namespaces" },
      namespace: "",
      name,
      object: namespace(labels),
      oldObject: old && namespace(old),
    });
  }

  /** Returns the lines of a metric that are not 0, without its name. */
  counts(metric: "evaluations" | "exemptions" | "errors"): readonly string[] {
    const name = `pod_security_${metric}_total`;
    return this.metrics
      .render()
      .split("\n")
      .filter((line) => line.startsWith(`${name}{`) && !line.endsWith(" 0"))
      .map((line) => line.slice(name.length));
  }
}
