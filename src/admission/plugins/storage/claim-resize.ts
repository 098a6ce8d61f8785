/** The PersistentVolumeClaimResize plugin: claims grow only if their class allows it. */
import { storageClassAnnotation } from "../../../api/class-annotations.ts";
import type { PersistentVolumeClaim } from "../../../api/index.ts";
import { storageClass } from "../../../api/storage/v1/storage-class.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { parseQuantity, Quantity } from "../../../meta/quantity.ts";
import { type AdmissionPlugin, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin. */
export function persistentVolumeClaimResize({ fewObjects, vocabulary }: PluginServices): AdmissionPlugin {
  const classes = fewObjects(storageClass);
  const annotation = vocabulary.bind(storageClassAnnotation);
  const classOf = ({ metadata, spec }: DeepReadonly<PersistentVolumeClaim>): string =>
    metadata.annotations?.[annotation] ?? spec?.storageClassName ?? "";
  return {
    validate: async (request) => {
      const claim = request.object as DeepReadonly<PersistentVolumeClaim>;
      const old = request.oldObject as DeepReadonly<PersistentVolumeClaim>;
      if (storageOf(claim).compare(storageOf(old)) <= 0) return;
      if (old.status?.phase !== "Bound") {
        throw rejectedRequest(request, "Only bound persistent volume claims can be expanded");
      }
      const className = classOf(claim);
      const found = className === "" || className !== classOf(old) ? undefined : await classes.get("", className);
      if (found?.allowVolumeExpansion) return;
      const why =
        "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize";
      throw rejectedRequest(request, why);
    },
  };
}

function storageOf({ spec }: DeepReadonly<PersistentVolumeClaim>): Quantity {
  const text = spec?.resources?.requests?.["storage"];
  return text === undefined ? Quantity.zero : parseQuantity(text);
}
