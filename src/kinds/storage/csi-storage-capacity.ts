import { type CSIStorageCapacity, csiStorageCapacity } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { parseQuantity } from "../../meta/quantity.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { deprecatedLabelAdvice } from "../core/scheduling/deprecated-labels.ts";
import { goLabelSelector } from "../meta/go-values.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { at, reportFormat } from "../reporting.ts";

/** Hooks of CSIStorageCapacities. */
export const csiStorageCapacityHooks: KindHooks<CSIStorageCapacity> = {
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  warnings: (capacity, _, { vocabulary }) => topologyWarnings(capacity, vocabulary),
};

function changeErrors(
  { nodeTopology, storageClassName }: CSIStorageCapacity,
  old: DeepReadonly<CSIStorageCapacity>,
): FieldError[] {
  const shown = goLabelSelector(nodeTopology);
  return [
    ...immutableField({ path: "nodeTopology", value: nodeTopology, old: old.nodeTopology, shown }),
    ...immutableField({ path: "storageClassName", value: storageClassName, old: old.storageClassName }),
  ];
}

function topologyWarnings({ nodeTopology = {} }: DeepReadonly<CSIStorageCapacity>, vocabulary: Vocabulary): string[] {
  const { matchExpressions = [], matchLabels = {} } = nodeTopology;
  return [
    ...matchExpressions.flatMap(({ key }, index) => {
      const advice = deprecatedLabelAdvice(key, vocabulary);
      return advice === undefined ? [] : [`nodeTopology.matchExpressions[${index}].key: ${key} is ${advice}`];
    }),
    ...Object.keys(matchLabels).flatMap((key) => {
      const advice = deprecatedLabelAdvice(key, vocabulary);
      return advice === undefined ? [] : [`nodeTopology.matchLabels.${key}: ${advice}`];
    }),
  ];
}

/** Rules of CSIStorageCapacities. */
export const csiStorageCapacityRules: readonly RuleEntry[] = [
  rulesFor(csiStorageCapacity.schema, {
    validate: reportAmounts,
    order: ["nodeTopology", "storageClassName", "capacity", "maximumVolumeSize"],
  }),
];

function reportAmounts({ storageClassName, capacity = "0" }: CSIStorageCapacity, context: ValidationContext): void {
  reportFormat(context, "storageClassName", "dns1123Subdomain", storageClassName);
  if (parseQuantity(capacity).sign < 0) {
    context.report(invalidField(at(context, "capacity"), capacity, "must be greater than or equal to 0"));
  }
}
