import { describe, expect, test } from "vitest";
import type { ResourceQuota } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { ManualClock } from "../../../base/manual-clock.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { ObjectLister } from "../../../meta/object-reader.ts";
import { modifiedConflict, serviceUnavailable } from "../../../meta/status-error.ts";
import type { AdmissionRequest } from "../../index.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import type { PluginServices } from "../index.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import { podRequest, testPod } from "../testing/pods.ts";
import type { QuotaSettings } from "./quota-configuration.ts";

type Amounts = Record<string, string>;

/** Quotas in memory. A write names the state that it changes, as in the store. */
class StoredQuotas {
  readonly #quotas = new Map<string, ResourceQuota>();
  /** The state that readers see, if it is older. */
  olderState: readonly ResourceQuota[] | undefined;
  writes = 0;
  /** Runs before each write. */
  beforeWrite: () => Promise<void> | void = () => undefined;

  set(name: string, hard: Amounts, used: Amounts, spec: object = {}): void {
    const revision = Number(this.#quotas.get(name)?.metadata.resourceVersion ?? 0) + 1;
    const metadata = { name, namespace: "default", resourceVersion: String(revision) };
    this.#quotas.set(name, {
      kind: "ResourceQuota",
      apiVersion: "v1",
      metadata,
      spec: { hard, ...spec },
      status: { hard, used },
    });
  }

  delete(name: string): void {
    this.#quotas.delete(name);
  }

  used(name: string): Amounts | undefined {
    return this.#quotas.get(name)?.status?.used;
  }

  all(): readonly ResourceQuota[] {
    return [...this.#quotas.values()];
  }

  readonly services: Pick<PluginServices, "fewObjects" | "updateStatus"> = {
    fewObjects: (() => {
      const lister: ObjectLister<ResourceQuota> = {
        get: async () => undefined,
        list: async (namespace, { mayBeOlder = false } = {}) =>
          namespace === "default" ? ((mayBeOlder ? this.olderState : undefined) ?? this.all()) : [],
      };
      return lister;
    }) as unknown as PluginServices["fewObjects"],
    updateStatus: async (_kind, { metadata }, status) => {
      this.writes++;
      await this.beforeWrite();
      const { name = "", resourceVersion } = metadata;
      const stored = this.#quotas.get(name);
      if (stored?.metadata.resourceVersion !== resourceVersion) {
        throw modifiedConflict({ group: "", resource: "resourcequotas" }, name);
      }
      const { hard = {}, used = {} } = status as DeepReadonly<NonNullable<ResourceQuota["status"]>>;
      this.set(name, hard, used, stored?.spec);
    },
  };
}

type Validate = (request: AdmissionRequest<ApiObject>) => Promise<[number, string] | undefined>;

/** Returns the plugin over these quotas, as a function that returns the rejection of a request. */
function pluginOver(quotas: StoredQuotas, others: Partial<PluginServices> = {}): Validate {
  const admission = onlyPlugin("ResourceQuota", servicesOver([], { ...quotas.services, ...others }));
  return async (request) => await rejectionOf(admission.validate(request));
}

function limiting(...limitedResources: QuotaSettings["limitedResources"]): Partial<PluginServices> {
  return { configurations: { ResourceQuota: { limitedResources } } };
}

const limited = { group: "", matchContains: [], matchScopes: [] } as const;
const container = (name: string, requests: object = {}): object => ({ name, resources: { requests } });
const maps = (used: string, limit: string): string =>
  `configmaps "a" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=${used}, limited: configmaps=${limit}`;

