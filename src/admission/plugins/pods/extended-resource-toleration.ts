/**
 * The ExtendedResourceToleration plugin: Pods that request an extended resource tolerate the taint with its name. Nodes with
 * special hardware have such taints, so that other Pods do not use them.
 */
import { compareText } from "../../../base/compare-text.ts";
import { mainContainers } from "../../../kinds/index.ts";
import { isExtended } from "../../../meta/resources/resource-names.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { podToChange } from "./admitted-pod.ts";
import { addTolerations } from "./tolerations.ts";

/** Returns the plugin. */
export function extendedResourceToleration(): AdmissionPlugin {
  return {
    admit: async (request) => {
      const { spec } = podToChange(request);
      const containers = [...mainContainers(spec), ...(spec.initContainers ?? [])];
      const names = new Set(containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {})));
      const extended = [...names].filter(isExtended).sort(compareText);
      addTolerations(
        spec,
        extended.map((key) => ({ key, operator: "Exists", effect: "NoSchedule" })),
      );
    },
  };
}
