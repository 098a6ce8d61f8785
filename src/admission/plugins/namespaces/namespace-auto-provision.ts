/** The NamespaceAutoProvision plugin: the first object in a namespace creates it. */
import { namespace as namespaceKind } from "../../../api/core/v1/namespace.ts";
import { StatusError } from "../../../meta/status-error.ts";
import { type AdmissionPlugin, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin. A dry run creates nothing. */
export function namespaceAutoProvision({ fewObjects, createObject }: PluginServices): AdmissionPlugin {
  const namespaces = fewObjects(namespaceKind);
  return {
    admit: async (request) => {
      const { namespace, kind, dryRun } = request;
      if (dryRun || namespace === "" || (kind.group === "" && kind.kind === namespaceKind.kind)) return;
      if (await namespaces.get("", namespace)) return;
      try {
        await createObject(namespaceKind, { metadata: { name: namespace } });
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        // Another request may have created it in the meantime.
        if (error.reason !== "AlreadyExists") throw rejectedRequest(request, error.message);
      }
    },
  };
}
