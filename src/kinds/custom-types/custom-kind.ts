/** The kinds that a definition of a custom type declares: one for each version that is served or stored. */
import { kind } from "../../api/kind.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import {
  compareVersions,
  type KindDeclaration,
  type ScaleSubresource,
  type StructuralMembers,
  type Subresources,
  type Verb,
} from "../../schema/index.ts";
import { readStructuralSchema, type StructuralSchema } from "../../structural/index.ts";
import type { TypeDefinition, VersionDefinition } from "./type-definition.ts";

/** The versions of a custom type as kinds. */
export interface CustomKinds {
  /** The kind in whose version objects are stored. */
  readonly stored: CustomKindVersion;
  /** The served versions, in the order of the definition. They include `stored` if it is served. */
  readonly served: readonly CustomKindVersion[];
}

/** A kind, and its version in the definition. */
export interface CustomKindVersion {
  readonly declaration: KindDeclaration;
  readonly definition: VersionDefinition;
}

/** Verbs in the order in which discovery lists them. */
const verbs: readonly Verb[] = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

/**
 * Returns the kinds of a custom type.
 * @param readSchema reads the schema of a version from the definition. Undefined if it has none.
 */
export function customKinds(
  definition: TypeDefinition,
  vocabulary: Vocabulary,
  readSchema: (version: string) => ReadonlyJsonObject | undefined,
): CustomKinds {
  const declare = (version: VersionDefinition, storedAs?: KindDeclaration): KindDeclaration =>
    declareVersion(definition, version, {
      members: new LazyMembers(() => readSchema(version.name) ?? {}, vocabulary),
      ...(storedAs ? { storedAs } : {}),
    });
  const storage = definition.versions.find(({ isStorage }) => isStorage) ?? definition.versions[0];
  if (!storage) throw new Error(`the definition of ${definition.plural}.${definition.group} has no version`);
  const stored = declare(storage);
  const served = definition.versions
    .filter(({ isServed }) => isServed)
    .map((version) => ({
      definition: version,
      declaration: version === storage ? stored : declare(version, stored),
    }));
  return { stored: { declaration: stored, definition: storage }, served };
}

interface VersionParts {
  readonly members: StructuralMembers;
  readonly storedAs?: KindDeclaration;
}

function declareVersion(
  definition: TypeDefinition,
  version: VersionDefinition,
  { members, storedAs }: VersionParts,
): KindDeclaration {
  const { group, plural, singular, kindName, listKind, shortNames, categories, isNamespaced } = definition;
  const declaration = kind({
    group,
    version: version.name,
    kind: kindName,
    ...(listKind === "" ? {} : { listKind }),
    package: group,
    plural,
    singular,
    shortNames,
    categories,
    scope: isNamespaced ? "Namespaced" : "Cluster",
    verbs,
    subresources: subresourcesOf(version),
    storage: { prefix: `${group}/${plural}` },
    selectableFields: version.selectablePaths.map(withoutDot),
    rules: {
      generation: "content",
      unconditionalUpdate: false,
      freeFinalizerNames: true,
      updateChecks: { update: ["plainChange", "hook"], subresource: ["plainChange", "hook"] },
      createChecks: ["create", "hook"],
    },
    ...(storedAs ? { storedAs } : {}),
    ...(version.isDeprecated ? { deprecationWarning: deprecationWarning(definition, version) } : {}),
    doc: "",
    fields: {},
  });
  return { ...declaration, schema: { ...declaration.schema, members } };
}

function subresourcesOf({ hasStatus, scale }: VersionDefinition): Subresources {
  return {
    ...(hasStatus
      ? {
          status: {
            verbs: ["get", "patch", "update"],
            keeps: [],
            writes: ["status"],
            unowned: ["spec"],
            clearedOnCreate: true,
          },
        }
      : {}),
    ...(scale ? { scale: scaleOf(scale) } : {}),
  };
}

function scaleOf({
  specReplicas,
  statusReplicas,
  selector,
}: NonNullable<VersionDefinition["scale"]>): ScaleSubresource {
  return {
    specReplicas: withoutDot(specReplicas),
    statusReplicas: withoutDot(statusReplicas),
    ...(selector === "" ? {} : { selector: withoutDot(selector) }),
    needsReplicas: true,
    isObjectValidated: true,
  };
}

function withoutDot(path: string): string {
  return path.replace(/^\./, "");
}

/** Returns the warning of a deprecated version. It recommends the most stable served version that is not deprecated. */
function deprecationWarning({ group, kindName, versions }: TypeDefinition, version: VersionDefinition): string {
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const [better] = versions
    .filter(({ isServed, isDeprecated, name }) => isServed && !isDeprecated && compareVersions(name, version.name) < 0)
    .map(({ name }) => name)
    .sort(compareVersions);
  const warning = `${group}/${version.name} ${kindName} is deprecated`;
  return better === undefined ? warning : `${warning}; use ${group}/${better} ${kindName}`;
}

/** Reads the schema on first use, because most types are never written. */
class LazyMembers implements StructuralMembers {
  readonly #read: () => ReadonlyJsonObject;
  readonly #vocabulary: Vocabulary;
  #schema: StructuralSchema | undefined;

  constructor(read: () => ReadonlyJsonObject, vocabulary: Vocabulary) {
    this.#read = read;
    this.#vocabulary = vocabulary;
  }

  get schema(): StructuralSchema {
    this.#schema ??= readStructuralSchema(this.#read(), this.#vocabulary);
    return this.#schema;
  }

  document(): ReadonlyJsonObject {
    return this.#read();
  }
}
