/** The services of plugins, over objects that a test lists. */
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { ManualClock } from "../../../base/manual-clock.ts";
import { MetricRegistry } from "../../../base/metrics.ts";
import { noFeatures } from "../../../meta/feature-gates.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { ObjectLister } from "../../../meta/object-reader.ts";
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
    authorize: () => ({ decision: "allow", reason: "" }),
    objects: (({ kind }: { kind: string }) => listerOf(kind)) as PluginServices["objects"],
    fewObjects: (({ kind }: { kind: string }) => listerOf(kind)) as PluginServices["fewObjects"],
    requestedCommonName: () => "",
    requestedGroups: () => [],
    createObject: async () => {},
    servedKind: () => undefined,
    follow: () => ({ isReady: true, ready: () => Promise.resolve() }),
    findKind: () => undefined,
    metrics: new MetricRegistry(),
    settings: { notReadyTolerationSeconds: 300, unreachableTolerationSeconds: 300 },
    ...others,
  };
}

/** Returns an Admission with this plugin alone. */
export function onlyPlugin(name: PluginName, services: PluginServices): Admission {
  return admissionOf(...pluginDefinitions([name], services));
}
