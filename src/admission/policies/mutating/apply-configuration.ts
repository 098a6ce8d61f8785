/** Mutations that apply a configuration: it is merged into the object as a server-side apply would do, without owners of fields. */
import { PatchedObjectValue } from "../../../cel/admission/index.ts";
import type { Value } from "../../../cel/index.ts";
import { formatGroupVersionKind, type GroupVersionKind } from "../../../meta/group-version.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { atomicParts, checkShape, formatShapeErrors, merge, type Shape, shapeOf } from "../../../ownership/index.ts";
import { converterFault } from "../../../patch/index.ts";
import { SchemaDecodeError, type StructSchema } from "../../../schema/index.ts";
import type { VersionDocuments } from "../../plugin.ts";
import { configurationOf } from "./configuration-value.ts";
import { MutationFault } from "./mutation-fault.ts";
import { requireTypeNames } from "./type-names.ts";

/** An object that a policy changes. */
export interface MutatedObject {
  readonly kind: GroupVersionKind;
  /** The kind in the version of the request. */
  readonly requestKind: GroupVersionKind;
  readonly object: ApiObject;
  readonly documents: VersionDocuments;
}

/**
 * As in the reference, the objects of built-in kinds can only be changed in the version of the request.
 * @throws MutationFault if the object has another version
 */
export function requireRequestVersion({ kind, requestKind, documents }: MutatedObject): void {
  if (documents.isCustom || (kind.group === requestKind.group && kind.version === requestKind.version)) return;
  const goType = ({ version }: GroupVersionKind): string => `(${version}.${kind.kind})`;
  throw new MutationFault(`converting ${goType(kind)} to ${goType(requestKind)}: unknown conversion`);
}

/** Returns the object with the configuration, in canonical form and with defaults. @throws MutationFault */
export function applyConfiguration(value: Value, mutated: MutatedObject): ApiObject {
  const { kind, object, documents } = mutated;
  if (!(value instanceof PatchedObjectValue))
    throw new MutationFault("unsupported return type from ApplyConfiguration expression");
  requireTypeNames(value);
  const configuration = { ...configurationOf(value), kind: object.kind, apiVersion: object.apiVersion };
  const { schema } = documents;
  const shape = schema && shapeOf(schema);
  if (!shape)
    throw applyFault(
      `failed to convert patch object to typed object: no corresponding type for ${formatGroupVersionKind(kind)}`,
    );
  requireShape(shape, configuration, "patch");
  const atomics = atomicParts(shape, configuration);
  if (atomics.length > 0) {
    const rule = "may not mutate atomic arrays, maps or structs";
    throw applyFault(`invalid ApplyConfiguration: ${rule}: ${atomics.join(", ")}`);
  }
  requireShape(shape, object, "original");
  return complete(merge(shape, object, configuration), schema, mutated);
}

function applyFault(why: string): MutationFault {
  return new MutationFault(`error applying patch: ${why}`);
}

function requireShape(shape: Shape, object: object, role: "original" | "patch"): void {
  const errors = checkShape(shape, object);
  if (errors.length > 0) {
    throw applyFault(`failed to convert ${role} object to typed object: ${formatShapeErrors(errors)}`);
  }
}

function complete(merged: unknown, schema: StructSchema, mutated: MutatedObject): ApiObject {
  const { kind, documents } = mutated;
  requireRequestVersion(mutated);
  const fault = documents.isCustom ? undefined : converterFault(schema, merged);
  try {
    if (fault === undefined) return documents.complete(merged);
  } catch (error) {
    if (!(error instanceof SchemaDecodeError)) throw error;
    throw conversionFault(kind, error.message);
  }
  throw conversionFault(kind, fault);
}

function conversionFault(kind: GroupVersionKind, why: string): MutationFault {
  return new MutationFault(`unable to convert unstructured object to ${formatGroupVersionKind(kind)}: ${why}`);
}