describe("requests and quotas", () => {
  test("a create is added to the quota, until the limit is reached", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "2", secrets: "5" }, { configmaps: "0", secrets: "1" });
    const validate = pluginOver(quotas);
    expect(await validate(configMapRequest())).toBeUndefined();
    expect(await validate(configMapRequest())).toBeUndefined();
    expect(await validate(configMapRequest())).toEqual([403, maps("2", "2")]);
    expect(quotas.used("q")).toEqual({ configmaps: "2", secrets: "1" });
  });

  test("a dry run is checked, but not added", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "1" }, { configmaps: "0" });
    const validate = pluginOver(quotas);
    expect(await validate(configMapRequest({ dryRun: true }))).toBeUndefined();
    expect([quotas.used("q"), quotas.writes]).toEqual([{ configmaps: "0" }, 0]);
    await validate(configMapRequest());
    expect(await validate(configMapRequest({ dryRun: true }))).toEqual([403, maps("1", "1")]);
  });

  test("requests in other namespaces, of other kinds, updates, reviews and subresources write nothing", async () => {
    const quotas = new StoredQuotas();
    quotas.set(
      "q",
      { configmaps: "0", pods: "0", "count/events": "0" },
      { configmaps: "0", pods: "0", "count/events": "0" },
    );
    const validate = pluginOver(quotas);
    const resource = (plural: string) => ({ group: "", version: "v1", resource: plural });
    const object = configMapRequest().object;
    for (const request of [
      configMapRequest({ namespace: "other" }),
      configMapRequest({ namespace: "" }),
      configMapRequest({ resource: resource("endpoints") }),
      configMapRequest({ resource: resource("events") }),
      configMapRequest({ resource: { group: "example.com", version: "v1", resource: "configmaps" } }),
      configMapRequest({ operation: "UPDATE", oldObject: object }),
      configMapRequest({ changesNothing: true }),
      podRequest({}, { subresource: "binding" }),
      podRequest({}, { operation: "UPDATE", oldObject: testPod({}) }),
    ]) {
      expect(await validate(request)).toBeUndefined();
    }
    expect(quotas.writes).toBe(0);
  });

  test("a namespace without quotas costs one look-up", async () => {
    let lists = 0;
    const list = async (): Promise<readonly ResourceQuota[]> => {
      lists++;
      return [];
    };
    const lister = { get: async () => undefined, list };
    const fewObjects = (() => lister) as unknown as PluginServices["fewObjects"];
    const validate = pluginOver(new StoredQuotas(), { fewObjects });
    expect(await validate(podRequest({ containers: [] }))).toBeUndefined();
    expect(lists).toBe(1);
  });

  test("a quota whose use is unknown rejects requests", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { pods: "1", "requests.cpu": "1", secrets: "1" }, { pods: "0" });
    const validate = pluginOver(quotas);
    expect(await validate(podRequest({ containers: [container("c", { cpu: "1" })] }))).toEqual([
      403,
      'pods "a" is forbidden: status unknown for quota: q, resources: pods,requests.cpu',
    ]);
  });

  test("containers must specify the amounts of cpu and memory that a quota limits", async () => {
    const quotas = new StoredQuotas();
    const hard = { cpu: "1", "limits.memory": "1Gi", "requests.ephemeral-storage": "1Gi" };
    quotas.set("q", hard, { cpu: "0", "limits.memory": "0", "requests.ephemeral-storage": "0" });
    const containers = [container("c"), container("b", { cpu: "1" }), container("a")];
    expect(await pluginOver(quotas)(podRequest({ containers, initContainers: [container("i")] }))).toEqual([
      403,
      'pods "a" is forbidden: failed quota: q: must specify cpu for: a,c,i; limits.memory for: a,b,c,i',
    ]);
  });

  test("only what exceeds a quota is in the message", async () => {
    const quotas = new StoredQuotas();
    const hard = { pods: "1", "requests.cpu": "1", "requests.memory": "1Gi" };
    quotas.set("q", hard, { pods: "1", "requests.cpu": "500m", "requests.memory": "0" });
    const spec = { containers: [container("c", { cpu: "600m", memory: "1Gi" })] };
    expect(await pluginOver(quotas)(podRequest(spec))).toEqual([
      403,
      'pods "a" is forbidden: exceeded quota: q, requested: pods=1,requests.cpu=600m, used: pods=1,requests.cpu=500m, limited: pods=1,requests.cpu=1',
    ]);
    expect(quotas.used("q")).toEqual({ pods: "1", "requests.cpu": "500m", "requests.memory": "0" });
  });

  test("an update is charged for what it adds, and never gives anything back", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { services: "1", "services.nodeports": "3" }, { services: "1", "services.nodeports": "1" });
    const validate = pluginOver(quotas);
    const service = (count: number): ApiObject =>
      ({
        kind: "Service",
        apiVersion: "v1",
        metadata: { name: "a" },
        spec: { type: "NodePort", ports: Array.from({ length: count }, (_, index) => ({ port: 80 + index })) },
      }) as ApiObject;
    const update = (from: number, to: number): AdmissionRequest<ApiObject> =>
      configMapRequest({
        operation: "UPDATE",
        resource: { group: "", version: "v1", resource: "services" },
        object: service(to),
        oldObject: service(from),
      });
    expect(await validate(update(1, 3))).toBeUndefined();
    expect(quotas.used("q")).toEqual({ services: "1", "services.nodeports": "3" });
    expect(await validate(update(3, 5))).toEqual([
      403,
      'services "a" is forbidden: exceeded quota: q, requested: services.nodeports=2, used: services.nodeports=3, limited: services.nodeports=3',
    ]);
    expect(await validate(update(3, 1))).toBeUndefined();
    expect(quotas.used("q")).toEqual({ services: "1", "services.nodeports": "3" });
  });

  test("a resize of a Pod is charged for what it adds", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { pods: "1", "requests.cpu": "2" }, { pods: "1", "requests.cpu": "1" });
    const validate = pluginOver(quotas);
    const resize = (cpu: string): AdmissionRequest<ApiObject> =>
      podRequest(
        { containers: [container("c", { cpu })] },
        {
          operation: "UPDATE",
          subresource: "resize",
          oldObject: testPod({ containers: [container("c", { cpu: "1" })] }),
        },
      );
    expect(await validate(resize("1500m"))).toBeUndefined();
    expect(quotas.used("q")).toEqual({ pods: "1", "requests.cpu": "1500m" });
    expect(await validate(resize("2"))).toEqual([
      403,
      'pods "a" is forbidden: exceeded quota: q, requested: requests.cpu=1, used: requests.cpu=1500m, limited: requests.cpu=2',
    ]);
  });

  test("a quota with scopes counts only Pods that are in all of them", async () => {
    const quotas = new StoredQuotas();
    const scopeSelector = { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }] };
    quotas.set(
      "q",
      { pods: "0", configmaps: "0" },
      { pods: "0", configmaps: "0" },
      { scopes: ["Terminating"], scopeSelector },
    );
    const validate = pluginOver(quotas);
    expect(await validate(configMapRequest())).toBeUndefined();
    expect(await validate(podRequest({ containers: [], activeDeadlineSeconds: 1 }))).toBeUndefined();
    expect(await validate(podRequest({ containers: [], priorityClassName: "high" }))).toBeUndefined();
    const both = { containers: [], activeDeadlineSeconds: 1, priorityClassName: "high" };
    expect(await validate(podRequest(both))).toEqual([
      403,
      'pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0',
    ]);
  });

  test("a scope with invalid values is an internal error", async () => {
    const quotas = new StoredQuotas();
    const scopeSelector = { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["a_", "b"] }] };
    quotas.set("q", { pods: "1" }, { pods: "0" }, { scopeSelector });
    const [code, message] = (await pluginOver(quotas)(podRequest({ containers: [] }))) ?? [];
    expect(code).toBe(500);
    expect(message).toContain(
      'error matching scopes of quota q, err: error on matching scope {PriorityClass In [a_ b]}: failed to parse and convert selector: values[0][PriorityClass]: Invalid value: "a_"',
    );
  });
});

