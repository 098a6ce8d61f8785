/** Connects the NodeRestriction plugin with the objects that it reads. */
import { csiDriver, node, persistentVolume, persistentVolumeClaim, pod } from "../../../api/index.ts";
import { nodeRestriction as restrictNodes } from "../../node-restriction/index.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin. */
export function nodeRestriction({ objects, ...services }: PluginServices): AdmissionPlugin {
  return restrictNodes({
    ...services,
    pods: objects(pod),
    nodes: objects(node),
    claims: objects(persistentVolumeClaim),
    volumes: objects(persistentVolume),
    drivers: objects(csiDriver),
  });
}
