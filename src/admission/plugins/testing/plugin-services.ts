/** The services of plugins, over objects that a test lists. */
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { silentLogger } from "../../../base/logger.ts";
import { ManualClock } from "../../../base/manual-clock.ts";
import { MetricRegistry } from "../../../base/metrics.ts";
import { noFeatures } from "../../../meta/feature-gates.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { ObjectLister, ObjectScanner } from "../../../meta/object-reader.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { type Admission } from "../../index.ts";
import { admissionOf } from "../../testing/requests.ts";
import { type PluginName, type PluginServices, pluginDefinitions } from "../index.ts";

/** Returns services over these objects. They allow every action, and no feature gate is on. */
export function servicesOver(objects: readonly ApiObject[], others: Partial<PluginServices> = {}): PluginServices {
  const listerOf = (kind: string): ObjectLister<ApiObject> => {
    const ofKind = objects.filter((one) => one.kind === kind) as readonly DeepReadonly<ApiObject>[];
    return {
      get: async (namespace, name) =>
        ofKind.find(({ metadata }) => (metadata.namespace ?? "") === namespace && metadata.name === name),
      list: async (namespace) => ofKind.filter(({ metadata }) => namespace === "" || metadata.namespace === namespace),
    };
  };
  return {
    vocabulary: vocabularies.kubernetes,
    isEnabled: noFeatures,
    clock: new ManualClock(),
    metrics: new MetricRegistry(),
    authorize: () => ({ decision: "allow", reason: "" }),
    objects: (({ kind }: { kind: string }) => listerOf(kind)) as PluginServices["objects"],
    fewObjects: (({ kind }: { kind: string }) => listerOf(kind)) as PluginServices["fewObjects"],
    allObjects: (({ kind }: { kind: string }): ObjectScanner<ApiObject> => ({
      scan: async (namespace) => (await listerOf(kind).list(namespace)).map((object) => () => object),
    })) as PluginServices["allObjects"],
    requestedCommonName: () => "",
    requestedGroups: () => [],
    createObject: async () => {},
    updateStatus: async () => {},
    servedKind: () => undefined,
    generateName: (prefix) => `${prefix}x2x4z`,
    pause: async () => undefined,
    follow: () => ({ isReady: true, ready: () => Promise.resolve() }),
    findKind: () => undefined,
    webhooks: {
      send: () => Promise.reject(new Error("no test sends requests")),
      resolveService: () => Promise.reject(new Error("there are no Services")),
      credentialsIn: () => () => Promise.resolve({}),
      newUid: () => "00000000-0000-4000-8000-000000000000",
    },
    logger: silentLogger,
    callImageWebhook: () => Promise.reject(new Error("this test has no webhook")),
    settings: { notReadyTolerationSeconds: 300, unreachableTolerationSeconds: 300 },
    configurations: {},
    ...others,
  };
}

/** Returns an Admission with this plugin alone. */
export function onlyPlugin(name: PluginName, services: PluginServices): Admission {
  return admissionOf(...pluginDefinitions([name], services));
}
