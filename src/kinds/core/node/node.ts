import type { Node, NodeStatus } from "../../../api/index.ts";
import type { IsEnabled } from "../../../meta/feature-gates.ts";
import type { KindHooks } from "../../../schema/index.ts";
import { productTitle } from "../../meta/product-title.ts";
import { collect } from "../../reporting.ts";
import { nodeColumns } from "./node-columns.ts";
import { connectNodeProxy } from "./node-connections.ts";
import { reportNodeChange } from "./node-rules.ts";

/** Hooks of Nodes: retired configuration, updates, warnings, columns, proxy. */
export const nodeHooks: KindHooks<Node> = {
  prepareForCreate: ({ spec, status }, { isEnabled }) => {
    delete spec?.configSource;
    delete status?.config;
    dropRuntimeHandlers(status, isEnabled);
  },
  prepareForUpdate: ({ spec, status }, old, { isEnabled }, subresource) => {
    dropRuntimeHandlers(status, isEnabled);
    // The retired configuration is kept only if the stored Node has one.
    if (subresource === "status") {
      if (!old.status?.config) delete status?.config;
    } else if (!old.spec?.configSource) {
      delete spec?.configSource;
    }
  },
  validateUpdate: (node, old, { isEnabled, vocabulary }) =>
    collect((context) => reportNodeChange(node, old, context), "", { isEnabled, vocabulary }),
  nameFormat: "dns1123Subdomain",
  warnings: ({ spec }, _, { vocabulary }) => [
    ...(spec?.configSource ? ["spec.configSource: the feature is removed"] : []),
    ...(spec?.externalID
      ? [`spec.externalID: this field is deprecated, and is unused by ${productTitle(vocabulary)}`]
      : []),
  ],
  columns: nodeColumns,
  connected: { proxy: connectNodeProxy },
  fieldValues: {
    "spec.unschedulable": { reads: ["spec.unschedulable"], of: ({ spec }) => String(spec?.unschedulable === true) },
  },
};

/** Features that use the runtime handlers of a Node. Without any of them, the handlers are dropped. */
const handlerFeatures = ["RecursiveReadOnlyMounts", "UserNamespacesSupport"];

function dropRuntimeHandlers(status: NodeStatus | undefined, isEnabled: IsEnabled): void {
  if (!handlerFeatures.some(isEnabled)) delete status?.runtimeHandlers;
}
