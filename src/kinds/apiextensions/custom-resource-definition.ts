import {
  type CustomResourceDefinitionSpec,
  customResourceDefinitionSpec,
} from "../../api/apiextensions/v1/custom-resource-definition.ts";
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { FieldError } from "../../meta/field-error.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../schema/index.ts";
import { type FieldChange, immutableField } from "../meta/immutable-field.ts";
import { hasUsableRoots } from "./conversion-rules.ts";
import { approvalErrors } from "./definition-approval.ts";
import { markDeleting } from "./definition-deletion.ts";
import { definitionErrors, definitionNameErrors, statusErrors, unknownFieldsErrors } from "./definition-rules.ts";

/** Hooks of CustomResourceDefinitions: stored versions, approval, immutable names. */
export const customResourceDefinitionHooks: KindHooks<CustomResourceDefinition> = {
  prepareForCreate: addStoredVersion,
  prepareForUpdate: (definition, _, __, subresource) => {
    if (subresource === "") addStoredVersion(definition);
  },
  validateCreate: (definition, context) => [
    ...definitionNameErrors(definition),
    ...definitionErrors(definition, { checksRoots: false }),
    ...approvalErrors(definition, undefined, context),
    ...unknownFieldsErrors(definition, undefined, context),
  ],
  validateUpdate: (definition, old, context, subresource) =>
    subresource === ""
      ? [
          ...definitionErrors(definition, { checksRoots: hasUsableRoots(old.spec.conversion) }),
          ...changeErrors(definition, old),
          ...approvalErrors(definition, old, context),
          ...unknownFieldsErrors(definition, old, context),
        ]
      : statusErrors(definition),
  nameFormat: "dns1123Subdomain",
  // The first deletion only marks the definition. Its finalizer then keeps it until all objects of the type were deleted.
  blocksRemoval: () => false,
  markDeleting,
};

/** Defaults of CustomResourceDefinitions: names and stored versions. */
export const customResourceDefinitionRules: readonly RuleEntry[] = [
  rulesFor(customResourceDefinition.schema, { defaults: fillStored }),
  rulesFor(customResourceDefinitionSpec, { defaults: fillNames }),
];

function fillNames({ names }: CustomResourceDefinitionSpec): void {
  if (names.kind === "") return;
  names.singular ??= names.kind.toLowerCase();
  names.listKind ??= `${names.kind}List`;
}

/** Adds the storage version to a status without stored versions. */
function fillStored(definition: CustomResourceDefinition): void {
  if (!definition.status?.storedVersions?.length) addStoredVersion(definition);
}

/**
 * Adds the storage version to the stored versions. Objects may exist in each version that was ever the storage version.
 */
function addStoredVersion(definition: CustomResourceDefinition): void {
  const version = storageVersionOf(definition);
  const stored = definition.status?.storedVersions ?? [];
  if (version === undefined || stored.includes(version)) return;
  definition.status = { ...definition.status, storedVersions: [...stored, version] };
}

function storageVersionOf({ spec }: CustomResourceDefinition): string | undefined {
  // The list is null in a definition without versions, which validation rejects later.
  const versions = (spec.versions as typeof spec.versions | null) ?? [];
  return versions.find(({ storage }) => storage)?.name;
}

/** Returns the errors of changed immutable fields. Scope and kind become immutable once the type is established. */
function changeErrors(definition: CustomResourceDefinition, old: DeepReadonly<CustomResourceDefinition>): FieldError[] {
  const changeOf = (
    path: string,
    valueOf: (spec: DeepReadonly<CustomResourceDefinitionSpec>) => string,
  ): FieldChange => ({
    path: `spec.${path}`,
    value: valueOf(definition.spec),
    old: valueOf(old.spec),
  });
  const changesOnceServed = [
    changeOf("scope", ({ scope }) => scope),
    changeOf("names.kind", ({ names }) => names.kind),
  ];
  const changesAlways = [
    changeOf("group", ({ group }) => group),
    changeOf("names.plural", ({ names }) => names.plural),
  ];
  return [...(isServed(old) ? changesOnceServed : []), ...changesAlways].flatMap(immutableField);
}

function isServed({ status }: DeepReadonly<CustomResourceDefinition>): boolean {
  return status?.conditions?.some(({ type, status: holds }) => type === "Established" && holds === "True") === true;
}
