/** The MutatingAdmissionPolicy plugin: policies in the expression language change objects. */
import { namespace } from "../../../api/core/v1/namespace.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { mutatingPolicies } from "../../policies/index.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin. */
export function mutatingAdmissionPolicyPlugin(services: PluginServices): AdmissionPlugin {
  return mutatingPolicies({ ...services, namespaces: services.fewObjects(namespace) });
}
