/** The ValidatingAdmissionPolicy plugin: policies in the expression language reject requests, warn, or annotate audit events. */
import { namespace } from "../../../api/core/v1/namespace.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { validatingPolicies } from "../../policies/index.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin. */
export function validatingAdmissionPolicyPlugin(services: PluginServices): AdmissionPlugin {
  return validatingPolicies({ ...services, namespaces: services.fewObjects(namespace) });
}
