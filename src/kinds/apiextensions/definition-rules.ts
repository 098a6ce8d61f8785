/**
 * Rules of a CustomResourceDefinition.
 *
 * The reference validates an older form of the definition, in which parts that are equal in all versions are outside of
 * the versions. Errors have the paths of that form: `spec.subresources` for `spec.versions[0].subresources`.
 */
import type {
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
} from "../../api/apiextensions/v1/custom-resource-definition.ts";
import type { CustomResourceDefinition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { Steps } from "../../base/fair-turns.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { extension } from "../../meta/vocabulary.ts";
import type { HookContext, ValidationContext } from "../../schema/index.ts";
import {
  at,
  collect,
  collectInSteps,
  reportFormat,
  reportFormatAtOnce,
  reportUnsupported,
  within,
} from "../reporting.ts";
import { reportConversion } from "./conversion-rules.ts";
import { type DefinitionRequirements, hasDefaults, needsStructure } from "./definition-requirements.ts";
import { DefinitionSchemas } from "./definition-schemas.ts";
import { goVersions } from "./go-version-text.ts";
import { schemaKeys } from "./schemas/schema-extensions.ts";
import { partsOf, sharedParts, versionsOf } from "./shared-parts.ts";
import { reportDeprecation, reportVersionParts } from "./version-rules.ts";

/** Returns the errors of the spec and of the status. */
export function* definitionErrors(
  definition: CustomResourceDefinition,
  requirements: DefinitionRequirements,
  context: HookContext,
): Steps<FieldError[]> {
  const { spec } = definition;
  const structuralSchemas = requirements.structuralSchemas || needsStructure(spec, schemaKeys(context.vocabulary));
  const schemas = new DefinitionSchemas({ ...requirements, structuralSchemas }, context);
  return [
    ...(yield* collectInSteps((atSpec) => reportSpec(spec, atSpec, { requirements, schemas }), "spec")),
    ...statusErrors(definition),
    ...storedVersionErrors(definition),
  ];
}

interface SpecChecks {
  readonly requirements: DefinitionRequirements;
  readonly schemas: DefinitionSchemas;
}

/** Returns the errors of the status, as a write to the status reports them. */
export function statusErrors({ status }: CustomResourceDefinition): FieldError[] {
  const names = status?.acceptedNames;
  return names ? collect((context) => reportNames(names, context), "status.acceptedNames") : [];
}

/**
 * Returns the errors of the object's name. It is derived from the type's name, so that each type has only one
 * definition.
 */
export function definitionNameErrors({ metadata, spec }: CustomResourceDefinition): FieldError[] {
  const { name = "", generateName = "" } = metadata;
  const errorsOf = (field: string, value: string): FieldError[] =>
    value === "" || value === `${spec.names.plural}.${spec.group}`
      ? []
      : [invalidField(`metadata.${field}`, value, 'must be spec.names.plural+"."+spec.group')];
  return [...errorsOf("generateName", generateName), ...errorsOf("name", name)];
}

function* reportSpec(spec: CustomResourceDefinitionSpec, context: ValidationContext, checks: SpecChecks): Steps<void> {
  const { scope, names, conversion } = spec;
  const versions = versionsOf(spec);
  reportGroup(spec.group, context);
  if (scope === "") context.report(requiredField(at(context, "scope")));
  else reportUnsupported(context, "scope", scope, ["Cluster", "Namespaced"]);
  reportMissingSchemas(spec, context, checks.requirements);
  if (spec.preserveUnknownFields && hasDefaults(spec)) {
    const why = "must be false in order to use defaults in the schema";
    context.report(invalidField(at(context, "preserveUnknownFields"), true, why));
  }
  const shared = sharedParts(versions);
  yield* reportVersions(spec, context, { ...checks, shared });
  reportMissingNames(names, within(context, "names"));
  reportNames(names, within(context, "names"));
  const [first] = versions;
  if (first) {
    const parts = partsOf(first, (part) => shared.has(part));
    const place = { part: "", hasStatus: versions.some(({ subresources }) => subresources?.status) };
    yield* reportVersionParts({ ...parts, name: first.name }, place, { context, schemas: checks.schemas });
  }
  if (spec.preserveUnknownFields && conversion && conversion.strategy !== "None") {
    const why = "must be None if spec.preserveUnknownFields is true";
    context.report(invalidField(at(context, "conversion.strategy"), conversion.strategy, why));
  }
  if (conversion) reportConversion(conversion, within(context, "conversion"), checks.requirements);
}

function reportMissingSchemas(
  spec: CustomResourceDefinitionSpec,
  context: ValidationContext,
  { schemas: isRequired }: DefinitionRequirements,
): void {
  if (!isRequired && spec.preserveUnknownFields) return;
  const why = isRequired ? "schemas are required" : "because otherwise all fields are pruned";
  versionsOf(spec).forEach(({ schema, served }, index) => {
    if (schema?.openAPIV3Schema || (!isRequired && !served)) return;
    context.report(requiredField(at(context, `versions[${index}].schema.openAPIV3Schema`), why));
  });
}

function reportGroup(name: string, context: ValidationContext): void {
  const path = at(context, "group");
  if (name === "") context.report(requiredField(path));
  else if (!reportFormatAtOnce(context, "group", "dns1123Subdomain", name) && !name.includes(".")) {
    context.report(invalidField(path, name, "should be a domain with at least one dot"));
  }
}

function* reportVersions(
  spec: CustomResourceDefinitionSpec,
  context: ValidationContext,
  { schemas, shared }: SpecChecks & { readonly shared: ReturnType<typeof sharedParts> },
): Steps<void> {
  const versions = versionsOf(spec);
  for (const [index, version] of versions.entries()) {
    const part = `versions[${index}]`;
    reportFormatAtOnce(context, `${part}.name`, "dns1035Label", version.name);
    reportDeprecation(version, within(context, part));
    const { name } = version;
    const parts = partsOf(version, (one) => !shared.has(one));
    // A version with the name of an earlier one counts as that one here.
    const { subresources } = versions.find((one) => one.name === name) ?? version;
    yield* reportVersionParts({ ...parts, name }, { part, hasStatus: !!subresources?.status }, { context, schemas });
  }
  const path = at(context, "versions");
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    context.report(invalidField(path, goVersions(spec.versions), "must contain unique version names"));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    context.report(
      invalidField(path, goVersions(spec.versions), "must have exactly one version marked as storage version"),
    );
  }
  const [first] = versions;
  if (first && first.name !== "") reportFormatAtOnce(context, "version", "dns1035Label", first.name);
}

