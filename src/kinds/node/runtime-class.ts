import type { RuntimeClass } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { deprecatedLabelAdvice } from "../core/scheduling/deprecated-labels.ts";
import { immutableField } from "../meta/immutable-field.ts";

const runtimeClassColumns: readonly Column<RuntimeClass>[] = [
  nameColumn,
  column("Handler", "Name of the configuration in the container runtime of the nodes.", ({ handler }) => handler),
  ageColumn,
];

/** Hooks of RuntimeClasses. */
export const runtimeClassHooks: KindHooks<RuntimeClass> = {
  validateUpdate: ({ handler }, old) => immutableField({ path: "handler", value: handler, old: old.handler }),
  nameFormat: "dns1123Subdomain",
  warnings: (runtimeClass, _, { vocabulary }) => selectorWarnings(runtimeClass, vocabulary),
  columns: runtimeClassColumns,
};

function selectorWarnings({ scheduling }: DeepReadonly<RuntimeClass>, vocabulary: Vocabulary): string[] {
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((key) => {
    const advice = deprecatedLabelAdvice(key, vocabulary);
    return advice === undefined ? [] : [`scheduling.nodeSelector: ${advice}`];
  });
}
