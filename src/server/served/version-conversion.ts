/**
 * A kind in another version than the one in which its objects are stored. Versions of one shape differ in the first bytes
 * of their objects alone; others have a conversion. Rows are made of the stored form: all versions have the same columns.
 */
import { CachedObject } from "../../cache/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type BoundKind, objectHead, type Resource } from "../../registry/index.ts";
import { type Conversion, hasSentForms, type KindHooks, type SchemaCompiler } from "../../schema/index.ts";
import { madeOf, type ObjectShape, storedShape } from "./document-type.ts";
import type { EndpointView } from "./resource-table.ts";

export interface VersionOptions {
  /** The version that is served. */
  readonly kind: BoundKind;
  readonly hooks: KindHooks;
  /** Where the objects are stored. */
  readonly resource: Resource;
  readonly compiler: SchemaCompiler;
}

export function versionView({ kind, hooks, resource, compiler }: VersionOptions): EndpointView {
  const context = { vocabulary: resource.services.vocabulary };
  const conversion: Conversion = hooks.conversion ?? sameShape;
  const schema = compiler.compile(kind.declaration.schema);
  const { createChecks, updateChecks } = kind.declaration.rules;
  const showIn = (stored: ApiObject): ApiObject => retitled(conversion.show(stored, context), kind);
  // What one version leaves out, the stored one may have a default for.
  const converted = (shown: ApiObject): ApiObject => retitled(conversion.absorb(shown, context), resource.kind);
  const absorbIn = (shown: ApiObject): ApiObject =>
    resource.schema.decodeShown(converted(shown), { copiesSentForms: hasSentForms(shown) }).object;
  return {
    shape: {
      ...storedShape(resource),
      kind,
      schema,
      isMade: hooks.conversion !== undefined,
      shown: hooks.conversion
        ? (stored) => madeOf(stored, schema, showIn(resource.parse(stored)))
        : retitle(resource.kind, kind),
    },
    fieldLabels: conversion.fieldLabels ?? {},
    rules: hooks.validateCreate || hooks.validateUpdate ? { ...hooks, createChecks, updateChecks } : undefined,
    show: showIn,
    ...(hooks.conversion
      ? { completed: (document: ApiObject) => schema.canonical(showIn(absorbIn(document))).object }
      : {}),
    convert: converted,
    absorb: absorbIn,
  };
}

const sameShape: Conversion = { show: (stored) => stored, absorb: (shown) => shown };

type Title = Pick<BoundKind, "kind" | "apiVersion">;

function retitled(object: ApiObject, { kind, apiVersion }: Title): ApiObject {
  return { ...object, kind, apiVersion };
}

/** Presented objects always begin with the kind and apiVersion in which they are stored. */
function retitle(stored: Title, shown: Title): ObjectShape["shown"] {
  const head = Buffer.from(objectHead(shown));
  const storedHeadBytes = Buffer.byteLength(objectHead(stored));
  return (object) => {
    const bytes = Buffer.concat([head, object.bytes.subarray(storedHeadBytes)]);
    return new CachedObject(object.key, object.revision, { bytes, exact: object.exact });
  };
}
