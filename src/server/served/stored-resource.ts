/** From a resource to what is served for it: the endpoint of the objects and those of the subresources. */
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
import type { RequestVerb } from "../requests/request-info.ts";
import { create } from "../verbs/create.ts";
import { deleteOne } from "../verbs/delete.ts";
import { get } from "../verbs/get.ts";
import { deleteListed, list } from "../verbs/list.ts";
import { patch } from "../verbs/patch.ts";
import type { VerbServices } from "../verbs/services.ts";
import { update } from "../verbs/update.ts";
import { watch } from "../verbs/watch.ts";
import { deprecationOf } from "./deprecation.ts";
import { type ObjectShape, storedShape } from "./document-type.ts";
import { connectedEndpoint, postedEndpoint } from "./message-endpoints.ts";
import type { Endpoint, EndpointView, Handler, ServedResource, StoredEndpoint, VerbHandler } from "./resource-table.ts";
import { targetOf } from "./resource-table.ts";
import { scaleView } from "./scale-conversion.ts";
import { versionView } from "./version-conversion.ts";

/** The handlers of every verb; made once per server. */
export type VerbHandlers = Readonly<Record<Verb & RequestVerb, VerbHandler>>;

export function verbHandlers(services: VerbServices): VerbHandlers {
  return {
    create: create(services),
    delete: deleteOne(services),
    deletecollection: deleteListed(services),
    get: get(services),
    list: list(services),
    patch: patch(services),
    update: update(services),
    watch: watch(services),
  };
}

export interface EndpointOptions {
  readonly handlers: VerbHandlers;
  readonly services: VerbServices;
  readonly scaleColumns: readonly Column<ApiObject>[];
  readonly isEnabled: (featureGate: string) => boolean;
}

/** A kind in one version, on the resource that stores its objects. */
interface Version {
  readonly resource: Resource;
  readonly served: BoundKind;
  readonly shape: ObjectShape;
  /** Absent in the stored version. */
  readonly view?: EndpointView;
}

/** What is served for a kind in the version in which it is stored. */
export function serve(resource: Resource, options: EndpointOptions): ServedResource {
  return serveVersion({ resource, served: resource.kind, shape: storedShape(resource) }, options);
}

/** What is served for a kind in another version than the stored one. */
export function serveOtherVersion(
  resource: Resource,
  { declaration, hooks }: { readonly declaration: KindDeclaration; readonly hooks: KindHooks },
  options: EndpointOptions,
): ServedResource {
  const { compiler, vocabulary } = options.services;
  const kind = bindKind(declaration, vocabulary);
  const view = versionView({ kind, hooks, resource, compiler });
  return serveVersion({ resource, served: kind, shape: view.shape, view }, options);
}

function serveVersion(version: Version, options: EndpointOptions): ServedResource {
  const { declaration } = version.served;
  const { status, scale: paths, others = {}, posted = {}, connected = {} } = declaration.subresources;
  const written: Readonly<Record<string, ObjectSubresource>> = { ...(status ? { status } : {}), ...others };
  const subresources = new Map<string, Endpoint>();
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
  version: Version,
  subresource: string,
  verbs: readonly Verb[],
  { handlers, services }: EndpointOptions,
): StoredEndpoint {
  const { vocabulary } = services;
  const deprecation = deprecationOf(version.served.declaration, vocabulary);
  const target = targetOf(version.served, subresource);
  const parts = { target, subresource, kind: version.served, vocabulary, ...version, ...deprecation };
  return withHandlers(parts, verbs, handlers);
}

function scaleEndpoint(
  { resource, served }: Version,
  paths: ScaleSubresource,
  { handlers, services, scaleColumns }: EndpointOptions,
): StoredEndpoint {
  const { vocabulary, compiler } = services;
  const view = scaleView({ paths, resource, served, compiler, vocabulary, columns: scaleColumns });
  const kind = { group: vocabulary.bind(scale.group), version: scale.version, kind: scale.kind };
  const target = targetOf(served, "scale");
  const { missingGroup } = paths;
  const missing = missingGroup && { group: vocabulary.bind(missingGroup), resource: `${served.resource}/scale` };
  const parts = {
    resource,
    served,
    ...(missing ? { missing } : {}),
    subresource: "scale",
    target,
    kind,
    vocabulary,
    shape: view.shape,
    view,
  };
  return withHandlers(parts, ["get", "patch", "update"], handlers);
}

/** The endpoint, and in it the verbs that it serves. */
function withHandlers(
  parts: Omit<StoredEndpoint, "handlers">,
  verbs: readonly Verb[],
  all: VerbHandlers,
): StoredEndpoint {
  const handlers: Partial<Record<Verb, Handler>> = {};
  const endpoint: StoredEndpoint = { handlers, ...parts };
  for (const verb of verbs) handlers[verb] = (call, info) => all[verb]({ call, info, endpoint });
  return endpoint;
}
