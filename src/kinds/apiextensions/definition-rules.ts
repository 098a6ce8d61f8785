/**
 * Rules of a CustomResourceDefinition without its schemas, which are validated with custom types.
 *
 * The reference validates an older form of the definition, in which parts that are equal in all versions are outside of
 * the versions. Errors have the paths of that form: `spec.subresources` for `spec.versions[0].subresources`.
 */
import type {
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
} from "../../api/apiextensions/v1/custom-resource-definition.ts";
import type { CustomResourceDefinitionVersion } from "../../api/apiextensions/v1/custom-resource-definition-version.ts";
import type { CustomResourceDefinition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { type GoText, goTypedList } from "../../meta/go-quote.ts";
import { extension } from "../../meta/vocabulary.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, collect, reportFormat, reportFormatAtOnce, reportUnsupported, within } from "../reporting.ts";
import { type ConversionOptions, reportConversion } from "./conversion-rules.ts";
import type { VocabularyContext } from "./definition-approval.ts";
import { reportDeprecation, reportVersionParts, type VersionParts } from "./version-rules.ts";

/** Returns the errors of the spec and of the status. */
export function definitionErrors(definition: CustomResourceDefinition, options: ConversionOptions): FieldError[] {
  return [
    ...collect((context) => reportSpec(definition.spec, context, options), "spec"),
    ...statusErrors(definition),
    ...storedVersionErrors(definition),
  ];
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

function versionsOf(spec: CustomResourceDefinitionSpec): readonly CustomResourceDefinitionVersion[] {
  // The list is null in a definition without versions.
  const { versions }: { readonly versions: typeof spec.versions | null } = spec;
  return versions ?? [];
}

function reportSpec(spec: CustomResourceDefinitionSpec, context: ValidationContext, options: ConversionOptions): void {
  const { scope, names, conversion } = spec;
  const versions = versionsOf(spec);
  reportGroup(spec.group, context);
  if (scope === "") context.report(requiredField(at(context, "scope")));
  else reportUnsupported(context, "scope", scope, ["Cluster", "Namespaced"]);
  versions.forEach(({ schema }, index) => {
    if (schema?.openAPIV3Schema) return;
    context.report(requiredField(at(context, `versions[${index}].schema.openAPIV3Schema`), "schemas are required"));
  });
  reportVersions(versions, context);
  reportMissingNames(names, within(context, "names"));
  reportNames(names, within(context, "names"));
  const [first] = versions;
  if (first)
    reportVersionParts(
      partsOf(first, (part) => isShared(versions, part)),
      "",
      context,
    );
  if (spec.preserveUnknownFields && conversion && conversion.strategy !== "None") {
    const why = "must be None if spec.preserveUnknownFields is true";
    context.report(invalidField(at(context, "conversion.strategy"), conversion.strategy, why));
  }
  if (conversion) reportConversion(conversion, within(context, "conversion"), options);
}

function reportGroup(name: string, context: ValidationContext): void {
  const path = at(context, "group");
  if (name === "") context.report(requiredField(path));
  else if (!reportFormatAtOnce(context, "group", "dns1123Subdomain", name) && !name.includes(".")) {
    context.report(invalidField(path, name, "should be a domain with at least one dot"));
  }
}

function reportVersions(versions: readonly CustomResourceDefinitionVersion[], context: ValidationContext): void {
  versions.forEach((version, index) => {
    const part = `versions[${index}]`;
    reportFormatAtOnce(context, `${part}.name`, "dns1035Label", version.name);
    reportDeprecation(version, within(context, part));
    reportVersionParts(
      partsOf(version, (name) => !isShared(versions, name)),
      part,
      context,
    );
  });
  const path = at(context, "versions");
  const shown = (): GoText => goTypedList("apiextensions.CustomResourceDefinitionVersion", versions);
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    context.report(invalidField(path, shown(), "must contain unique version names"));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    context.report(invalidField(path, shown(), "must have exactly one version marked as storage version"));
  }
  const [first] = versions;
  if (first && first.name !== "") reportFormatAtOnce(context, "version", "dns1035Label", first.name);
}

/** Whether the part is equal in all versions. */
function isShared(versions: readonly CustomResourceDefinitionVersion[], part: keyof VersionParts): boolean {
  const [first, ...others] = versions;
  return others.every((other) => equalJson(other[part] ?? null, first?.[part] ?? null));
}

function partsOf(
  version: CustomResourceDefinitionVersion,
  isIncluded: (part: keyof VersionParts) => boolean,
): VersionParts {
  const { schema, subresources, additionalPrinterColumns, selectableFields } = version;
  return {
    ...(schema && isIncluded("schema") ? { schema } : {}),
    ...(subresources && isIncluded("subresources") ? { subresources } : {}),
    ...(additionalPrinterColumns && isIncluded("additionalPrinterColumns") ? { additionalPrinterColumns } : {}),
    ...(selectableFields && isIncluded("selectableFields") ? { selectableFields } : {}),
  };
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
  { vocabulary }: VocabularyContext,
): FieldError[] {
  if (!spec.preserveUnknownFields || old?.spec.preserveUnknownFields) return [];
  const instead = `set ${vocabulary.bind(preserveUnknownFields)} to true in spec.versions[*].schema instead`;
  return [invalidField("spec.preserveUnknownFields", true, `cannot set to true, ${instead}`)];
}
