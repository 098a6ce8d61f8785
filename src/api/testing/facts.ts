/** Reads the recorded facts about the reference's API from `test/facts/`, whose README says where they come from. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";

/** A field of a Go struct. */
export interface FactField {
  /** Name in JSON. Absent if `inline` is true. */
  readonly name: string;
  readonly type: string;
  /** Named alias of the scalar, list item or map value: `core/v1.Protocol`. */
  readonly as?: string;
  /** Named alias of the map key. */
  readonly asKey?: string;
  readonly ptr?: boolean;
  readonly required?: boolean;
  readonly omitempty?: boolean;
  /** Whether JSON writes the fields of `type` among those of this struct. */
  readonly inline?: boolean;
  readonly proto?: { readonly n: number };
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly listType?: string;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: string;
  readonly structType?: string;
  readonly featureGate?: string | readonly string[];
  readonly default?: unknown;
}

/** A Go struct, with its fields in the order of their declaration. */
export interface FactStruct {
  readonly fields: readonly FactField[];
  readonly markers?: { readonly structType?: string };
}

/** The types of one Go package, such as `core/v1`. */
export interface FactPackage {
  /** Start of the names that OpenAPI gives to its structs: `io.k8s.api.core.v1`. */
  readonly openapiPrefix: string;
  readonly structs: Readonly<Record<string, FactStruct>>;
  readonly aliases: Readonly<Record<string, FactAlias>>;
}

/** A Go type that names a scalar, a list or a map. */
export interface FactAlias {
  readonly type: string;
  readonly closedEnum?: boolean;
  /** All allowed values. Absent unless `closedEnum` is true. */
  readonly values?: readonly string[];
}

/** A group in the order of discovery, with its versions in the order of preference. */
export interface FactGroup {
  readonly name: string;
  readonly versions: readonly { readonly version: string; readonly servedByDefault: boolean }[];
}

/** A resource in one version of its group, as discovery lists it. */
export interface FactResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly servedByDefault: boolean;
  readonly featureGate?: string;
  /** Absent if objects are not stored. */
  readonly storageVersion?: string;
  /** Absent if it is the group of the resource. */
  readonly storageGroup?: string;
  readonly storageVersionHash?: string;
  readonly etcdPrefix?: string;
  /** Releases: `1.29`. If one is absent, it follows from the one before. */
  readonly introduced?: string;
  readonly deprecated?: string;
  readonly removed?: string;
  /** Group, version and kind: `resource.k8s.io,v1beta1,DeviceClass`. */
  readonly replacement?: string;
  /** Key of the package of its types: `core/v1`. */
  readonly typesPackage: string;
  readonly subresources?: readonly FactSubresource[];
}

/** A subresource, as discovery lists it. */
export interface FactSubresource {
  readonly name: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly string[];
  readonly featureGate?: string;
}

/** How a write to a subresource treats the rest of the object. */
export interface FactSubresourceWrite {
  readonly resetFields?: readonly string[];
  /** Whether the metadata that clients write stays unchanged. */
  readonly resetsMetadata?: boolean;
}

/** How the reference writes and deletes objects of a kind. */
export interface FactLifecycle {
  readonly group: string;
  readonly kind: string;
  readonly create: { readonly generation: number; readonly statusCleared: boolean };
  readonly update: { readonly createOnUpdate: boolean; readonly unconditional: boolean };
  readonly subresources?: Readonly<Record<string, FactSubresourceWrite>>;
  readonly fieldSelectors: readonly string[];
  readonly deleteReturnsObject: boolean;
}

/** The defaults that the reference gives to fields without a value. */
export interface FactDefaults {
  /** Path, value and condition, by struct. */
  readonly rules: Readonly<Record<string, readonly (readonly [string, unknown, string])[]>>;
  /** Struct, field, value. */
  readonly markerDefaults: readonly (readonly [string, string, unknown])[];
}

/** A feature gate of the reference, and whether it is on by default. */
export interface FactGate {
  readonly name: string;
  /** The state in release 1.32. */
  readonly "1.32": { readonly default: boolean };
}

/** The head of a column of the tables that `get` prints. */
export interface FactColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly priority: number;
}

/** The columns of a kind, in any of its versions. */
export interface FactColumns {
  readonly group: string;
  readonly kind: string;
  readonly columns: readonly FactColumn[];
}

/** The contents of the files of facts, by file name without `.json`. */
export interface Facts {
  readonly types: { readonly packages: Readonly<Record<string, FactPackage>> };
  readonly resources: { readonly groups: readonly FactGroup[]; readonly resources: readonly FactResource[] };
  readonly writes: { readonly kinds: readonly FactLifecycle[] };
  readonly defaults: FactDefaults;
  readonly "feature-gates": { readonly gates: readonly FactGate[] };
  /** `defaultTable` names the kinds whose table has only a name and a time of creation. */
  readonly columns: { readonly defaultTable: readonly string[]; readonly kinds: readonly FactColumns[] };
  /** Kinds that the reference does not have: `shop.k8s.io/v1 Parcel`. */
  readonly "own-kinds": { readonly kinds: readonly string[] };
  /** Objects of `test/facts/objects/` in protobuf, as base64 with its envelope, by file name: `core.v1.Pod`. */
  readonly "objects-protobuf": Readonly<Record<string, string>>;
}

/** Folder with the recorded facts. */
export const factsFolder = join(import.meta.dirname, "../../../test/facts");

/** Returns the content of `test/facts/<name>.json`. */
export function readFacts<N extends keyof Facts>(name: N): Facts[N] {
  return JSON.parse(readFileSync(join(factsFolder, `${name}.json`), "utf8")) as Facts[N];
}

/** Whether the reference has the kind in this version. Otherwise no facts are recorded about it. */
export function isOfReference({ group, version, kind }: KindDeclaration): boolean {
  const groupVersion = formatGroupVersion({ group: vocabularies.kubernetes.bind(group), version });
  return !readFacts("own-kinds").kinds.includes(`${groupVersion} ${kind}`);
}
