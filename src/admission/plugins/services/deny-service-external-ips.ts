/** The DenyServiceExternalIPs plugin: Services get no new external addresses. */
import type { Service } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type AdmissionPlugin, rejectedRequest } from "../../plugin.ts";

/** Returns the plugin. */
export function denyServiceExternalIps(): AdmissionPlugin {
  return {
    validate: async (request) => {
      const addressesOf = (service: unknown): readonly string[] =>
        (service as DeepReadonly<Service> | undefined)?.spec?.externalIPs ?? [];
      const old = addressesOf(request.oldObject);
      if (addressesOf(request.object).every((address) => old.includes(address))) return;
      throw rejectedRequest(request, "Use of external IPs is denied by admission control");
    },
  };
}
