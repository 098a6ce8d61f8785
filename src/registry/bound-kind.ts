/** A declared kind with its names spelled in one server's vocabulary. */
import { formatGroupVersion, type GroupVersionKind, type GroupVersionResource } from "../meta/group-version.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { KindDeclaration } from "../schema/index.ts";

/** Serves wherever a group and kind or a group and resource are asked for. */
export interface BoundKind extends GroupVersionKind, GroupVersionResource {
  readonly declaration: KindDeclaration;
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  readonly listKind: string;
  readonly namespaced: boolean;
}

export function bindKind(declaration: KindDeclaration, vocabulary: Vocabulary): BoundKind {
  const group = vocabulary.bind(declaration.group);
  const { version, kind, plural } = declaration;
  return {
    declaration,
    group,
    version,
    kind,
    resource: plural,
    apiVersion: formatGroupVersion({ group, version }),
    listKind: `${kind}List`,
    namespaced: declaration.scope === "Namespaced",
  };
}

/** The key of an object below its resource's prefix. */
export function objectKey(kind: { readonly namespaced: boolean }, namespace: string, name: string): string {
  return kind.namespaced ? `${namespace}/${name}` : name;
}
