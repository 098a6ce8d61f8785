/** The `scale` subresource: how many replicas are wanted and there are, whatever the kind. */
import { type Scale, scale } from "../../api/autoscaling/v1/scale.ts";
import { assert } from "../../base/assert.ts";
import { setValueAt, valueAt } from "../../base/paths.ts";
import { formatGroupVersion, type GroupResource } from "../../meta/group-version.ts";
import { fromLabelSelector, fromLabels } from "../../meta/label-selector.ts";
import type { ApiObject, ObjectMeta } from "../../meta/object-meta.ts";
import { conflict, invalid } from "../../meta/status-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { ownersOfScale, ownersOfScaled, type ScaledFields } from "../../ownership/index.ts";
import { type BoundKind, type Resource, validateMetadata } from "../../registry/index.ts";
import {
  type Column,
  type ScaleSubresource,
  type SchemaCompiler,
  type StructSchema,
  schemaAt,
} from "../../schema/index.ts";
import { setOwners } from "../field-owners/document-owners.ts";
import { shapeAs } from "./document-type.ts";
import type { EndpointView } from "./resource-table.ts";

export interface ScaleViewOptions {
  readonly paths: ScaleSubresource;
  /** Of the scaled kind. */
  readonly resource: Resource;
  /** The scaled kind in the version that is asked. */
  readonly served: BoundKind;
  readonly compiler: SchemaCompiler;
  readonly vocabulary: Vocabulary;
  /** Of a Table of Scales. */
  readonly columns: readonly Column<ApiObject>[];
}

export function scaleView(options: ScaleViewOptions): EndpointView {
  const { paths, resource, served, compiler, vocabulary, columns } = options;
  const { version, kind } = scale;
  const group = vocabulary.bind(scale.group);
  const type = { kind, listKind: `${kind}List`, apiVersion: formatGroupVersion({ group, version }) };
  const compiled = compiler.compile(scale.schema);
  const fields: ScaledFields = {
    object: { apiVersion: served.apiVersion, path: paths.specReplicas },
    scale: { apiVersion: type.apiVersion, path: "spec.replicas" },
  };
  const metadataRules = { ...resource.metadataRules, nameFormat: "dns1123Subdomain" } as const;
  const selectorOf = selectorReader(paths, resource.kind.declaration.schema);
  const show = (object: ApiObject): ApiObject => showScale(object, paths, selectorOf(object), type);
  return {
    shape: shapeAs(resource, { kind: type, schema: compiled, columns, show }),
    fieldLabels: {},
    show,
    owners: ({ metadata }) => ownersOfScale(metadata.managedFields, fields),
    absorb: (document, object) => {
      assert(object, "what is scaled is there");
      const { spec = {}, metadata } = document as Scale;
      const errors = [...validateMetadata(metadata, metadataRules), ...compiled.validate(document)];
      if (errors.length > 0) throw invalid({ group, kind }, metadata.name ?? "", errors);
      checkUid(metadata, object.metadata, resource.kind);
      setValueAt(object, paths.specReplicas, spec.replicas ?? 0);
      setOwners(object, ownersOfScaled(object.metadata.managedFields, metadata.managedFields, fields));
      object.metadata.resourceVersion = metadata.resourceVersion || (object.metadata.resourceVersion ?? "");
      return object;
    },
  };
}

/** @throws StatusError 409 when the Scale is of another object of the same name */
function checkUid(asked: ObjectMeta, actual: ObjectMeta, { group, resource }: GroupResource): void {
  if (!asked.uid || asked.uid === actual.uid) return;
  const why = `Precondition failed: UID in precondition: ${asked.uid}, UID in object meta: ${actual.uid}`;
  throw conflict({ group, resource: `${resource}/scale` }, actual.name ?? "", why);
}

function showScale(
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

/** Reads the selector as the text that clients put into queries. Some kinds hold a selector, some a map of labels. */
function selectorReader(paths: ScaleSubresource, schema: StructSchema): (object: ApiObject) => string {
  const isMap = schemaAt(schema, paths.selector)?.node === "map";
  return (object) => {
    const value = valueAt(object, paths.selector);
    if (value === undefined || value === null) return "";
    const parsed = isMap ? fromLabels(value as Record<string, string>) : fromLabelSelector(value);
    return parsed.toString();
  };
}
