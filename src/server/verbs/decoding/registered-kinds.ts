/** The built-in types by the apiVersion and kind of a document, for error messages about documents of another type. */
import {
  binding,
  builtinKinds,
  eviction,
  nodeProxyOptions,
  podAttachOptions,
  podExecOptions,
  podLogOptions,
  podPortForwardOptions,
  podProxyOptions,
  scale,
  serviceProxyOptions,
  tokenRequest,
} from "../../../api/index.ts";
import { deleteOptions } from "../../../api/meta/v1/delete-options.ts";
import { listMeta } from "../../../api/meta/v1/list-meta.ts";
import { createOptions, getOptions, listOptions, patchOptions, updateOptions } from "../../../api/meta/v1/options.ts";
import { status } from "../../../api/meta/v1/status.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { formatGroupVersion } from "../../../meta/group-version.ts";
import { component, group, machineryLabel, type Name, type Vocabulary } from "../../../meta/vocabulary.ts";
import {
  type KindDeclaration,
  list,
  type MessageKind,
  optional,
  rawObject,
  required,
  type StructSchema,
  struct,
  structInVocabulary,
  typeMetaFields,
} from "../../../schema/index.ts";
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from "../../discovery/types.ts";
import { listSchema, watchEvent } from "../../openapi/machinery-types.ts";
import { eachUnservedVersion } from "./unserved-kinds.ts";

/**
 * Returns a built-in kind, even if this version is not served. For a list type, returns the kind of the items.
 * Undefined for other types.
 */
export function registeredKind(vocabulary: Vocabulary, apiVersion: string, kind: string): KindDeclaration | undefined {
  return typesOf(vocabulary).kinds.get(typeKey(apiVersion, kind));
}

/**
 * Returns the schema of a built-in type. It may be an object of the API, a list, options or a response. Undefined if
 * the type is unknown, `unknownSchema` if only its name is known.
 * @param endpointGroup group of the endpoint that received the document. Some groups know only some of the types.
 */
export function registeredSchema(
  { vocabulary, group: endpointGroup }: EndpointGroup,
  apiVersion: string,
  kind: string,
): StructSchema | typeof unknownSchema | undefined {
  const table = typeTableOf({ vocabulary, group: endpointGroup });
  const { versions, schemas } = typesOf(vocabulary);
  const isKnown = apiVersion === core || versions.get(apiVersion) === table;
  const machinery = isKnown ? typesOfEveryVersion.get(kind) : undefined;
  const declared = versions.get(apiVersion) === table ? schemas.get(typeKey(apiVersion, kind))?.() : undefined;
  const schema = unversionedTypes.get(kind) ?? machinery ?? declared;
  return schema && schema !== unknownSchema ? structInVocabulary(schema, vocabulary) : schema;
}

