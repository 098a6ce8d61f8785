/** The parts of a CustomResourceDefinition that serving its type needs, without the schemas, which can be large. */
import type { CustomResourceColumnDefinition } from "../../api/apiextensions/v1/custom-resource-definition-version.ts";
import type { CustomResourceDefinition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";

/** A custom type, under the names that were accepted for it. */
export interface TypeDefinition {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kindName: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isNamespaced: boolean;
  readonly versions: readonly VersionDefinition[];
}

/** A version of a custom type. */
export interface VersionDefinition {
  readonly name: string;
  readonly isServed: boolean;
  readonly isStorage: boolean;
  readonly isDeprecated: boolean;
  readonly deprecationWarning: string | undefined;
  readonly hasStatus: boolean;
  /** Paths such as `.spec.replicas`. The selector is empty if there is none. */
  readonly scale:
    | { readonly specReplicas: string; readonly statusReplicas: string; readonly selector: string }
    | undefined;
  readonly columns: readonly CustomResourceColumnDefinition[];
  /** Paths such as `.spec.color`. */
  readonly selectablePaths: readonly string[];
}

/** Returns the type that a definition declares. Its status must have accepted names. */
export function typeDefinitionOf({ spec, status }: DeepReadonly<CustomResourceDefinition>): TypeDefinition {
  const accepted = status?.acceptedNames ?? spec.names;
  return {
    group: spec.group,
    plural: accepted.plural,
    singular: accepted.singular ?? "",
    kindName: accepted.kind,
    listKind: accepted.listKind ?? "",
    shortNames: accepted.shortNames ?? [],
    categories: accepted.categories ?? [],
    isNamespaced: spec.scope === "Namespaced",
    versions: spec.versions.map(versionOf),
  };
}

function versionOf(version: DeepReadonly<CustomResourceDefinition>["spec"]["versions"][number]): VersionDefinition {
  const { name, served, storage, deprecated, deprecationWarning, subresources } = version;
  const { scale } = subresources ?? {};
  return {
    name,
    isServed: served,
    isStorage: storage,
    isDeprecated: deprecated ?? false,
    deprecationWarning,
    hasStatus: Boolean(subresources?.status),
    scale: scale
      ? {
          specReplicas: scale.specReplicasPath,
          statusReplicas: scale.statusReplicasPath,
          selector: scale.labelSelectorPath ?? "",
        }
      : undefined,
    columns: version.additionalPrinterColumns ?? [],
    selectablePaths: (version.selectableFields ?? []).map(({ jsonPath }) => jsonPath),
  };
}
