import {
  type CustomResourceDefinitionSpec,
  customResourceDefinitionSpec,
} from "../../api/apiextensions/v1/custom-resource-definition.ts";
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../schema/index.ts";
import { markDeleting } from "./definition-deletion.ts";
import { loadDefinitionChecks, loadedDefinitionChecks } from "./load-definition-checks.ts";

/** Hooks of CustomResourceDefinitions: stored versions, and the rules, which are loaded with the first write. */
export const customResourceDefinitionHooks: KindHooks<CustomResourceDefinition> = {
  load: loadDefinitionChecks,
  prepareForCreate: addStoredVersion,
  prepareForUpdate: (definition, _, __, subresource) => {
    if (subresource === "") addStoredVersion(definition);
  },
  validateUpdate: (definition, _old, _context, subresource) =>
    subresource === "" ? [] : loadedDefinitionChecks().statusErrors(definition),
  *validateInSteps({ object: definition, old, subresource, context }) {
    const { createErrors, updateErrors } = loadedDefinitionChecks();
    if (subresource !== "") return [];
    return yield* old ? updateErrors(definition, old, context) : createErrors(definition, context);
  },
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
