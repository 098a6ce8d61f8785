/** Valid objects of every stored kind, small and rich, from which the validation suite makes invalid ones. */
import { builtinKinds } from "../../src/api/builtin.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import type { KindDeclaration } from "../../src/schema/index.ts";
import { filledObject } from "../../test/all-kinds/filled-objects.ts";
import { oneOfEach } from "../../test/support/one-of-each.ts";
import type { ServedResource } from "../../test/support/served-resources.ts";
import { translateSample } from "../samples.ts";
import { richDefinition } from "./rich-definition.ts";

/** An object as a client may send it. */
export interface ValidObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly status?: unknown;
}

/** Kinds whose recorded object is not valid by itself: the reference ends the connection for the one of definitions. */
const replaced: Readonly<Record<string, ValidObject>> = { CustomResourceDefinition: richDefinition };

/** Returns the stored kinds that clients create, without those that are served only with a feature that is off. */
export function creatableKinds(): readonly KindDeclaration[] {
  return builtinKinds.filter(
    ({ isStored, verbs, featureGate }) => isStored && verbs.includes("create") && featureGate === undefined,
  );
}

/** Returns the group and version of a kind: `apps/v1`, or `v1` of the core group. */
export function groupVersionOf({ group, version }: KindDeclaration): string {
  return [vocabularies.kubernetes.bind(group), version].filter(Boolean).join("/");
}

/** Returns the path of a kind's objects. */
export function collectionOf(kind: KindDeclaration, namespace: string): string {
  const groupVersion = groupVersionOf(kind);
  const root = groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
  return kind.scope === "Namespaced" ? `${root}/namespaces/${namespace}/${kind.plural}` : `${root}/${kind.plural}`;
}

/** Returns valid objects of a kind in its version, the richest first. Empty if none is known. */
export function validObjects(kind: KindDeclaration): readonly ValidObject[] {
  const groupVersion = groupVersionOf(kind);
  const head = { apiVersion: groupVersion, kind: kind.kind };
  const small = oneOfEach
    .map((sample) => translateSample(sample, "default"))
    .filter((sample) => sample.kind === kind.kind && sample.apiVersion === groupVersion)
    .map(({ body }): ValidObject => ({ ...head, ...body }));
  return [...richObjects(kind.kind, groupVersion), ...small];
}

function richObjects(kind: string, groupVersion: string): readonly ValidObject[] {
  const known = replaced[kind];
  if (known) return [known];
  try {
    return [filledObject({ groupVersion, kind } as ServedResource)];
  } catch {
    // Not every version of every kind is recorded.
    return [];
  }
}
