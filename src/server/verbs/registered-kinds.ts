/** The built-in kinds by the names that a document gives itself, for messages about documents of another kind. */
import { builtinKinds } from "../../api/index.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";

const kindsByVocabulary = new WeakMap<Vocabulary, ReadonlyMap<string, KindDeclaration>>();

/** Returns a kind that is built in, whether it is served or not. Lists count as the kind of their items. */
export function registeredKind(vocabulary: Vocabulary, apiVersion: string, kind: string): KindDeclaration | undefined {
  let kinds = kindsByVocabulary.get(vocabulary);
  if (!kinds) kindsByVocabulary.set(vocabulary, (kinds = kindsIn(vocabulary)));
  return kinds.get(`${apiVersion} ${kind}`);
}

/**
 * Returns whether a document may be of a type without being an object of the API: options, lists of anything, and what the
 * server answers with.
 */
export function isAuxiliaryKind(vocabulary: Vocabulary, apiVersion: string, kind: string): boolean {
  if (apiVersion === "v1" && kindsOfCore.has(kind)) return true;
  return kindsOfEveryVersion.has(kind) && versionsIn(vocabulary).has(apiVersion);
}

const kindsOfEveryVersion: ReadonlySet<string> = new Set([
  "CreateOptions",
  "DeleteOptions",
  "GetOptions",
  "ListOptions",
  "PatchOptions",
  "UpdateOptions",
  "WatchEvent",
]);

const kindsOfCore: ReadonlySet<string> = new Set([
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
  "APIVersions",
  "List",
  "NodeProxyOptions",
  "PodAttachOptions",
  "PodExecOptions",
  "PodLogOptions",
  "PodPortForwardOptions",
  "PodProxyOptions",
  "PodStatusResult",
  "RangeAllocation",
  "SerializedReference",
  "ServiceProxyOptions",
  "Status",
]);

function versionsIn(vocabulary: Vocabulary): ReadonlySet<string> {
  return new Set(
    builtinKinds.map((one) => formatGroupVersion({ group: vocabulary.bind(one.group), version: one.version })),
  );
}

function kindsIn(vocabulary: Vocabulary): ReadonlyMap<string, KindDeclaration> {
  return new Map(
    builtinKinds.flatMap((declaration) => {
      const { version, kind, isStored } = declaration;
      const apiVersion = formatGroupVersion({ group: vocabulary.bind(declaration.group), version });
      const names = isStored ? [kind, `${kind}List`] : [kind];
      return names.map((name) => [`${apiVersion} ${name}`, declaration] as const);
    }),
  );
}
