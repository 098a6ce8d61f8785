/**
 * Serves a kind in another version than the stored one. If both versions have the same fields, only the first bytes of
 * an object differ: its kind and apiVersion. Otherwise the kind has a conversion hook. Rows of Tables are made from the
 * stored form, because all versions have the same columns.
 */
import { CachedObject } from "../../cache/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type BoundKind, objectHead, type Resource } from "../../registry/index.ts";
import { type Conversion, hasSentForms, type KindHooks, type SchemaCompiler } from "../../schema/index.ts";
import type { DocumentConversion, TypeName } from "../served/document-conversion.ts";
import { convertedObject, type DocumentType, storedType } from "../served/document-type.ts";
import { remoteDocumentType, remoteRules, remoteVersions } from "./remote-versions.ts";

/** A served version of a kind, and the resource that stores its objects. */
export interface VersionConversionOptions {
  /** Kind in the served version. */
  readonly kind: BoundKind;
  readonly hooks: KindHooks;
  /** Stores the objects, in another version. */
  readonly resource: Resource;
  readonly compiler: SchemaCompiler;
}

/** Returns the conversion between the stored version of a kind and a served one. */
export function versionConversion({ kind, hooks, resource, compiler }: VersionConversionOptions): DocumentConversion {
  const context = { vocabulary: resource.services.vocabulary };
  const remote = resource.hooks.remoteConversion;
  const conversion: Conversion =
    hooks.conversion ?? (remote ? remoteVersions(remote, resource.kind, kind) : sameFields);
  const schema = compiler.compile(kind.declaration.schema);
  const { createChecks, updateChecks } = kind.declaration.rules;
  const toDocument = (stored: ApiObject): ApiObject => withType(conversion.fromStored(stored, context), kind);
  const toStoredWithoutDefaults = (document: ApiObject): ApiObject =>
    withType(conversion.toStored(document, context), resource.kind);
  // Decoding adds defaults. The stored version may have one for a field that the served version does not have.
  const toStored = (document: ApiObject): ApiObject =>
    resource.schema.decodeShown(toStoredWithoutDefaults(document), { copiesSentForms: hasSentForms(document) }).object;
  const documentType: DocumentType = {
    ...storedType(resource),
    // Versions of a custom type have their own columns.
    ...(kind.declaration.schema.members ? { columns: hooks.columns, rowCacheKey: `row ${kind.apiVersion}` } : {}),
    kind,
    schema,
    isConverted: conversion !== sameFields,
    toDocument: hooks.conversion
      ? (stored) => convertedObject(stored, schema, toDocument(resource.parse(stored)))
      : bytesWithType(resource.kind, kind),
  };
  const ownRules = hooks.validateCreate || hooks.validateUpdate ? { ...hooks, createChecks, updateChecks } : undefined;
  const { apiVersion } = kind;
  return {
    documentType: remote ? remoteDocumentType(documentType, remote) : documentType,
    fieldLabels: conversion.fieldLabels ?? {},
    rules: remote ? remoteRules({ resource, remote, hooks, schema, apiVersion }) : ownRules,
    toDocument,
    ...(hooks.conversion
      ? { complete: (document: ApiObject) => schema.canonical(toDocument(toStored(document))).object }
      : {}),
    toStoredWithoutDefaults,
    toStored,
  };
}

/** Conversion between versions with the same fields. */
const sameFields: Conversion = { fromStored: (stored) => stored, toStored: (document) => document };

function withType(object: ApiObject, { kind, apiVersion }: TypeName): ApiObject {
  return { ...object, kind, apiVersion };
}

/** Returns a function that replaces the kind and apiVersion with which the bytes of every stored object begin. */
function bytesWithType(stored: TypeName, served: TypeName): DocumentType["toDocument"] {
  const head = Buffer.from(objectHead(served));
  const storedHeadBytes = Buffer.byteLength(objectHead(stored));
  return (object) => {
    const bytes = Buffer.concat([head, object.bytes.subarray(storedHeadBytes)]);
    return new CachedObject(object.key, object.revision, { bytes, needsExactJson: object.needsExactJson });
  };
}
