/** Endpoints of posted subresources, such as `pods/eviction`: a hook carries out what the posted document requests. */
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { BoundKind, Resource } from "../../registry/index.ts";
import type {
  MessageKind,
  PostedHook,
  PostedPreparation,
  PostedSubresource,
  StructSchema,
} from "../../schema/index.ts";
import { type ServedEndpoint, targetOf } from "../served/endpoint.ts";
import { createComputed } from "../verbs/computed-objects.ts";
import type { VerbServices } from "../verbs/services.ts";
import { computedType } from "./computed-document-type.ts";

/** The resource, in one version, that a subresource belongs to. */
export interface ParentResource {
  readonly resource: Resource;
  readonly resourceKind: BoundKind;
}

/** Returns the endpoint of a posted subresource. */
export function postedEndpoint(
  parent: ParentResource,
  name: string,
  { document, olderVersions, namesUid }: PostedSubresource,
  services: VerbServices,
): ServedEndpoint {
  const hook = parent.resource.hooks.posted?.[name] as PostedHook | undefined;
  const prepare = parent.resource.hooks.postedPreparations?.[name] as PostedPreparation | undefined;
  const create = createComputed(services, {
    create: hook ?? missingHook(parent, name),
    prepare,
    keepsSystemFields: namesUid,
  });
  const parts = messageEndpoint(parent, name, document, services);
  const endpoint: ServedEndpoint = {
    ...parts,
    ...(olderVersions ? { olderVersions } : {}),
    handlers: { create: (call, info) => create({ call, info, endpoint }) },
  };
  return endpoint;
}

/** Returns the endpoint, without handlers, of a subresource whose documents are messages: they are never stored. */
export function messageEndpoint(
  { resourceKind }: ParentResource,
  subresource: string,
  message: MessageKind,
  services: VerbServices,
): Omit<ServedEndpoint, "handlers"> {
  const { vocabulary } = services;
  const kind = { group: vocabulary.bind(message.group), version: message.version, kind: message.kind };
  const schema = message.schema as StructSchema<ApiObject>;
  const names = { kind: kind.kind, listKind: `${kind.kind}List`, apiVersion: formatGroupVersion(kind) };
  return {
    resourceKind,
    subresource,
    target: targetOf(resourceKind, subresource),
    documentKind: kind,
    documentType: computedType({ ...names, declaration: { schema } }, {}, services),
    vocabulary,
  };
}

/** Returns a hook that always fails, for servers without the hooks of their kinds. Some tests start such servers. */
export function missingHook({ resourceKind }: ParentResource, name: string): () => Promise<never> {
  return () => Promise.reject(new TypeError(`${resourceKind.resource}/${name} has no hook that handles its requests`));
}