function reportMissingNames(names: CustomResourceDefinitionNames, context: ValidationContext): void {
  for (const part of ["plural", "singular", "kind", "listKind"] as const) {
    if (!names[part]) context.report(requiredField(at(context, part)));
  }
}

function reportNames(names: CustomResourceDefinitionNames, context: ValidationContext): void {
  const { plural, singular = "", kind, listKind = "", shortNames, categories } = names;
  if (plural !== "") reportFormatAtOnce(context, "plural", "dns1035Label", plural);
  if (singular !== "") reportFormatAtOnce(context, "singular", "dns1035Label", singular);
  if (kind !== "") reportFormat(context, "kind", "kindName", kind);
  if (listKind !== "") reportFormat(context, "listKind", "kindName", listKind);
  (shortNames ?? []).forEach((name, index) =>
    reportFormatAtOnce(context, `shortNames[${index}]`, "dns1035Label", name),
  );
  if (kind !== "" && kind === listKind) {
    context.report(invalidField(at(context, "listKind"), listKind, "kind and listKind may not be the same"));
  }
  (categories ?? []).forEach((name, index) =>
    reportFormatAtOnce(context, `categories[${index}]`, "dns1035Label", name),
  );
}

/** Returns the errors of the stored versions, which must include the storage version and must exist in the spec. */
function storedVersionErrors({ spec, status }: CustomResourceDefinition): FieldError[] {
  const versions = versionsOf(spec);
  const stored = status?.storedVersions ?? [];
  const path = "status.storedVersions";
  const errors: FieldError[] = [];
  if (stored.length === 0) errors.push(invalidField(path, stored, "must have at least one stored version"));
  // A second entry of the same name has no version left to match.
  const unmatched = new Map(stored.map((name, index) => [name, index]));
  for (const { name, storage } of versions) {
    if (stored.length > 0 && storage && !unmatched.has(name)) {
      errors.push(invalidField(path, stored, `must have the storage version ${name}`));
    }
    unmatched.delete(name);
  }
  for (const [name, index] of unmatched) {
    errors.push(invalidField(`${path}[${index}]`, name, "must appear in spec.versions"));
  }
  return errors;
}

const preserveUnknownFields = extension("preserve-unknown-fields");

/** Returns the error of a definition that keeps unknown fields. Only existing definitions may. */
export function unknownFieldsErrors(
  { spec }: CustomResourceDefinition,
  old: DeepReadonly<CustomResourceDefinition> | undefined,
  { vocabulary }: HookContext,
): FieldError[] {
  if (!spec.preserveUnknownFields || old?.spec.preserveUnknownFields) return [];
  const instead = `set ${vocabulary.bind(preserveUnknownFields)} to true in spec.versions[*].schema instead`;
  return [invalidField("spec.preserveUnknownFields", true, `cannot set to true, ${instead}`)];
}
