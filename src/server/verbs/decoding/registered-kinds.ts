/** The built-in kinds by the names that a document gives itself, for messages about documents of another kind. */
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
import { listOf, watchEvent } from "../../openapi/machinery-types.ts";
import { eachUnservedVersion } from "./unserved-kinds.ts";

/** Returns a kind that is built in, whether it is served or not. Lists count as the kind of their items. */
export function registeredKind(vocabulary: Vocabulary, apiVersion: string, kind: string): KindDeclaration | undefined {
  return typesOf(vocabulary).kinds.get(nameOf(apiVersion, kind));
}

/**
 * Returns the schema of a document that names its type so, whether the type is an object of the API or not: options, lists,
 * and what the server answers with. Undefined if no such type is known; `unknownSchema` if nothing is known but its name.
 * @param endpointGroup of the endpoint, which may know only some of the types
 */
export function registeredSchema(
  { vocabulary, group: endpointGroup }: EndpointGroup,
  apiVersion: string,
  kind: string,
): StructSchema | typeof unknownSchema | undefined {
  const table = typeTableOf({ vocabulary, group: endpointGroup });
  const { versions, schemas } = typesOf(vocabulary);
  const isKnown = apiVersion === core || versions.get(apiVersion) === table;
  const shared = isKnown ? ofEveryVersion.get(kind) : undefined;
  const declared = versions.get(apiVersion) === table ? schemas.get(nameOf(apiVersion, kind))?.() : undefined;
  const schema = unversioned.get(kind) ?? shared ?? declared;
  return schema && schema !== unknownSchema ? structInVocabulary(schema, vocabulary) : schema;
}

/** Returns the version under which messages name a type that is known. Types of the API machinery have only v1. */
export function versionInMessages(apiVersion: string, kind: string): string {
  if (unversioned.has(kind) || ofEveryVersion.has(kind)) return "v1";
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

/** Where a document was sent to. */
export interface EndpointGroup {
  readonly vocabulary: Vocabulary;
  readonly group: string;
}

/** Returns how the reference names its table of the types that are known beside those of the group. */
export function typeTableOf({ vocabulary, group }: EndpointGroup): string {
  const own = separateTables.find((one) => vocabulary.bind(one.group) === group);
  return goQuote(own ? own.table.map((part) => vocabulary.bind(part)).join("") : commonTable);
}

const commonTable = "pkg/api/legacyscheme/scheme.go:30";

/** Groups of which the reference keeps the types in a table of their own. */
const separateTables: readonly { readonly group: Name; readonly table: readonly Name[] }[] = [
  { group: group("apiextensions"), table: [machineryLabel("apiextensions-apiserver/pkg/apiserver/apiserver.go:53")] },
  {
    group: group("apiregistration"),
    table: [machineryLabel(""), component("aggregator"), "/pkg/apiserver/scheme/scheme.go:28"],
  },
];

const core = "v1";

/** Stands for a type of which only the name is known. */
export const unknownSchema = Symbol("unreadable");

const genericList: StructSchema = struct("meta/v1.List", "Objects of any kinds.", {
  ...typeMetaFields,
  metadata: optional(listMeta, 1, "Standard metadata of the list."),
  items: required(list(rawObject), 2, "The objects."),
});

/** Types of every version that a table knows, and of v1 in every table. */
const ofEveryVersion: ReadonlyMap<string, StructSchema> = byType([
  createOptions,
  deleteOptions,
  getOptions,
  listOptions,
  patchOptions,
  updateOptions,
  watchEvent,
]);

/** Types of every version in every table, even of versions that nothing else knows. */
const unversioned: ReadonlyMap<string, StructSchema> = byType([
  apiGroup,
  apiGroupList,
  apiResourceList,
  apiVersions,
  status,
]);

/** Types of documents that are posted to subresources, or whose fields stand in a query. */
const messages: readonly Pick<MessageKind, "group" | "version" | "kind" | "schema">[] = [
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
  /** The table of each version's types. */
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
  eachUnservedVersion((named, types) => {
    const version = versionOf(named);
    versions.set(version, typeTableOf({ vocabulary, group: vocabulary.bind(named.group) }));
    for (const { kind, declaration } of types) {
      if (declaration) kinds.set(nameOf(version, kind), declaration);
      schemas.set(nameOf(version, kind), () => unknownSchema);
    }
  });
  schemas.set(nameOf(core, "List"), () => genericList);
  for (const one of messages) schemas.set(nameOf(versionOf(one), one.kind), () => one.schema);
  for (const declaration of builtinKinds) {
    const { kind, schema, isStored } = declaration;
    const version = versionOf(declaration);
    versions.set(version, typeTableOf({ vocabulary, group: vocabulary.bind(declaration.group) }));
    kinds.set(nameOf(version, kind), declaration);
    schemas.set(nameOf(version, kind), () => schema);
    if (!isStored) continue;
    kinds.set(nameOf(version, `${kind}List`), declaration);
    schemas.set(nameOf(version, `${kind}List`), () => listOf(schema));
  }
  return { versions, kinds, schemas };
}

function nameOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

function byType(structs: readonly StructSchema[]): ReadonlyMap<string, StructSchema> {
  return new Map(structs.map((one) => [one.name.slice(one.name.lastIndexOf(".") + 1), one]));
}
