/**
 * Parts of versions that can be equal in all versions. The reference keeps such a part outside of the versions, and errors have
 * the path that it has there: `spec.subresources` for `spec.versions[0].subresources`.
 */
import type { CustomResourceDefinitionSpec } from "../../api/apiextensions/v1/custom-resource-definition.ts";
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
  CustomResourceValidation,
  SelectableField,
} from "../../api/apiextensions/v1/custom-resource-definition-version.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { SchemaProps } from "./schemas/schema-extensions.ts";

/** Parts of a version that can be equal in all versions. */
export interface VersionParts {
  readonly schema?: CustomResourceValidation;
  readonly subresources?: CustomResourceSubresources;
  readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[];
  readonly selectableFields?: readonly SelectableField[];
}

type Version = DeepReadonly<CustomResourceDefinitionVersion>;

/** Returns the versions. The list is null in a definition without versions. */
export function versionsOf<V>({ versions }: { readonly versions: readonly V[] | null }): readonly V[] {
  return versions ?? [];
}

const partNames = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;

/** Returns the names of the parts that are equal in all versions. */
export function sharedParts(versions: readonly Version[]): ReadonlySet<keyof VersionParts> {
  return new Set(partNames.filter((part) => isShared(versions, part)));
}

function isShared(versions: readonly Version[], part: keyof VersionParts): boolean {
  const [first, ...others] = versions;
  return others.every((other) => equalJson(other[part] ?? null, first?.[part] ?? null));
}

/** Returns the parts of a version that are included and set. */
export function partsOf(
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

/** Returns the schemas of all versions. A schema that all versions share is returned once. */
export function schemasOf(spec: DeepReadonly<CustomResourceDefinitionSpec>): readonly SchemaProps[] {
  const versions = versionsOf(spec);
  const different = isShared(versions, "schema") ? versions.slice(0, 1) : versions;
  return different.flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
}

/** Returns the version whose schema counts for a version of this name: any if they share one. Undefined if there is none. */
export function schemaOfVersion(
  spec: DeepReadonly<CustomResourceDefinitionSpec>,
  version: string,
): Version | undefined {
  const versions = versionsOf(spec);
  if (isShared(versions, "schema")) return versions[0];
  return versions.find(({ name }) => name === version);
}
