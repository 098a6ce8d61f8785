/**
 * The TaintNodesByCondition plugin: a new Node has the taint of nodes that are not ready, so that no Pod is assigned to it
 * before its condition is known. The node lifecycle controller removes the taint.
 */
import { notReadyTaint } from "../../../api/core/v1/node-taints.ts";
import type { Node } from "../../../api/index.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

const effect = "NoSchedule";

/** Returns the plugin. */
export function taintNodesByCondition({ vocabulary }: Pick<PluginServices, "vocabulary">): AdmissionPlugin {
  const key = vocabulary.bind(notReadyTaint);
  return {
    admit: async ({ object }) => {
      const node = object as Node;
      const { taints = [] } = node.spec ?? {};
      if (taints.some((taint) => taint.key === key && taint.effect === effect)) return;
      node.spec = { ...node.spec, taints: [...taints, { key, effect }] };
    },
  };
}
