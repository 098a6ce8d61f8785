/**
 * The ResourceQuota plugin: the objects of a namespace use no more than its quotas allow. The use is stored in the status of the
 * quotas before the object. The controller of quotas corrects it when objects are deleted or were not stored.
 */
import { resourceQuota } from "../../../api/index.ts";
import { UsageMeasures } from "../../../usage/index.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { QuotaBatches, type QuotaStore } from "./quota-batches.ts";
import { defaultQuotaSettings } from "./quota-configuration.ts";

/** Returns the plugin. */
export function resourceQuotaPlugin({
  fewObjects,
  updateStatus,
  vocabulary,
  isEnabled,
  clock,
  configurations,
}: PluginServices): AdmissionPlugin {
  const { limitedResources } = configurations.ResourceQuota ?? defaultQuotaSettings;
  const measures = new UsageMeasures({ vocabulary, isEnabled, nowMs: () => clock.nowMs() });
  const quotas = fewObjects(resourceQuota);
  const store: QuotaStore = {
    known: async (namespace) => await quotas.list(namespace, { mayBeOlder: true }),
    latest: async (namespace) => await quotas.list(namespace),
    updateStatus: async (quota, status) => await updateStatus(resourceQuota, quota, status),
  };
  const batches = new QuotaBatches(store, clock);
  return {
    validate: async (request) => {
      const { namespace, resource, changesNothing } = request;
      if (namespace === "" || changesNothing) return;
      // Most namespaces have no quota.
      if (limitedResources.length === 0 && (await store.known(namespace)).length === 0) return;
      const measure = measures.of(resource);
      if (!measure?.isCounted(request)) return;
      await batches.check({ request, measure, limitedResources });
    },
  };
}