/** Returns the version that messages show for a known type. Types of the API machinery are always shown as v1. */
export function versionInMessages(apiVersion: string, kind: string): string {
  if (unversionedTypes.has(kind) || typesOfEveryVersion.has(kind)) return "v1";
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

/** API group of the endpoint that received a document. */
export interface EndpointGroup {
  readonly vocabulary: Vocabulary;
  readonly group: string;
}

/** Returns the name, in quotes, of the reference's table of types for a group. Most groups share one table. */
export function typeTableOf({ vocabulary, group }: EndpointGroup): string {
  const separate = separateTables.find((one) => vocabulary.bind(one.group) === group);
  return goQuote(separate ? separate.table.map((part) => vocabulary.bind(part)).join("") : commonTable);
}

const commonTable = "pkg/api/legacyscheme/scheme.go:30";

/** Groups whose types are in a separate table in the reference. */
const separateTables: readonly { readonly group: Name; readonly table: readonly Name[] }[] = [
  { group: group("apiextensions"), table: [machineryLabel("apiextensions-apiserver/pkg/apiserver/apiserver.go:53")] },
  {
    group: group("apiregistration"),
    table: [machineryLabel(""), component("aggregator"), "/pkg/apiserver/scheme/scheme.go:28"],
  },
];

const core = "v1";

/** Placeholder for the schema of a type of which only the name is known. */
export const unknownSchema = Symbol("unreadable");

const genericList: StructSchema = struct("meta/v1.List", "A list of objects of any kinds.", {
  ...typeMetaFields,
  metadata: optional(listMeta, 1, "Standard metadata of the list."),
  items: required(list(rawObject), 2, "The objects."),
});

/** Types that exist in every version of a table. Every table also has them in v1. */
const typesOfEveryVersion: ReadonlyMap<string, StructSchema> = byTypeName([
  createOptions,
  deleteOptions,
  getOptions,
  listOptions,
  patchOptions,
  updateOptions,
  watchEvent,
]);

/** Types that exist in every table in every version, even in unknown versions. */
const unversionedTypes: ReadonlyMap<string, StructSchema> = byTypeName([
  apiGroup,
  apiGroupList,
  apiResourceList,
  apiVersions,
  status,
]);

/** Types of documents that clients post to subresources, or whose fields are in a query. */
const messageKinds: readonly Pick<MessageKind, "group" | "version" | "kind" | "schema">[] = [
  binding,
  eviction,
  nodeProxyOptions,
  podAttachOptions,
  podExecOptions,
  podLogOptions,
  podPortForwardOptions,
  podProxyOptions,
  scale,
  serviceProxyOptions,
  tokenRequest,
];

interface Types {
  /** Name of the table that contains the types of a version. */
  readonly versions: ReadonlyMap<string, string>;
  readonly kinds: ReadonlyMap<string, KindDeclaration>;
  readonly schemas: ReadonlyMap<string, () => StructSchema | typeof unknownSchema>;
}

const typesByVocabulary = new WeakMap<Vocabulary, Types>();

function typesOf(vocabulary: Vocabulary): Types {
  let types = typesByVocabulary.get(vocabulary);
  if (!types) typesByVocabulary.set(vocabulary, (types = typesIn(vocabulary)));
  return types;
}

function typesIn(vocabulary: Vocabulary): Types {
  const versionOf = ({ group, version }: Pick<KindDeclaration, "group" | "version">): string =>
    formatGroupVersion({ group: vocabulary.bind(group), version });
  const versions = new Map<string, string>();
  const kinds = new Map<string, KindDeclaration>();
  const schemas = new Map<string, () => StructSchema | typeof unknownSchema>();
  eachUnservedVersion((groupVersion, types) => {
    const version = versionOf(groupVersion);
    versions.set(version, typeTableOf({ vocabulary, group: vocabulary.bind(groupVersion.group) }));
    for (const { kind, declaration } of types) {
      if (declaration) kinds.set(typeKey(version, kind), declaration);
      schemas.set(typeKey(version, kind), () => unknownSchema);
    }
  });
  schemas.set(typeKey(core, "List"), () => genericList);
  for (const one of messageKinds) schemas.set(typeKey(versionOf(one), one.kind), () => one.schema);
  for (const declaration of builtinKinds) {
    const { kind, schema, isStored } = declaration;
    const version = versionOf(declaration);
    versions.set(version, typeTableOf({ vocabulary, group: vocabulary.bind(declaration.group) }));
    kinds.set(typeKey(version, kind), declaration);
    schemas.set(typeKey(version, kind), () => schema);
    if (!isStored) continue;
    kinds.set(typeKey(version, `${kind}List`), declaration);
    schemas.set(typeKey(version, `${kind}List`), () => listSchema(schema));
  }
  return { versions, kinds, schemas };
}

function typeKey(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

function byTypeName(structs: readonly StructSchema[]): ReadonlyMap<string, StructSchema> {
  return new Map(structs.map((one) => [one.name.slice(one.name.lastIndexOf(".") + 1), one]));
}
