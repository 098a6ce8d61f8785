/**
 * Reads the recorded facts about the reference's API, which lie beside the checkout on the machines that have them.
 * Each is undefined elsewhere, and the tests that need it are skipped.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface FactField {
  readonly name: string;
  readonly type: string;
  readonly as?: string;
  readonly asKey?: string;
  readonly ptr?: boolean;
  readonly required?: boolean;
  readonly omitempty?: boolean;
  readonly inline?: boolean;
  readonly proto?: { readonly n: number };
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly listType?: string;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: string;
  readonly structType?: string;
  readonly featureGate?: string | readonly string[];
}

export interface FactStruct {
  readonly fields: readonly FactField[];
  readonly markers?: { readonly structType?: string };
}

export interface FactPackage {
  readonly structs: Readonly<Record<string, FactStruct>>;
  readonly aliases: Readonly<Record<string, FactAlias>>;
}

export interface FactAlias {
  readonly type: string;
  readonly closedEnum?: boolean;
  readonly values?: readonly string[];
}

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
  /** Absent: objects are not stored. */
  readonly storageVersion?: string;
  /** Where it is not the resource's own. */
  readonly storageGroup?: string;
  readonly etcdPrefix?: string;
  /** Releases: `1.29`. What is not recorded follows from the one before. */
  readonly introduced?: string;
  readonly deprecated?: string;
  readonly removed?: string;
  /** `resource.k8s.io,v1beta1,DeviceClass` */
  readonly replacement?: string;
  readonly subresources?: readonly FactSubresource[];
}

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
  /** The metadata that clients write stays as it is stored. */
  readonly resetsMetadata?: boolean;
}

export interface FactLifecycle {
  readonly group: string;
  readonly kind: string;
  readonly create: { readonly generation: number; readonly statusCleared: boolean };
  readonly update: { readonly createOnUpdate: boolean; readonly unconditional: boolean };
  readonly subresources?: Readonly<Record<string, FactSubresourceWrite>>;
  readonly fieldSelectors: readonly string[];
  readonly deleteReturnsObject: boolean;
}

export interface FactDefaults {
  /** By struct: path, value, condition. */
  readonly rules: Readonly<Record<string, readonly (readonly [string, unknown, string])[]>>;
  /** Struct, field, value. */
  readonly markerDefaults: readonly (readonly [string, string, unknown])[];
}

export interface FactGate {
  readonly name: string;
  readonly default: boolean;
}

export interface Facts {
  readonly types: { readonly packages: Readonly<Record<string, FactPackage>> };
  readonly resources: { readonly resources: readonly FactResource[] };
  readonly immutability: { readonly kinds: readonly FactLifecycle[] };
  readonly defaults: FactDefaults;
  readonly featuregates: { readonly gates: readonly FactGate[] };
}

const folder = join(import.meta.dirname, "..", "..", "..", "..", "shared", "facts");

export function readFacts<N extends keyof Facts>(name: N): Facts[N] | undefined {
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Facts[N]) : undefined;
}
