import type { PriorityClass } from "../../api/index.ts";
import { type FieldError, forbiddenField } from "../../meta/field-error.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

const priorityClassColumns: readonly Column<PriorityClass>[] = [
  nameColumn,
  column("Value", "The priority of Pods of the class.", ({ value }) => value, { type: "integer" }),
  column(
    "Global-Default",
    "Whether Pods that name no class get this one.",
    ({ globalDefault }) => globalDefault ?? false,
    { type: "boolean" },
  ),
  ageColumn,
  column("PreemptionPolicy", "Whether Pods of the class may evict others.", ({ preemptionPolicy }) => {
    return preemptionPolicy ?? "";
  }),
];

export const priorityClassHooks: KindHooks<PriorityClass> = {
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  columns: priorityClassColumns,
};

function changeErrors({ value, preemptionPolicy }: PriorityClass, old: PriorityClass): FieldError[] {
  return [
    ...(value === old.value ? [] : [forbiddenField("value", "may not be changed in an update.")]),
    ...immutableField({ path: "preemptionPolicy", value: preemptionPolicy, old: old.preemptionPolicy }),
  ];
}
