/**
 * The LimitPodHardAntiAffinityTopology plugin: a Pod may keep other Pods off its node, but not off a larger part of the
 * cluster, such as a zone.
 */
import { forbidden } from "../../../meta/status-error.ts";
import { label } from "../../../meta/vocabulary.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { podToCheck } from "./admitted-pod.ts";

const hostName = label("hostname");

/** Returns the plugin. */
export function limitPodHardAntiAffinityTopology({ vocabulary }: Pick<PluginServices, "vocabulary">): AdmissionPlugin {
  const allowed = vocabulary.bind(hostName);
  return {
    validate: async (request) => {
      const { metadata, spec } = podToCheck(request);
      const terms = spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
      const refused = terms.find(({ topologyKey }) => topologyKey !== allowed);
      if (!refused) return;
      const field = "affinity.PodAntiAffinity.RequiredDuringScheduling";
      const why = `${field} has TopologyKey ${refused.topologyKey ?? ""} but only key ${allowed} is allowed`;
      throw forbidden(request.resource, metadata.name ?? "", why);
    },
  };
}
