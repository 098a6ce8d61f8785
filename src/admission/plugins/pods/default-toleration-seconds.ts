/** The DefaultTolerationSeconds plugin: how long Pods stay on a node that has become unreachable or not ready. */
import { notReadyTaint, unreachableTaint } from "../../../api/core/v1/node-taints.ts";
import type { Toleration } from "../../../api/index.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { podToChange } from "./admitted-pod.ts";
import { addTolerations } from "./tolerations.ts";

/** Returns the plugin. It adds tolerations to Pods that do not have them. */
export function defaultTolerationSeconds({ vocabulary, settings }: PluginServices): AdmissionPlugin {
  const defaults = [
    { key: vocabulary.bind(notReadyTaint), tolerationSeconds: settings.notReadyTolerationSeconds },
    { key: vocabulary.bind(unreachableTaint), tolerationSeconds: settings.unreachableTolerationSeconds },
  ];
  return {
    admit: async (request) => {
      const { spec } = podToChange(request);
      const { tolerations = [] } = spec;
      const isTolerated = (taint: string): boolean =>
        tolerations.some(({ key, effect }) => (!key || key === taint) && (!effect || effect === "NoExecute"));
      const added = defaults
        .filter(({ key }) => !isTolerated(key))
        .map((one): Toleration => ({ ...one, operator: "Exists", effect: "NoExecute" }));
      addTolerations(spec, added);
    },
  };
}
