/** The DefaultTolerationSeconds plugin: how long Pods stay on a node that has become unreachable or not ready. */
import type { Pod } from "../../../api/index.ts";
import { subLabel } from "../../../meta/vocabulary.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { addToleration } from "./tolerations.ts";

const notReady = subLabel("node/not-ready");
const unreachable = subLabel("node/unreachable");

/** Returns the plugin. It adds tolerations to Pods that do not have them. */
export function defaultTolerationSeconds({ vocabulary, settings }: PluginServices): AdmissionPlugin {
  const defaults = [
    { key: vocabulary.bind(notReady), tolerationSeconds: settings.notReadyTolerationSeconds },
    { key: vocabulary.bind(unreachable), tolerationSeconds: settings.unreachableTolerationSeconds },
  ];
  return {
    admit: async ({ object }) => {
      const { tolerations = [] } = (object as Pod).spec ?? {};
      const isTolerated = (taint: string): boolean =>
        tolerations.some(({ key, effect }) => (!key || key === taint) && (!effect || effect === "NoExecute"));
      for (const { key, tolerationSeconds } of defaults.filter((one) => !isTolerated(one.key))) {
        addToleration(object as Pod, { key, operator: "Exists", effect: "NoExecute", tolerationSeconds });
      }
    },
  };
}
