/** A declared kind, with its names in the vocabulary of one server. */
import { formatGroupVersion, type GroupVersionKind, type GroupVersionResource } from "../meta/group-version.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { KindDeclaration } from "../schema/index.ts";

/**
 * A kind with its names in the vocabulary of one server. It can be passed wherever a group and kind or a group and
 * resource are expected.
 */
export interface BoundKind extends GroupVersionKind, GroupVersionResource {
  readonly declaration: KindDeclaration;
  /** `v1`, or `apps/v1` if the kind has a group. */
  readonly apiVersion: string;
  readonly listKind: string;
  readonly namespaced: boolean;
}

/** Returns the kind with its names in `vocabulary`. */
export function bindKind(declaration: KindDeclaration, vocabulary: Vocabulary): BoundKind {
  const group = vocabulary.bind(declaration.group);
  const { version, kind, plural, listKind = `${kind}List` } = declaration;
  return {
    declaration,
    group,
    version,
    kind,
    resource: plural,
    apiVersion: formatGroupVersion({ group, version }),
    listKind,
    namespaced: declaration.scope === "Namespaced",
  };
}

/**
 * Returns the key of an object, relative to the prefix of its resource: `namespace/name`, or the name alone for
 * cluster-scoped kinds.
 */
export function objectKey(kind: { readonly namespaced: boolean }, namespace: string, name: string): string {
  return kind.namespaced ? `${namespace}/${name}` : name;
}
