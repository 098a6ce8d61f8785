/** Creates the endpoints of a stored kind in one version: one for its objects, and one for each subresource. */
import { scale } from "../../api/autoscaling/v1/scale.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type BoundKind, bindKind, type Resource } from "../../registry/index.ts";
import type {
  Column,
  KindDeclaration,
  KindHooks,
  ObjectSubresource,
  ScaleSubresource,
  Verb,
} from "../../schema/index.ts";
import { deprecationOf } from "../requests/deprecation.ts";
import type { RequestVerb } from "../requests/request-info.ts";
import type { DocumentConversion } from "../served/document-conversion.ts";
import { type DocumentType, storedType } from "../served/document-type.ts";
import {
  type EndpointHandler,
  type ServedEndpoint,
  type StoredEndpoint,
  targetOf,
  type VerbHandler,
} from "../served/endpoint.ts";
import { type ServedResource } from "../served/resource-table.ts";
import { create } from "../verbs/create.ts";
import { deleteOne } from "../verbs/delete.ts";
import { get } from "../verbs/get.ts";
import { deleteMany, list } from "../verbs/list.ts";
import { patch } from "../verbs/patch.ts";
import type { VerbServices } from "../verbs/services.ts";
import { update } from "../verbs/update.ts";
import { watch } from "../verbs/watch.ts";
import { connectedEndpoint } from "./connected-subresource.ts";
import { postedEndpoint } from "./posted-subresource.ts";
import { remoteDocumentType } from "./remote-versions.ts";
import { scaleConversion } from "./scale-conversion.ts";
import { versionConversion } from "./version-conversion.ts";

/** The handlers of all verbs. All stored endpoints of a server share them. */
export type VerbHandlers = Readonly<Record<Verb & RequestVerb, VerbHandler>>;

/** Returns the handlers of all verbs. */
export function verbHandlers(services: VerbServices): VerbHandlers {
  return {
    create: create(services),
    delete: deleteOne(services),
    deletecollection: deleteMany(services),
    get: get(services),
    list: list(services),
    patch: patch(services),
    update: update(services),
    watch: watch(services),
  };
}

/** Services and settings that all stored endpoints of a server share. */
export interface EndpointOptions {
  readonly handlers: VerbHandlers;
  readonly services: VerbServices;
  /** Columns of a Table of Scales. */
  readonly scaleColumns: readonly Column<ApiObject>[];
  readonly isEnabled: (featureGate: string) => boolean;
}

/** A kind in one served version, with the resource that stores its objects. */
interface KindVersion {
  readonly resource: Resource;
  readonly resourceKind: BoundKind;
  readonly documentType: DocumentType;
  /** Absent in the stored version. */
  readonly conversion?: DocumentConversion;
}

/** Returns the endpoints of a kind in the version in which its objects are stored. */
export function serveStoredVersion(resource: Resource, options: EndpointOptions): ServedResource {
  const { kind, hooks } = resource;
  const type = storedType(resource);
  const documentType = hooks.remoteConversion
    ? remoteDocumentType(type, hooks.remoteConversion, resource.fields)
    : type;
  return serveVersion({ resource, resourceKind: kind, documentType }, options);
}

/** Returns the endpoints of a kind in another version than the stored one. */
export function serveConvertedVersion(
  resource: Resource,
  { declaration, hooks }: { readonly declaration: KindDeclaration; readonly hooks: KindHooks },
  options: EndpointOptions,
): ServedResource {
  const { compiler, vocabulary } = options.services;
  const kind = bindKind(declaration, vocabulary);
  const conversion = versionConversion({ kind, hooks, resource, compiler });
  return serveVersion({ resource, resourceKind: kind, documentType: conversion.documentType, conversion }, options);
}

function serveVersion(version: KindVersion, options: EndpointOptions): ServedResource {
  const { declaration } = version.resourceKind;
  const { status, scale: paths, others = {}, posted = {}, connected = {} } = declaration.subresources;
  const written: Readonly<Record<string, ObjectSubresource>> = { ...(status ? { status } : {}), ...others };
  const subresources = new Map<string, ServedEndpoint>();
  for (const [name, { verbs, featureGate }] of Object.entries(written)) {
    if (featureGate !== undefined && !options.isEnabled(featureGate)) continue;
    subresources.set(name, objectEndpoint(version, name, verbs, options));
  }
  if (paths) subresources.set("scale", scaleEndpoint(version, paths, options));
  for (const [name, rule] of Object.entries(posted)) {
    subresources.set(name, postedEndpoint(version, name, rule, options.services));
  }
  for (const [name, rule] of Object.entries(connected)) {
    subresources.set(name, connectedEndpoint(version, name, rule, options.services));
  }
  return { endpoint: objectEndpoint(version, "", declaration.verbs, options), subresources };
}

function objectEndpoint(
  version: KindVersion,
  subresource: string,
  verbs: readonly Verb[],
  { handlers, services }: EndpointOptions,
): StoredEndpoint {
  const { vocabulary } = services;
  const deprecation = deprecationOf(version.resourceKind.declaration, vocabulary);
  const target = targetOf(version.resourceKind, subresource);
  const parts = { target, subresource, documentKind: version.resourceKind, vocabulary, ...version, ...deprecation };
  return withHandlers(parts, verbs, handlers);
}

function scaleEndpoint(
  { resource, resourceKind, documentType, conversion: versions }: KindVersion,
  paths: ScaleSubresource,
  { handlers, services, scaleColumns }: EndpointOptions,
): StoredEndpoint {
  const { vocabulary, compiler } = services;
  const conversion = scaleConversion({
    paths,
    resource,
    resourceKind,
    compiler,
    vocabulary,
    columns: scaleColumns,
    versions,
    source: resource.hooks.remoteConversion && documentType,
  });
  const { missingGroup } = paths;
  const notFoundResource = missingGroup && {
    group: vocabulary.bind(missingGroup),
    resource: `${resourceKind.resource}/scale`,
  };
  const parts = {
    resource,
    resourceKind,
    ...(notFoundResource ? { notFoundResource } : {}),
    subresource: "scale",
    target: targetOf(resourceKind, "scale"),
    documentKind: { group: vocabulary.bind(scale.group), version: scale.version, kind: scale.kind },
    vocabulary,
    documentType: conversion.documentType,
    conversion,
    ...deprecationOf(resourceKind.declaration, vocabulary),
  };
  return withHandlers(parts, ["get", "patch", "update"], handlers);
}

/** Returns the endpoint with the handlers of `verbs`. */
function withHandlers(
  parts: Omit<StoredEndpoint, "handlers">,
  verbs: readonly Verb[],
  all: VerbHandlers,
): StoredEndpoint {
  const handlers: Partial<Record<Verb, EndpointHandler>> = {};
  const endpoint: StoredEndpoint = { handlers, ...parts };
  for (const verb of verbs) handlers[verb] = (call, info) => all[verb]({ call, info, endpoint });
  return endpoint;
}
