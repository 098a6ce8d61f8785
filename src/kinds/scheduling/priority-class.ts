import type { PriorityClass } from "../../api/index.ts";
import { type FieldError, forbiddenField, notSupportedField, requiredField } from "../../meta/field-error.ts";
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
  validateCreate: (priorityClass) => [
    ...systemNameErrors(priorityClass),
    ...valueErrors(priorityClass),
    ...policyErrors(priorityClass),
  ],
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  columns: priorityClassColumns,
};

const systemPrefix = "system-";
const userValueMax = 1_000_000_000;
const systemValues: Readonly<Record<string, number>> = {
  "system-node-critical": 2_000_001_000,
  "system-cluster-critical": 2_000_000_000,
};

/** What is made under the name of a class of the system is that class. */
function systemNameErrors({ metadata: { name = "" }, value, globalDefault = false }: PriorityClass): FieldError[] {
  if (!name.startsWith(systemPrefix)) return [];
  const refuse = (why: string): FieldError[] => {
    const reserved = `priority class names with '${systemPrefix}' prefix are reserved for system use only`;
    return [forbiddenField("metadata.name", `${reserved}. error: ${why}`)];
  };
  const expected = Object.hasOwn(systemValues, name) ? systemValues[name] : undefined;
  if (expected === undefined) return refuse(`${name} is not a known system priority class`);
  if (value !== expected) return refuse(`value of ${name} PriorityClass must be ${expected}`);
  return globalDefault ? refuse(`globalDefault of ${name} PriorityClass must be false`) : [];
}

function valueErrors({ metadata: { name = "" }, value }: PriorityClass): FieldError[] {
  if (name.startsWith(systemPrefix) || value <= userValueMax) return [];
  return [forbiddenField("value", `maximum allowed value of a user defined priority is ${userValueMax}`)];
}

const policies: readonly string[] = ["PreemptLowerPriority", "Never"];

function policyErrors({ preemptionPolicy }: PriorityClass): FieldError[] {
  const policy: string | undefined = preemptionPolicy;
  if (policy === "") return [requiredField("preemptionPolicy")];
  if (policy === undefined || policies.includes(policy)) return [];
  return [notSupportedField("preemptionPolicy", policy, policies)];
}

function changeErrors({ value, preemptionPolicy }: PriorityClass, old: PriorityClass): FieldError[] {
  return [
    ...(value === old.value ? [] : [forbiddenField("value", "may not be changed in an update.")]),
    ...immutableField({ path: "preemptionPolicy", value: preemptionPolicy, old: old.preemptionPolicy }),
  ];
}