describe("several quotas", () => {
  test("a request must fit into all quotas", async () => {
    const quotas = new StoredQuotas();
    quotas.set("p", { configmaps: "2" }, { configmaps: "0" });
    quotas.set("q", { configmaps: "1" }, { configmaps: "0" });
    const validate = pluginOver(quotas);
    expect(await validate(configMapRequest())).toBeUndefined();
    expect(await validate(configMapRequest())).toEqual([403, maps("1", "1")]);
    expect([quotas.used("p"), quotas.used("q")]).toEqual([{ configmaps: "1" }, { configmaps: "1" }]);
  });

  test("after a conflict, only the changed quota is checked again", async () => {
    const quotas = new StoredQuotas();
    quotas.set("p", { configmaps: "5" }, { configmaps: "0" });
    quotas.set("q", { configmaps: "5" }, { configmaps: "0" });
    const validate = pluginOver(quotas);
    quotas.beforeWrite = () => {
      // Another process has changed the second quota meanwhile.
      if (quotas.writes === 1) quotas.set("q", { configmaps: "5" }, { configmaps: "3" });
    };
    expect(await validate(configMapRequest())).toBeUndefined();
    expect([quotas.used("p"), quotas.used("q")]).toEqual([{ configmaps: "1" }, { configmaps: "4" }]);
    expect(quotas.writes).toBe(3);
  });

  test("a request that no longer fits after a conflict is rejected", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "5" }, { configmaps: "0" });
    quotas.beforeWrite = () => {
      if (quotas.writes === 1) quotas.set("q", { configmaps: "5" }, { configmaps: "5" });
    };
    expect(await pluginOver(quotas)(configMapRequest())).toEqual([403, maps("5", "5")]);
  });

  test("a quota that is deleted meanwhile limits nothing", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "1" }, { configmaps: "0" });
    quotas.beforeWrite = () => quotas.delete("q");
    expect(await pluginOver(quotas)(configMapRequest())).toBeUndefined();
  });

  test("a check that begins with an older state of a quota counts the newest one", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "1" }, { configmaps: "0" });
    quotas.olderState = quotas.all();
    quotas.set("q", { configmaps: "1" }, { configmaps: "1" });
    expect(await pluginOver(quotas)(configMapRequest())).toEqual([403, maps("1", "1")]);
  });
});

