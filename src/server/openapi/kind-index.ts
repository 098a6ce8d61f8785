/**
 * Index of the kinds that a struct describes. A struct may describe no kind, one kind, or a kind in many group
 * versions.
 */
import { builtinKinds } from "../../api/index.ts";
import { deleteOptions } from "../../api/meta/v1/delete-options.ts";
import { status } from "../../api/meta/v1/status.ts";
import type { GroupVersion, GroupVersionKind } from "../../meta/group-version.ts";
import { group, type Name, type Vocabulary } from "../../meta/vocabulary.ts";
import type { StructSchema } from "../../schema/index.ts";
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from "../discovery/types.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import { type ServedResource } from "../served/resource-table.ts";
import { listSchema, watchEvent } from "./machinery-types.ts";
import { documentStruct } from "./resource-operations.ts";

const core: GroupVersion = { group: "", version: "v1" };

/** Structs whose kinds exist only in the core group. */
const coreTypes: readonly StructSchema[] = [status, apiVersions, apiGroup, apiGroupList, apiResourceList];

/**
 * Versions that the reference no longer serves, and versions of objects that are exchanged with webhooks. The
 * reference's documents list them for the kinds that exist in every version.
 */
const unservedVersions: readonly (readonly [Name, readonly string[]])[] = [
  [group("admission"), ["v1", "v1beta1"]],
  [group("apiextensions"), ["v1beta1"]],
  [group("apiregistration"), ["v1beta1"]],
  ["apps", ["v1beta1", "v1beta2"]],
  [group("authentication"), ["v1alpha1", "v1beta1"]],
  [group("authorization"), ["v1beta1"]],
  ["autoscaling", ["v2beta1", "v2beta2"]],
  ["batch", ["v1beta1"]],
  [group("certificates"), ["v1beta1"]],
  [group("coordination"), ["v1beta1"]],
  [group("discovery"), ["v1beta1"]],
  [group("events"), ["v1beta1"]],
  ["extensions", ["v1beta1"]],
  [group("flowcontrol.apiserver"), ["v1beta1", "v1beta2", "v1beta3"]],
  [group("imagepolicy"), ["v1alpha1"]],
  [group("networking"), ["v1alpha1", "v1beta1"]],
  [group("node"), ["v1alpha1", "v1beta1"]],
  ["policy", ["v1beta1"]],
  [group("rbac.authorization"), ["v1alpha1", "v1beta1"]],
  [group("scheduling"), ["v1alpha1", "v1beta1"]],
];

/** Structs whose kinds exist in every built-in group version. */
const ubiquitousTypes: readonly StructSchema[] = [deleteOptions, watchEvent];

/** Index of built-in kinds by struct. Documents list these kinds in the extension `group-version-kind`. */
export class KindIndex {
  readonly #kinds = new Map<StructSchema, GroupVersionKind[]>();
  readonly #sorted = new Map<StructSchema, readonly GroupVersionKind[]>();

  constructor(resources: readonly ServedResource[], vocabulary: Vocabulary) {
    for (const struct of coreTypes) this.#add(struct, { ...core, kind: typeOf(struct) });
    for (const groupVersion of [core, ...builtinVersions(vocabulary)]) {
      for (const struct of ubiquitousTypes) this.#add(struct, { ...groupVersion, kind: typeOf(struct) });
    }
    for (const { endpoint, subresources } of resources) {
      for (const served of [endpoint, ...subresources.values()]) this.#addEndpoint(served);
    }
  }

  /** Returns the kinds of the struct, sorted by group, version and kind. Empty if it describes none. */
  kindsOf(struct: StructSchema): readonly GroupVersionKind[] {
    let sorted = this.#sorted.get(struct);
    if (!sorted) {
      const kinds = this.#kinds.get(struct) ?? [];
      sorted = kinds.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
      if (kinds.length > 0) this.#sorted.set(struct, sorted);
    }
    return sorted;
  }

  #addEndpoint(endpoint: ServedEndpoint): void {
    const { documentKind, handlers, connection } = endpoint;
    // Options of a connection are query parameters. They are never sent as a document.
    if (connection) return;
    const struct = documentStruct(endpoint);
    this.#add(struct, documentKind);
    if (handlers.list) this.#add(listSchema(struct), { ...documentKind, kind: `${documentKind.kind}List` });
  }

  #add(struct: StructSchema, { group, version, kind }: GroupVersionKind): void {
    const kinds = this.#kinds.get(struct) ?? [];
    if (kinds.some((one) => sortKey(one) === sortKey({ group, version, kind }))) return;
    this.#kinds.set(struct, [...kinds, { group, version, kind }]);
  }
}

function builtinVersions(vocabulary: Vocabulary): GroupVersion[] {
  const served = builtinKinds.map((kind) => ({ group: vocabulary.bind(kind.group), version: kind.version }));
  const unserved = unservedVersions.flatMap(([name, versions]) =>
    versions.map((version) => ({ group: vocabulary.bind(name), version })),
  );
  return [...served, ...unserved];
}

function typeOf({ name }: StructSchema): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function sortKey({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
