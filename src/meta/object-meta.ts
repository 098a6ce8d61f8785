/** Metadata common to objects of all kinds. Times are RFC 3339 strings in UTC, as on the wire. */
import type { DeepReadonly } from "../base/deep-readonly.ts";

/** A reference to an owner, as in `metadata.ownerReferences`. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** The fields that one field manager owns, as in `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** The metadata of an object. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string | null;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  /** Writes share the entries of unchanged managers, so none may be modified. */
  managedFields?: readonly DeepReadonly<ManagedFieldsEntry>[];
}

/** An API object of any kind. */
export interface ApiObject {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
}

/** An API object that several callers share, so none of them may change it. */
export type SharedObject = DeepReadonly<ApiObject>;