describe("batches", () => {
  test("50 concurrent creates share few writes, and never exceed the quota", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "30" }, { configmaps: "0" });
    const validate = pluginOver(quotas);
    const rejections = await Promise.all(Array.from({ length: 50 }, () => validate(configMapRequest())));
    expect(rejections.filter((one) => one === undefined)).toHaveLength(30);
    expect(new Set(rejections.flatMap((one) => one ?? []))).toEqual(new Set([403, maps("30", "30")]));
    expect(quotas.used("q")).toEqual({ configmaps: "30" });
    expect(quotas.writes).toBe(2);
  });

  test("two servers on one store never exceed the quota together", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "30" }, { configmaps: "0" });
    const servers = [pluginOver(quotas), pluginOver(quotas)];
    const rejections = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => await servers[index % 2]?.(configMapRequest())),
    );
    expect(rejections.filter((one) => one === undefined)).toHaveLength(30);
    expect(quotas.used("q")).toEqual({ configmaps: "30" });
  });

  test("requests of other namespaces do not wait", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "30" }, { configmaps: "0" });
    let release: () => void = () => undefined;
    quotas.beforeWrite = () => new Promise<void>((resolve) => (release = resolve));
    const validate = pluginOver(quotas, limiting({ ...limited, resource: "secrets" }));
    const waiting = validate(configMapRequest());
    expect(await validate(configMapRequest({ namespace: "other" }))).toBeUndefined();
    release();
    expect(await waiting).toBeUndefined();
  });

  test("a failure of the store rejects the requests of its batch only", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "30" }, { configmaps: "0" });
    quotas.beforeWrite = () => {
      if (quotas.writes === 1) throw serviceUnavailable("no store");
    };
    const validate = pluginOver(quotas);
    expect(await validate(configMapRequest())).toEqual([503, "no store"]);
    expect(await validate(configMapRequest())).toBeUndefined();
  });

  test("a request that has waited for ten seconds is rejected", async () => {
    const clock = new ManualClock();
    const quotas = new StoredQuotas();
    quotas.set("q", { configmaps: "30" }, { configmaps: "0" });
    quotas.beforeWrite = async () => await clock.advance(10_001);
    const validate = pluginOver(quotas, { clock });
    const both = await Promise.all([validate(configMapRequest()), validate(configMapRequest())]);
    expect(both).toEqual([undefined, [500, "Internal error occurred: resource quota evaluation timed out"]]);
  });
});

describe("limited resources", () => {
  const storage = ".storageclass.storage.kubernetes.io/requests.storage";

  test("an amount that no quota limits cannot be used", async () => {
    const quotas = new StoredQuotas();
    const validate = pluginOver(
      quotas,
      limiting({ ...limited, resource: "configmaps", matchContains: ["count/", storage] }),
    );
    expect(await validate(configMapRequest())).toEqual([
      403,
      'configmaps "a" is forbidden: insufficient quota to consume: count/configmaps',
    ]);
    quotas.set("q", { "count/configmaps": "1" }, { "count/configmaps": "0" });
    expect(await validate(configMapRequest())).toBeUndefined();
    expect(await validate(podRequest({ containers: [] }))).toBeUndefined();
  });

  test("a Pod in a limited scope needs a quota with this scope", async () => {
    const quotas = new StoredQuotas();
    const scope = { scopeName: "PriorityClass", operator: "In", values: ["high"] };
    const validate = pluginOver(quotas, limiting({ ...limited, resource: "pods", matchScopes: [scope] }));
    const high = podRequest({ containers: [], priorityClassName: "high" });
    expect(await validate(high)).toEqual([
      500,
      "insufficient quota to match these scopes: [{PriorityClass In [high]}]",
    ]);
    expect(await validate(podRequest({ containers: [], priorityClassName: "low" }))).toBeUndefined();
    quotas.set("q", { pods: "1" }, { pods: "0" }, { scopeSelector: { matchExpressions: [scope] } });
    expect(await validate(high)).toBeUndefined();
    expect(quotas.used("q")).toEqual({ pods: "1" });
  });

  test("no request is checked if the configuration has an invalid scope, as in the reference", async () => {
    const quotas = new StoredQuotas();
    quotas.set("q", { pods: "0" }, { pods: "0" });
    const scope = { scopeName: "PriorityClass", operator: "Unknown" };
    const validate = pluginOver(quotas, limiting({ ...limited, resource: "pods", matchScopes: [scope] }));
    expect(await validate(podRequest({ containers: [] }))).toBeUndefined();
  });
});
