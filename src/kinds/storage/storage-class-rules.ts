import { type StorageClass, storageClass } from "../../api/index.ts";
import { duplicateField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportUnsupported, within } from "../reporting.ts";
import { reportParameters, reportProvisioner } from "./class-rules.ts";

/** Rules of StorageClasses. */
export const storageClassRules: readonly RuleEntry[] = [
  rulesFor(storageClass.schema, { validate: reportClass, skipped: () => ["reclaimPolicy", "volumeBindingMode"] }),
];

/** Reclaim policies of classes. `Recycle` is not one of them. */
const reclaimPolicies = ["Delete", "Retain"];
const bindingModes = ["Immediate", "WaitForFirstConsumer"];

function reportClass(object: StorageClass, context: ValidationContext): void {
  const { provisioner, parameters, reclaimPolicy = "", volumeBindingMode = "", allowedTopologies = [] } = object;
  reportProvisioner(context, "provisioner", provisioner);
  reportParameters(context, parameters);
  if (reclaimPolicy !== "") reportUnsupported(context, "reclaimPolicy", reclaimPolicy, reclaimPolicies);
  reportUnsupported(context, "volumeBindingMode", volumeBindingMode, bindingModes);
  reportTopologies(allowedTopologies, context);
}

type Topology = NonNullable<StorageClass["allowedTopologies"]>[number];
type Requirement = NonNullable<Topology["matchLabelExpressions"]>[number];

/**
 * Reports equal terms. As in the reference, a term is reported once for each equal term before it, and a term without
 * requirements also once for each term of the list.
 */
function reportTopologies(topologies: readonly Topology[], context: ValidationContext): void {
  const counts = new Map([[termKey([]), topologies.length]]);
  topologies.forEach(({ matchLabelExpressions: requirements = [] }, index) => {
    const part = `allowedTopologies[${index}].matchLabelExpressions`;
    reportTerm(requirements, within(context, part));
    const key = termKey(requirements);
    const count = counts.get(key) ?? 0;
    for (let equal = 0; equal < count; equal++) context.report(duplicateField(at(context, part), ""));
    counts.set(key, count + 1);
  });
}

/** Returns a key that is equal for terms with the same meaning, in any order. */
function termKey(requirements: readonly Requirement[]): string {
  const valuesByKey = new Map(requirements.map(({ key, values }) => [key, [...new Set(values ?? [])].sort()]));
  return JSON.stringify([...valuesByKey].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function reportTerm(requirements: readonly Requirement[], context: ValidationContext): void {
  const repeats = repeatIndexes(requirements.map(({ key }) => key));
  requirements.forEach(({ key, values }, index) => {
    reportValues(values ?? [], within(context, `[${index}].values`));
    reportFormat(context, `[${index}].key`, "labelKey", key);
    if (repeats.has(index)) context.report(duplicateField(at(context, `[${index}].key`), key));
  });
}

function reportValues(values: readonly string[], context: ValidationContext): void {
  if (values.length === 0) context.report(requiredField(context.path()));
  for (const index of repeatIndexes(values)) context.report(duplicateField(at(context, `[${index}]`), values[index]));
}
