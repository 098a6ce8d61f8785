/** The NamespaceExists plugin: objects are written and deleted only in namespaces that exist. */
import { namespace as namespaceKind } from "../../../api/core/v1/namespace.ts";
import { notFound } from "../../../meta/status-error.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin. */
export function namespaceExists({ fewObjects }: PluginServices): AdmissionPlugin {
  const namespaces = fewObjects(namespaceKind);
  return {
    validate: async ({ namespace, kind }) => {
      if (namespace === "" || (kind.group === "" && kind.kind === namespaceKind.kind)) return;
      if (!(await namespaces.get("", namespace))) throw notFound({ group: "", resource: "namespaces" }, namespace);
    },
  };
}
