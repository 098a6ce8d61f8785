/**
 * The TaintNodesByCondition plugin: a new Node has the taint of nodes that are not ready, so that no Pod is assigned to it
 * before its condition is known. The node lifecycle controller removes the taint.
 */
import type { Node } from "../../../api/index.ts";
import { subLabel } from "../../../meta/vocabulary.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

const notReady = subLabel("node/not-ready");
const effect = "NoSchedule";

/** Returns the plugin. */
export function taintNodesByCondition({ vocabulary }: Pick<PluginServices, "vocabulary">): AdmissionPlugin {
  const key = vocabulary.bind(notReady);
  return {
    admit: async ({ object }) => {
      const node = object as Node;
      const { taints = [] } = node.spec ?? {};
      if (taints.some((taint) => taint.key === key && taint.effect === effect)) return;
      node.spec = { ...node.spec, taints: [...taints, { key, effect }] };
    },
  };
}
