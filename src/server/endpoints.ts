/** From a resource to what is served for it: the endpoint of the objects and those of the subresources. */
import { scale } from "../api/autoscaling/v1/scale.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { Resource } from "../registry/index.ts";
import type { Column, ObjectSubresource, Verb } from "../schema/index.ts";
import type { CallTarget } from "./call.ts";
import type { RequestVerb } from "./request-info.ts";
import type { Endpoint, ServedResource, VerbHandler } from "./resource-table.ts";
import { scaleView } from "./scale-view.ts";
import { create } from "./verbs/create.ts";
import { deleteOne } from "./verbs/delete.ts";
import { get } from "./verbs/get.ts";
import { deleteListed, list } from "./verbs/list.ts";
import { patch } from "./verbs/patch.ts";
import type { VerbServices } from "./verbs/services.ts";
import { update } from "./verbs/update.ts";
import { watch } from "./verbs/watch.ts";

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
}

export function serve(resource: Resource, options: EndpointOptions): ServedResource {
  const { declaration } = resource.kind;
  const { status, others = {} } = declaration.subresources;
  const written = { ...(status ? { status } : {}), ...others };
  const subresources = Object.entries(written).map(
    ([name, rule]) => [name, objectEndpoint(resource, name, rule, options)] as const,
  );
  const { scale: paths } = declaration.subresources;
  if (paths) subresources.push(["scale", scaleEndpoint(resource, options)]);
  return {
    endpoint: {
      resource,
      subresource: "",
      target: targetOf(resource, ""),
      kind: resource.kind,
      handlers: pick(options.handlers, declaration.verbs),
    },
    subresources: new Map(subresources),
  };
}

function objectEndpoint(
  resource: Resource,
  subresource: string,
  rule: ObjectSubresource,
  { handlers }: EndpointOptions,
): Endpoint {
  return {
    resource,
    subresource,
    target: targetOf(resource, subresource),
    kind: resource.kind,
    handlers: pick(handlers, rule.verbs),
  };
}

function scaleEndpoint(resource: Resource, { handlers, services, scaleColumns }: EndpointOptions): Endpoint {
  const { vocabulary, compiler } = services;
  const { schema, subresources } = resource.kind.declaration;
  const paths = subresources.scale;
  if (!paths) throw new TypeError(`${resource.kind.kind} has no scale`);
  return {
    resource,
    subresource: "scale",
    target: targetOf(resource, "scale"),
    kind: { group: vocabulary.bind(scale.group), version: scale.version, kind: scale.kind },
    view: scaleView({ paths, resource: resource.kind, schema, compiler, vocabulary, columns: scaleColumns }),
    handlers: pick(handlers, ["get", "patch", "update"]),
  };
}

function targetOf(resource: Resource, subresource: string): CallTarget {
  const { group, version, resource: plural } = resource.kind;
  return { group, version, resource: plural, subresource };
}

function pick(handlers: VerbHandlers, verbs: readonly Verb[]): Endpoint["handlers"] {
  return Object.fromEntries(verbs.map((verb) => [verb, handlers[verb]]));
}
