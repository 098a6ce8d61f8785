/**
 * The StorageObjectInUseProtection plugin: finalizers that keep claims and volumes while they are in use. Controllers remove
 * them.
 */
import { persistentVolume } from "../../../api/core/v1/persistent-volume.ts";
import { label } from "../../../meta/vocabulary.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

const claimFinalizer = label("pvc-protection");
const volumeFinalizer = label("pv-protection");

/** Returns the plugin. */
export function storageObjectInUseProtection({ vocabulary }: PluginServices): AdmissionPlugin {
  return {
    admit: async ({ object, resource }) => {
      if (!object) return;
      const token = resource.resource === persistentVolume.plural ? volumeFinalizer : claimFinalizer;
      const finalizer = vocabulary.bind(token);
      const { finalizers = [] } = object.metadata;
      if (!finalizers.includes(finalizer)) object.metadata.finalizers = [...finalizers, finalizer];
    },
  };
}
