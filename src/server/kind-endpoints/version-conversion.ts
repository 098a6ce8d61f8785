/**
 * Serves a kind in another version than the stored one. If both versions have the same fields, only the first bytes of
 * an object differ: its kind and apiVersion. Otherwise the kind has a conversion hook. Rows of Tables are made from the
 * stored form, because all versions have the same columns.
 */
import { equalJson } from "../../base/json-tree.ts";
import { CachedObject } from "../../cache/index.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { type BoundKind, FieldIndex, objectHead, type Resource, type WriteRules } from "../../registry/index.ts";
import {
  type CompiledSchema,
  type Conversion,
  hasSentForms,
  type KindHooks,
  type SchemaCompiler,
  type StructuralMembers,
} from "../../schema/index.ts";
import type { DocumentConversion, TypeName } from "../served/document-conversion.ts";
import { convertedObject, type DocumentType, storedType } from "../served/document-type.ts";
import { remoteDocumentType, remoteRules, remoteVersions } from "./remote-versions.ts";
import { selectableForm } from "./selectable-form.ts";

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
  const withDefaults = (document: ApiObject): ApiObject =>
    resource.schema.decodeShown(toStoredWithoutDefaults(document), { copiesSentForms: hasSentForms(document) }).object;
  const fields = new FieldIndex(kind, hooks);
  const { members } = kind.declaration.schema;
  // The fields that only the served version has are kept until they have been checked.
  const toStored = members && !remote ? toStoredWithoutDefaults : withDefaults;
  const converted: DocumentType["toDocument"] = (stored) =>
    convertedObject(stored, schema, toDocument(resource.parse(stored)));
  const renamed = bytesWithType(resource.kind, kind);
  const documentType: DocumentType = {
    ...storedType(resource),
    kind,
    schema,
    isConverted: conversion !== sameFields,
    toDocument: hooks.conversion ? converted : renamed,
    rowCacheKey: `row ${kind.apiVersion}`,
    // Versions of a custom type have their own columns.
    ...(members ? { columns: hooks.columns } : {}),
  };
  const servedType = (): DocumentType => {
    if (remote) return remoteDocumentType(documentType, remote, fields);
    return members
      ? { ...documentType, ...ownForm({ kind, resource, members, fields, converted, renamed }) }
      : documentType;
  };
  const ownRules = (): WriteRules | undefined => {
    if (!hooks.validateCreate && !hooks.validateUpdate) return undefined;
    const rules = { ...hooks, createChecks, updateChecks };
    return members ? { ...rules, ...documentRules(hooks, schema, toDocument) } : rules;
  };
  const { apiVersion } = kind;
  return {
    documentType: servedType(),
    fieldLabels: conversion.fieldLabels ?? {},
    rules: remote ? remoteRules({ resource, remote, hooks, schema, apiVersion }) : ownRules(),
    toDocument,
    ...(hooks.conversion
      ? { complete: (document: ApiObject) => schema.canonical(toDocument(toStored(document))).object }
      : {}),
    toStoredWithoutDefaults,
    toStored,
  };
}

interface CustomVersion extends Pick<VersionConversionOptions, "kind" | "resource"> {
  readonly members: StructuralMembers;
  readonly fields: FieldIndex;
  /** Returns the document of an object without the fields that are not in the schema of the version. */
  readonly converted: DocumentType["toDocument"];
  /** Returns the document of an object if the version has the schema of the stored one. */
  readonly renamed: DocumentType["toDocument"];
}

/**
 * Returns how documents have the form of their version, because versions of a custom type have their own schemas and selectable fields. As
 * in the reference, a document gets no further defaults.
 */
function ownForm({ kind, resource, members, fields, converted, renamed }: CustomVersion): Partial<DocumentType> {
  const isStoredSchema = sameSchema(members, resource.kind.declaration.schema.members);
  const toDocument: DocumentType["toDocument"] = (stored) => (isStoredSchema() ? renamed(stored) : converted(stored));
  return {
    parseForRow: (stored) => resource.parse(toDocument(stored)),
    // The definition requires that the schema of the version has these fields, so the stored form has the same values.
    selectable: selectableForm(kind, fields, { toDocument: (stored) => stored }),
    isConverted: true,
    toDocument,
  };
}

/**
 * Returns the rules that check a write as a document of its version, because versions of a custom type have their own schemas. As in the
 * reference, the stored version checks nothing, and fields that it does not have are removed afterwards.
 */
function documentRules(
  { validateCreate, validateUpdate, validateWithPauses }: KindHooks,
  schema: CompiledSchema<ApiObject>,
  toDocument: (stored: ApiObject) => ApiObject,
): WriteRules {
  const document = (object: SharedObject): ApiObject => toDocument(object as ApiObject);
  return {
    checkedForm: (object) => schema.canonical(object).object,
    ...(validateCreate ? { validateCreate: (object, context) => validateCreate(document(object), context) } : {}),
    ...(validateUpdate
      ? {
          validateUpdate: (object, old, context, subresource) =>
            validateUpdate(document(object), document(old), context, subresource),
        }
      : {}),
    ...(validateWithPauses
      ? {
          validateWithPauses: ({ object, old, ...write }) =>
            validateWithPauses({ ...write, object: document(object), old: old && document(old) }),
        }
      : {}),
  };
}

/** Returns a function that compares two schemas when it is first called, because that reads the whole definition. */
function sameSchema(one: StructuralMembers, other: StructuralMembers | undefined): () => boolean {
  let isSame: boolean | undefined;
  return () => (isSame ??= other !== undefined && equalJson(one.document(), other.document()));
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
