import {
  declareKind,
  type FieldSpecs,
  type FieldsOf,
  type KindDeclaration,
  type KindDeclarationOptions,
  type MessageKind,
  type ObjectOf,
  optional,
  type ScaleSubresource,
  type StructSchema,
  struct,
  typeMetaFields,
} from "../schema/index.ts";
import { objectMeta } from "./meta/v1/object-meta.ts";

const metadataField = optional(objectMeta, 1, "Standard object's metadata.");

/**
 * Declares a kind whose objects are stored. Its fields are kind, apiVersion, metadata and `fields`.
 * @param metadata schema of the metadata, if it differs from the usual one
 */
export function kind<F extends FieldSpecs>(
  options: KindDeclarationOptions<F>,
  metadata: FieldSpecs[string] = metadataField,
): KindDeclaration<ObjectOf<F>> {
  return declareKind(options, metadata);
}

/** Declaration of the subresource `scale`, for kinds whose `spec.replicas` is the number of Pods. */
export const replicaScale: ScaleSubresource = {
  specReplicas: "spec.replicas",
  statusReplicas: "status.replicas",
  selector: "spec.selector",
};

export type { MessageKind };

/** Declaration of a kind that is never stored. */
export type MessageOptions<F extends FieldSpecs> = Pick<
  KindDeclarationOptions<F>,
  "group" | "version" | "kind" | "package" | "doc" | "fields"
>;

/** Declares a kind of options, which clients send in the query. Its fields are kind, apiVersion and `fields`. */
export function optionsKind<F extends FieldSpecs>(options: MessageOptions<F>): MessageKind<FieldsOf<F>> {
  const { package: packageName, doc, fields, ...names } = options;
  const schema = struct(`${packageName}/${names.version}.${names.kind}`, doc, { ...typeMetaFields, ...fields });
  return { ...names, schema: schema as StructSchema as StructSchema<FieldsOf<F>> };
}

/** Declares a kind that is never stored. Its fields are kind, apiVersion, metadata and `fields`. */
export function message<F extends FieldSpecs>(options: MessageOptions<F>): MessageKind<ObjectOf<F>> {
  const { package: packageName, doc, fields, ...names } = options;
  const members = { ...typeMetaFields, metadata: metadataField, ...fields };
  const schema = struct(`${packageName}/${names.version}.${names.kind}`, doc, members);
  return { ...names, schema: schema as StructSchema as StructSchema<ObjectOf<F>> };
}
