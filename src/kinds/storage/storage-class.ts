import type { StorageClass } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { FieldError } from "../../meta/field-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindHooks } from "../../schema/index.ts";
import { deprecatedLabelAdvice } from "../core/scheduling/deprecated-labels.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { forbiddenChanges } from "./forbidden-changes.ts";
import { storageClassColumns } from "./storage-class-columns.ts";

/** Hooks of StorageClasses. */
export const storageClassHooks: KindHooks<StorageClass> = {
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  warnings: (storageClass, _, { vocabulary }) => topologyWarnings(storageClass, vocabulary),
  columns: storageClassColumns,
};

function changeErrors(storageClass: StorageClass, old: DeepReadonly<StorageClass>): FieldError[] {
  const { volumeBindingMode: value } = storageClass;
  return [
    ...forbiddenChanges(storageClass, old, ["parameters", "provisioner", "reclaimPolicy"]),
    ...immutableField({ path: "volumeBindingMode", value, old: old.volumeBindingMode }),
  ];
}

function topologyWarnings({ allowedTopologies = [] }: DeepReadonly<StorageClass>, vocabulary: Vocabulary): string[] {
  return allowedTopologies.flatMap(({ matchLabelExpressions = [] }, term) =>
    matchLabelExpressions.flatMap(({ key }, index) => {
      const advice = deprecatedLabelAdvice(key, vocabulary);
      const path = `allowedTopologies[${term}].matchLabelExpressions[${index}].key`;
      return advice === undefined ? [] : [`${path}: ${advice}`];
    }),
  );
}
