import type { PriorityClass } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, forbiddenField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";

const priorityClassColumns: readonly Column<PriorityClass>[] = [
  nameColumn,
  column("Value", "The priority of Pods of the class.", ({ value }) => value, { type: "integer" }),
  column(
    "Global-Default",
    "Whether Pods without a class get this one.",
    ({ globalDefault }) => globalDefault ?? false,
    { type: "boolean" },
  ),
  ageColumn,
  column("PreemptionPolicy", "Whether Pods of the class can preempt others.", ({ preemptionPolicy }) => {
    return preemptionPolicy ?? "";
  }),
];

/** Hooks of PriorityClasses. */
export const priorityClassHooks: KindHooks<PriorityClass> = {
  validateCreate: (priorityClass) => [
    ...systemNameErrors(priorityClass),
    ...valueErrors(priorityClass),
    ...policyErrors(priorityClass),
  ],
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  deletionRejection: (name) =>
    systemPriorityClasses.some((one) => one.name === name)
      ? "this is a system priority class and cannot be deleted"
      : undefined,
  columns: priorityClassColumns,
};

const systemPrefix = "system-";
const userValueMax = 1_000_000_000;

/** PriorityClasses that every cluster has. Their descriptions are stored, so they are those of the reference. */
export const systemPriorityClasses: readonly {
  readonly name: string;
  readonly value: number;
  readonly description: string;
}[] = [
  {
    name: "system-node-critical",
    value: 2_000_001_000,
    description: "Used for system critical pods that must not be moved from their current node.",
  },
  {
    name: "system-cluster-critical",
    value: 2_000_000_000,
    description:
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
  },
];

/** Returns the errors of a reserved name. Only the system's own classes may have one. */
function systemNameErrors({ metadata: { name = "" }, value, globalDefault = false }: PriorityClass): FieldError[] {
  if (!name.startsWith(systemPrefix)) return [];
  const reject = (why: string): FieldError[] => {
    const reserved = `priority class names with '${systemPrefix}' prefix are reserved for system use only`;
    return [forbiddenField("metadata.name", `${reserved}. error: ${why}`)];
  };
  const expected = systemPriorityClasses.find((one) => one.name === name)?.value;
  if (expected === undefined) return reject(`${name} is not a known system priority class`);
  if (value !== expected) return reject(`value of ${name} PriorityClass must be ${expected}`);
  return globalDefault ? reject(`globalDefault of ${name} PriorityClass must be false`) : [];
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

function changeErrors({ value, preemptionPolicy }: PriorityClass, old: DeepReadonly<PriorityClass>): FieldError[] {
  return [
    ...(value === old.value ? [] : [forbiddenField("value", "may not be changed in an update.")]),
    ...immutableField({ path: "preemptionPolicy", value: preemptionPolicy, old: old.preemptionPolicy }),
  ];
}
