/** The `scale` subresource: the desired and the actual number of replicas of an object of any scalable kind. */
import { type Scale, scale } from "../../api/autoscaling/v1/scale.ts";
import { assert } from "../../base/assert.ts";
import { writableCopy } from "../../base/json-tree.ts";
import { setValueAt, valueAt } from "../../base/paths.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { formatGroupVersion, type GroupResource } from "../../meta/group-version.ts";
import { fromLabelSelector, fromLabels } from "../../meta/label-selector.ts";
import type { ApiObject, ObjectMeta, SharedObject } from "../../meta/object-meta.ts";
import { conflict, internalError, invalid } from "../../meta/status-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { ownersOfScale, ownersOfScaled, type ScaledFields } from "../../ownership/index.ts";
import type { BoundKind, Resource } from "../../registry/index.ts";
import {
  type Column,
  type ScaleSubresource,
  type SchemaCompiler,
  type StructSchema,
  schemaAt,
  validateMetadata,
} from "../../schema/index.ts";
import { setOwners } from "../field-owners/document-owners.ts";
import { type DocumentConversion } from "../served/document-conversion.ts";
import { convertedType, type DocumentType } from "../served/document-type.ts";

/** The scaled kind, the paths of its replicas, and the services that convert its Scales. */
export interface ScaleConversionOptions {
  /** Paths of the fields in the scaled object that a Scale shows. */
  readonly paths: ScaleSubresource;
  /** Stores the scaled objects. */
  readonly resource: Resource;
  /** Scaled kind, in the requested version. */
  readonly resourceKind: BoundKind;
  readonly compiler: SchemaCompiler;
  readonly vocabulary: Vocabulary;
  /** Converts the scaled objects. Absent if the requested version is the stored one. */
  readonly versions?: DocumentConversion | undefined;
  /** Prepares the scaled objects if a webhook converts them. */
  readonly source?: DocumentType | undefined;
  /** Columns of a Table of Scales. */
  readonly columns: readonly Column<ApiObject>[];
}

/** Returns the conversion between objects of a scalable kind and Scales. */
export function scaleConversion(options: ScaleConversionOptions): DocumentConversion {
  const { paths, resource, resourceKind, compiler, vocabulary, columns, versions, source } = options;
  const { version, kind } = scale;
  const group = vocabulary.bind(scale.group);
  const type = { kind, listKind: `${kind}List`, apiVersion: formatGroupVersion({ group, version }) };
  const compiled = compiler.compile(scale.schema);
  const fields: ScaledFields = {
    object: { apiVersion: resourceKind.apiVersion, path: paths.specReplicas },
    scale: { apiVersion: type.apiVersion, path: "spec.replicas" },
  };
  const metadataRules = { ...resource.metadataRules, nameFormat: "dns1123Subdomain" } as const;
  const selectorOf = selectorReader(paths, resource.kind.declaration.schema);
  const toDocument = (object: ApiObject): ApiObject => scaleOf(object, paths, selectorOf(object), type);
  const toResponse = (object: ApiObject): ApiObject => {
    requireReplicas(object, paths);
    return toDocument(object);
  };
  return {
    documentType: convertedType(resource, {
      kind: type,
      schema: compiled,
      columns,
      toDocument: toResponse,
      source,
    }),
    fieldLabels: {},
    toDocument: (stored) => toDocument((versions ? versions.toDocument(stored) : stored) as ApiObject),
    ownersOf: ({ metadata }) => ownersOfScale(metadata.managedFields, fields),
    toStored: (document, stored) => {
      assert(stored, "a Scale changes an existing object");
      const object = versions ? scaledDocument(versions, stored) : stored;
      const { spec = {}, metadata } = document as Scale;
      const errors = paths.isObjectValidated
        ? []
        : [...validateMetadata(metadata, metadataRules), ...compiled.validate(document)];
      if (errors.length > 0) throw invalid({ group, kind }, metadata.name ?? "", errors);
      checkUid(metadata, object.metadata, resource.kind);
      setValueAt(object, paths.specReplicas, spec.replicas ?? 0);
      setOwners(object, ownersOfScaled(object.metadata.managedFields, metadata.managedFields, fields));
      object.metadata.resourceVersion = metadata.resourceVersion || (object.metadata.resourceVersion ?? "");
      return versions ? versions.toStored(object, stored) : object;
    },
    rules: versions?.rules,
  };
}

/** Returns a copy of the scaled object in the requested version. */
function scaledDocument(versions: DocumentConversion, stored: SharedObject): ApiObject {
  const { schema } = versions.documentType;
  return writableCopy(schema.canonical(versions.toDocument(stored)).object) as ApiObject;
}

/** @throws StatusError 409 if the Scale has the UID of another object */
function checkUid(scaleMetadata: ObjectMeta, actual: ObjectMeta, { group, resource }: GroupResource): void {
  if (!scaleMetadata.uid || scaleMetadata.uid === actual.uid) return;
  const why = `Precondition failed: UID in precondition: ${scaleMetadata.uid}, UID in object meta: ${actual.uid}`;
  throw conflict({ group, resource: `${resource}/scale` }, actual.name ?? "", why);
}

/** @throws StatusError 500 if the object has no number of replicas, although a Scale needs it */
function requireReplicas(object: ApiObject, { needsReplicas, specReplicas }: ScaleSubresource): void {
  if (!needsReplicas || valueAt(object, specReplicas) !== undefined) return;
  throw internalError(`the spec replicas field ${goQuote(`.${specReplicas}`)} does not exist`);
}

/** Returns the Scale of an object. */
function scaleOf(
  object: ApiObject,
  paths: ScaleSubresource,
  selector: string,
  { kind, apiVersion }: { readonly kind: string; readonly apiVersion: string },
): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp };
  const replicas = Number(valueAt(object, paths.specReplicas) ?? 0);
  const status = {
    replicas: Number(valueAt(object, paths.statusReplicas) ?? 0),
    selector,
  };
  return { kind, apiVersion, metadata, spec: { replicas }, status } as ApiObject;
}

/**
 * Returns a function that formats the selector of an object as in a `labelSelector` query parameter. Some kinds hold a
 * LabelSelector, others a map of labels.
 */
function selectorReader(paths: ScaleSubresource, schema: StructSchema): (object: ApiObject) => string {
  const { selector } = paths;
  if (selector === undefined) return () => "";
  const isMap = schemaAt(schema, selector)?.node === "map";
  return (object) => {
    const value = valueAt(object, selector);
    if (value === undefined || value === null) return "";
    if (typeof value === "string") return value;
    const parsed = isMap ? fromLabels(value as Record<string, string>) : fromLabelSelector(value);
    return parsed.toString();
  };
}
