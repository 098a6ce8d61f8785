/** Connects the PodSecurity plugin with the objects that it reads. */
import { namespace, pod } from "../../../api/index.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { podSecurity as enforcePodSecurity } from "../../pod-security/index.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin. */
export function podSecurity({
  vocabulary,
  clock,
  metrics,
  isEnabled,
  fewObjects,
  allObjects,
  configurations,
}: PluginServices): AdmissionPlugin {
  return enforcePodSecurity({
    vocabulary,
    clock,
    metrics,
    namespaces: fewObjects(namespace),
    pods: allObjects(pod),
    settings: configurations.PodSecurity,
    trustsUserNamespaces: isEnabled("UserNamespacesPodSecurityStandards"),
  });
}
