/** The DefaultStorageClass plugin: the class of claims that name none. */
import { defaultStorageClassMarks, storageClassAnnotation } from "../../../api/class-annotations.ts";
import type { PersistentVolumeClaim } from "../../../api/index.ts";
import { storageClass } from "../../../api/storage/v1/storage-class.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { defaultClassOf } from "../default-class.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin. */
export function defaultStorageClass({ fewObjects, vocabulary }: PluginServices): AdmissionPlugin {
  const classes = fewObjects(storageClass);
  const marks = defaultStorageClassMarks.map((mark) => vocabulary.bind(mark));
  const annotation = vocabulary.bind(storageClassAnnotation);
  return {
    admit: async ({ object }) => {
      const { metadata, spec } = object as PersistentVolumeClaim;
      if (!spec || spec.storageClassName !== undefined || metadata.annotations?.[annotation] !== undefined) return;
      const name = defaultClassOf(await classes.list(""), marks);
      if (name !== undefined) spec.storageClassName = name;
    },
  };
}
